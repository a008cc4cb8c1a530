import { printPages } from '#features/billing/public.ts'
import { readLetterhead, withTaxNumber } from '#features/company/public.ts'
import { cents } from '#shared/money.ts'
import type { Download } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'
import { day, figure, joined, moment, percent } from '#platform/pdf/printed-values.ts'
import type { Services } from '#platform/services.ts'
import type { PurchaseOrder, PurchaseOrderItem } from '../contract-orders.ts'
import { getOrder } from './orders/find.ts'

export type Press = Pick<Services, 'files' | 'printPdf'>
type Fact = [label: string, value: string]
/** What says nothing is left out. */
export const known = (facts: [string, string | null | undefined | false][]): Fact[] =>
  facts.flatMap(([label, value]) => (value ? [[label, value] satisfies Fact] : []))

/** The order of a pack: how many, and what is in it. */
export const packed = ({ pack_name, pack_units, unit }: Pick<PurchaseOrderItem, 'pack_name' | 'pack_units' | 'unit'>): string =>
  pack_units === 1 ? unit : joined(pack_name, `${pack_units} ${unit}`)

export const printedBy = ({ user, now }: Pick<Context, 'user' | 'now'>, zone: string): string =>
  `Printed ${moment(now, zone)} by ${user.first_name} ${user.last_name}`.trimEnd()

const stampsOf = ({ status }: PurchaseOrder) =>
  status === 'draft' ? ['DRAFT - not approved'] : status === 'cancelled' ? ['CANCELLED'] : []

const findSupplier = (db: Db, id: number | null) => db.selectFrom('suppliers').selectAll().where('id', '=', id).executeTakeFirst()

const tableOf = (items: readonly PurchaseOrderItem[], currency: string) => ({
  columns: [
    { title: 'Item', align: 'start' as const },
    { title: 'Pack', align: 'start' as const },
    ...['Quantity', 'Price', 'Tax', 'Amount'].map((title) => ({ title, align: 'end' as const })),
  ],
  rows: items.map((row) => [
    { text: row.item_name, sub: row.item_code ?? '' },
    { text: packed(row) },
    { text: String(row.quantity_purchased) },
    { text: figure(row.unit_price, currency) },
    { text: cents(row.tax) === 0 ? '-' : figure(row.tax, currency), sub: cents(row.tax_rate) === 0 ? '' : percent(row.tax_rate) },
    { text: figure(row.total, currency) },
  ]),
})

const factsOf = (order: PurchaseOrder, zone: string): Fact[] => {
  const numbers = new Set(order.items.flatMap(({ requisitions }) => requisitions.map(({ number }) => number)))
  return known([
    ['Date', moment(order.approved_at ?? order.date_created, zone)],
    ['Deliver to', order.store_name],
    ['Expected', order.expected_on !== null && day(order.expected_on)],
    ['Ordered by', order.requested_by_name],
    ['Approved by', order.approved_by_name ?? 'Not approved yet'],
    ['Requisitions', [...numbers].join(', ')],
  ])
}

/** A purchase order as PDF, in English, A4. 404 when there is none. */
export const printOrder = async (db: Db, { files, printPdf }: Press, id: number, by: Pick<Context, 'user' | 'now'>): Promise<Download> => {
  const order = await getOrder(db, id, by.now)
  const [supplier, { clinic, currency, zone, own }] = await Promise.all([
    findSupplier(db, order.supplier),
    readLetterhead(db, files, 'a4', 'purchase-order').then(withTaxNumber),
  ])
  const body = await printPages(
    printPdf,
    {
      size: 'a4',
      title: 'Purchase order',
      number: order.number,
      isDraft: order.status === 'draft',
      stamps: stampsOf(order),
      clinic,
      facts: factsOf(order, zone),
      party: {
        title: 'Supplier',
        name: supplier?.name ?? 'No supplier yet',
        facts: known([
          ['Contact', supplier?.contact_person],
          ['Address', supplier?.address],
          ['Phone', supplier?.phone],
          ['E-mail', supplier?.email],
          ['Tax number', supplier?.tax_number],
        ]),
      },
      table: tableOf(order.items, currency),
      lines: [],
      totals: [
        { label: 'Excl. tax', amount: figure(order.net_amount, currency), tone: 'plain' },
        { label: 'Tax', amount: figure(order.tax_amount, currency), tone: 'plain' },
        { label: `Total ${currency}`, amount: figure(order.total_amount, currency), tone: 'total' },
      ],
      entries: [],
      closing: [],
      note: order.note || null,
      foot: [printedBy(by, zone)],
      proof: null,
    },
    own,
  )
  return { body, filename: `${order.number.replaceAll('/', '-')}.pdf`, inline: true }
}
