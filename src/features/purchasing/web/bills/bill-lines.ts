import {
  countOf,
  type Found,
  lineFromCard,
  packedLineFromRow,
  type PackedLine,
  priceOf,
  sentCount,
  takeByItem,
  type Taken,
} from '#features/stock/web/lines-field.tsx'
import { amountText } from '#web/text/amount-text.ts'
import { bareRate } from '../line-sums.ts'
import type { Billable, Delivery, Order } from '../receiving-calls.ts'

/** A line of a supplier's bill as it stands in its boxes, beside what was ordered and what came of it. */
export interface BillLine extends PackedLine {
  order_item: number | null
  /** Packs, and the price of one; null without an order. */
  ordered: number | null
  ordered_price: string | null
  /** Packs that came and are on no bill yet; null where that is not known. */
  received: number | null
  /** What a pack was said to cost when it came, where that is not what was ordered; a draft may not know it. */
  receipt_price?: string | null
  /** Units that came damaged. */
  damaged_units?: number
  quantity: string
  unit_price: string
  tax_rate: string
}

/** What came of an order and is not billed yet: what the supplier's next bill should say. */
export const linesToBill = ({ items }: Billable, order: Order): BillLine[] =>
  items.map((row, at) => {
    const ordered = order.items.find(({ id }) => id === row.purchase_order_item)
    return {
      ...packedLineFromRow(row, `bill-${row.item}-${at}`),
      code: ordered?.item_code ?? null,
      order_item: row.purchase_order_item,
      ordered: ordered?.quantity_purchased ?? null,
      ordered_price: ordered?.unit_price ?? null,
      received: row.units / row.pack_units,
      receipt_price: row.receipt_price,
      damaged_units: row.damaged_units,
      quantity: String(row.quantity),
      unit_price: row.unit_price,
      tax_rate: bareRate(row.tax_rate),
    }
  })

/** The same of a delivery that belongs to no order. */
export const linesOfDelivery = ({ items }: Delivery): BillLine[] =>
  items
    .filter(({ quantity }) => quantity > 0)
    .map((row) => ({
      ...packedLineFromRow(row, `bill-row-${row.id}`),
      order_item: null,
      ordered: null,
      ordered_price: null,
      received: row.quantity,
      damaged_units: row.damaged_units,
      quantity: String(row.quantity),
      unit_price: row.purchase_price,
      tax_rate: '',
    }))

const freshLine = ({ card, pack }: Found, key: string): BillLine => ({
  ...lineFromCard(card, pack, key),
  order_item: null,
  ordered: null,
  ordered_price: null,
  received: null,
  quantity: '',
  unit_price: '',
  tax_rate: bareRate(card.vat_rate),
})
export const takeIntoBill = (lines: readonly BillLine[], found: Found, key: string): Taken<BillLine> =>
  takeByItem<BillLine>((one) => freshLine(one, key))(lines, found)

/** A line as the contract wants it. */
export const billRow = (line: BillLine) => ({
  ...(line.order_item === null ? { item: line.item, pack: line.pack } : { purchase_order_item: line.order_item }),
  quantity: sentCount(line.quantity),
  unit_price: amountText(line.unit_price),
  ...(line.tax_rate.trim() !== '' && { tax_rate: amountText(line.tax_rate) }),
})

/** Whether everything of the lines can be read: only then are they held against order and receipts. */
export const isReadable = (lines: readonly BillLine[]): boolean =>
  lines.every(
    ({ quantity, unit_price, tax_rate }) =>
      countOf(quantity) !== null && priceOf(unit_price) !== null && /^\d{0,3}([.,]\d{1,2})?$/.test(tax_rate.trim()),
  )
