import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, Ref } from '#shared/paging.ts'
import { Table, tableTypes } from '#shared/table.ts'
import { paymentCategories, receiptFilters } from '#features/billing/contract-payments.ts'
import { type Asked, covered, Day, range } from './days.ts'

export * from './contract-laboratory.ts'
export * from './contract-pharmacy.ts'
export * from './contract-stock.ts'

/** One day, or a range, or nothing at all: today. */
const dayOrRange = { date: Day.optional(), start_date: Day.optional(), end_date: Day.optional() }
const whole = <S extends z.ZodType<Asked>>(schema: S) =>
  schema
    .refine(({ start_date, end_date }) => start_date !== undefined || end_date === undefined, {
      path: ['start_date'],
      error: 'Name the first day, too.',
    })
    .refine(({ start_date, end_date }) => end_date !== undefined || start_date === undefined, {
      path: ['end_date'],
      error: 'Name the last day, too.',
    })
    .refine(({ date, start_date }) => date === undefined || start_date === undefined, {
      path: ['date'],
      error: 'Name one day or a range, not both.',
    })

const oneOf = <const T extends readonly string[]>(words: T) => z.enum(words, { error: `Choose one of: ${words.join(', ')}.` })

const offers = Object.values(tableTypes)
// Not live: every run leaves a row in the trail, so that a report stays as it was until somebody asks again.
const table = { access: 'reports.sales', work: 'report', offers, response: Table } as const
const read = { ...table, method: 'GET', audit: 'read' } as const
const printed = { method: 'GET', access: 'reports.sales', audit: 'read', produces: 'application/pdf', response: z.unknown() } as const

export const PaymentModeTotal = z.object({
  /** Ids and names as in GET /billing/payment-modes/. */
  payment_mode: z.int(),
  payment_mode_name: z.string(),
  payment_category: z.enum(paymentCategories),
  receipts: z.int(),
  received: z.string(),
  refunded: z.string(),
  /** Taken back, because the receipt was wrong. */
  reversed: z.string(),
  total: z.string(),
})
/** What the till shows live: sums without a person, so the trail is spared a row for every payment. */
export const totalByPaymentMode = endpoint({
  ...table,
  method: 'GET',
  live: ['billing'],
  path: '/reports/total_payment_mode_amount/',
  summary: 'What was taken by each payment mode on a day or in a range of days (today when none is named), of one category or of all',
  query: covered(whole(fields({ ...dayOrRange, payment_mode: oneOf(paymentCategories).optional() }))),
  response: Table.omit({ rows: true })
    .extend({ total_amount: z.string(), data: z.array(PaymentModeTotal) })
    .meta({ id: 'PaymentModeTotals' }),
})

export const takingsByCashier = endpoint({
  ...read,
  path: '/reports/takings_by_cashier/',
  summary: 'Who took how much at which counter and by which payment mode in a range of days',
  query: covered(fields(range)),
})
const { received_by, payment_mode, counter, kind } = receiptFilters
export const receiptList = endpoint({
  ...read,
  access: 'billing.view',
  path: '/reports/receipts/',
  summary:
    'The receipts of a range of days, of one person, payment mode, kind or counter where that is named; without reports.sales those that the caller took',
  query: covered(fields({ ...range, received_by, payment_mode, counter, kind })),
})
export const saleByDate = endpoint({
  ...table,
  method: 'POST',
  path: '/reports/sale_by_date/',
  summary: 'Sales of each day in a range of days, both included',
  body: covered(fields(range)),
})
export const saleByItemAndDate = endpoint({
  ...table,
  method: 'POST',
  path: '/reports/sale_by_item_and_date/',
  summary: 'Sales of one item on each day in a range of days, both included',
  body: covered(fields({ ...range, item_id: Ref })),
})
export const printSaleByDate = endpoint({
  ...printed,
  path: '/sale_by_date/pdf/',
  summary: 'Print the sales of each day',
  query: covered(fields(range)),
})
export const printSaleByItemAndDate = endpoint({
  ...printed,
  path: '/serve_sales_by_item_id_pdf/',
  summary: 'Print the sales of one item on each day',
  query: covered(fields({ ...range, item_id: Id })),
})

export const serviceGroups = ['item', 'category', 'department'] as const
export const salesByService = endpoint({
  ...read,
  path: '/reports/sales_by_service/',
  summary: 'Sales by item (or category, or department), the best first',
  query: covered(fields({ ...range, group: oneOf(serviceGroups).optional() })),
})
export const salesByPayer = endpoint({
  ...read,
  path: '/reports/sales_by_payer/',
  summary: 'Who was billed, patients and each insurer, and what they have paid; with what was waived and rounded it adds up to the sales',
  query: covered(fields(range)),
})
export const debtors = endpoint({
  ...read,
  path: '/reports/debtors/',
  summary: 'Who owes how much since when, as of the end of a day (today when none is named; of a range its last day)',
  query: covered(whole(fields(dayOrRange))),
})
export const dayClose = endpoint({
  ...read,
  path: '/reports/day_close/',
  summary: 'What a day (today when none is named) billed, gave away, credited and took, and what is still open',
  query: fields({ date: Day.optional() }),
})
