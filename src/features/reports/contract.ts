import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, Ref } from '#shared/paging.ts'
import { Table, tableTypes } from '#shared/table.ts'
import { paymentCategories, receiptFilters } from '#features/billing/contract-payments.ts'
import { type Asked, covered, Day, range } from './days.ts'

/** One day, or a range, or nothing at all: today. */
const dayOrRange = { date: Day.optional(), start_date: Day.optional(), end_date: Day.optional() }
const whole = <S extends z.ZodType<Asked>>(schema: S) =>
  schema
    .refine(({ start_date, end_date }) => start_date !== undefined || end_date === undefined, {
      path: ['start_date'],
      error: 'Enter the first date as well.',
    })
    .refine(({ start_date, end_date }) => end_date !== undefined || start_date === undefined, {
      path: ['end_date'],
      error: 'Enter the last date as well.',
    })
    .refine(({ date, start_date }) => date === undefined || start_date === undefined, {
      path: ['date'],
      error: 'Enter one date or a range, not both.',
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

const readLaboratory = {
  method: 'GET',
  access: 'reports.laboratory',
  audit: 'read',
  work: 'report',
  offers: Object.values(tableTypes),
  response: Table,
} as const
const days = covered(fields(range))

export const labTurnaround = endpoint({
  ...readLaboratory,
  path: '/reports/lab_turnaround/',
  summary: 'Test by test, how long it took from the sample to the first approval, of what was first approved in a range of days',
  query: days,
})
export const labWorkload = endpoint({
  ...readLaboratory,
  path: '/reports/lab_workload/',
  summary: 'Test by test, what was requested, approved, abnormal, critical, amended and cancelled in a range of days',
  query: days,
})
export const labRejections = endpoint({
  ...readLaboratory,
  path: '/reports/lab_rejections/',
  summary: 'Samples that were rejected in a range of days, by specimen and reason, and how many were taken again',
  query: days,
})
export const labCriticalCalls = endpoint({
  ...readLaboratory,
  path: '/reports/lab_critical_calls/',
  summary: 'Day by day, how many critical values there were, and how long it took until somebody was told and read it back',
  query: days,
})

const readPharmacy = {
  method: 'GET',
  access: 'reports.pharmacy',
  audit: 'read',
  work: 'report',
  offers: Object.values(tableTypes),
  response: Table,
} as const

export const dispensedByDay = endpoint({
  ...readPharmacy,
  path: '/reports/dispensed_by_day/',
  summary: 'What was handed out of prescriptions, day by day: how many, in part, as something else, and what was refused',
  query: days,
})
export const dispensedByItem = endpoint({
  ...readPharmacy,
  path: '/reports/dispensed_by_item/',
  summary: 'What was handed out and sold in a range of days, item by item, at the price that was charged',
  query: days,
})
export const dispensedByPerson = endpoint({
  ...readPharmacy,
  path: '/reports/dispensed_by_person/',
  summary: 'Who handed out and sold how much in a range of days',
  query: days,
})
export const waitGroups = ['day', 'hour'] as const
export const dispensingWaits = endpoint({
  ...readPharmacy,
  path: '/reports/dispensing_waits/',
  summary: 'How long prescriptions waited from being written until something of them was first handed out, by day or by hour of the day',
  query: covered(fields({ ...range, group: z.enum(waitGroups, { error: `Choose one of: ${waitGroups.join(', ')}.` }).optional() })),
})
export const counterSales = endpoint({
  ...readPharmacy,
  path: '/reports/counter_sales/',
  summary: 'What was sold at the counter and what came back to the pharmacy, day by day, at the price that was charged',
  query: days,
})

export const stockGroups = ['item', 'store', 'category'] as const
const Group = z.enum(stockGroups, { error: `Choose one of: ${stockGroups.join(', ')}.` })

const readStock = {
  method: 'GET',
  access: 'reports.stock',
  audit: 'read',
  work: 'report',
  offers: Object.values(tableTypes),
  response: Table,
} as const
/** The state of things at the end of a day; today when none is named. */
const onDay = { date: Day.optional() }

export const stockValue = endpoint({
  ...readStock,
  path: '/reports/stock_value/',
  summary: 'What the stock was worth at the end of a day, at cost: by item, store or category; what is on its way counts where it goes',
  query: fields({ ...onDay, group: Group.optional(), store: Id.optional() }),
})
export const stockUsed = endpoint({
  ...readStock,
  path: '/reports/stock_used/',
  summary: 'What was handed out and used up in a range of days, at cost: by item, store or category',
  query: covered(fields({ ...range, group: Group.optional(), store: Id.optional() })),
})
export const stockLost = endpoint({
  ...readStock,
  path: '/reports/stock_lost/',
  summary: 'What was thrown away, lost, or found otherwise than the books said in a range of days, at cost',
  query: covered(fields({ ...range, store: Id.optional() })),
})
export const slowStock = endpoint({
  ...readStock,
  path: '/reports/slow_stock/',
  summary: 'Items in stock that nobody has used for longer than the item says, the most valuable first',
  query: fields(onDay),
})
export const purchases = endpoint({
  ...readStock,
  path: '/reports/purchases/',
  summary: 'What each supplier delivered, billed, took back and was paid in a range of days, and what is owed now',
  query: covered(fields(range)),
})
