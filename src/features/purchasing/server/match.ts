import { cents, fromCents } from '#shared/money.ts'
import type { BillDifference } from '../contract-bills.ts'
import { amountOf, lineTotals } from '../rules.ts'
import { figure } from './figure.ts'
import { priceOfPack } from './receiving-rules.ts'

/** A row of a bill; prices are of one pack, without tax. */
export interface BilledRow {
  item: number
  item_name: string
  purchase_order_item: number | null
  pack: string
  pack_units: number
  quantity: number
  unit_price: string
  tax_rate: string
}
/** What a row is held against: of a line of the order, or of what came of the item without one. */
export interface Agreed {
  item: number
  purchase_order_item: number | null
  /** Units that came and are on no bill yet. */
  open: number
  /** What a pack of so many units was to cost; null when nobody has said. */
  price: { pack_units: number; unit_price: string; tax_rate: string | null } | null
  /** Where deliveries named several prices: the units that came at each and are on no bill at that price yet. */
  prices?: readonly (Pack & { open: number })[] | null
}
interface Pack {
  pack_units: number
  unit_price: string
}

const keyOf = ({ item, purchase_order_item }: Pick<Agreed, 'item' | 'purchase_order_item'>) => `${item}:${purchase_order_item ?? ''}`

const unitsIn = (rows: readonly BilledRow[]) => rows.reduce((sum, { quantity, pack_units }) => sum + quantity * pack_units, 0)
/** How many are billed and how many could be, in packs where both are whole ones. */
const wordsOf = ({ pack, pack_units }: BilledRow, billed: number, open: number): [string, string] =>
  billed % pack_units === 0 && open % pack_units === 0
    ? [`${billed / pack_units} × ${pack}`, `${open / pack_units}`]
    : [`${billed} units`, `${open} units`]

const quantityOf = (rows: readonly BilledRow[], open: number): BillDifference[] => {
  const first = rows[0]!
  const billed = unitsIn(rows)
  if (billed <= open) return []
  const [billedText, came] = wordsOf(first, billed, open)
  const text = `${first.item_name}: billed ${billedText}, received and not billed yet ${came}`
  return [{ kind: 'quantity', item: first.item, item_name: first.item_name, billed: String(billed), expected: String(open), text }]
}

/** What a pack of so many units was to cost: to the cent, or to a millionth where it is not whole cents. */
const agreedFor = ({ pack_units, unit_price }: Pack, units: number): string => {
  const millionths = (BigInt(cents(unit_price)) * BigInt(units) * 10_000n) / BigInt(pack_units)
  if (millionths % 10_000n === 0n) return fromCents(Number(millionths / 10_000n))
  const digits = millionths.toString().padStart(7, '0')
  return `${digits.slice(0, -6)}.${digits.slice(-6).replace(/0+$/, '')}`
}

/**
 * True for the agreed price, though both packs hold different numbers of units: exactly, or to the nearest cent, as 33.33 a piece is when
 * three cost 100.00. Where that cent is more than a hundredth of the price it is another price.
 */
const isAgreedPrice = (row: BilledRow, price: Pack) => {
  const billed = BigInt(cents(row.unit_price)) * BigInt(price.pack_units)
  const agreed = BigInt(cents(price.unit_price)) * BigInt(row.pack_units)
  if (billed === agreed) return true
  const apart = billed > agreed ? billed - agreed : agreed - billed
  return apart * 100n <= agreed && cents(row.unit_price) === cents(priceOfPack(price.unit_price, price.pack_units, row.pack_units))
}

const priceOf = (row: BilledRow, price: Pack | null): BillDifference[] => {
  if (price === null || isAgreedPrice(row, price)) return []
  const expected = agreedFor(price, row.pack_units)
  const text = `${row.item_name}: billed at ${figure(row.unit_price)} a ${row.pack}, agreed ${figure(expected)}`
  return [{ kind: 'price', item: row.item, item_name: row.item_name, billed: row.unit_price, expected, text }]
}

/** The same of rows about what came at several prices: nobody bills all of it at the highest. */
const pricesOf = (rows: readonly BilledRow[], { price, prices }: Agreed): BillDifference[] => {
  const left = (prices ?? []).map((one) => ({ ...one }))
  if (left.length < 2) return rows.flatMap((row) => priceOf(row, price))
  return rows.flatMap((row) => {
    const at = left.find((one) => isAgreedPrice(row, one))
    if (!at) return priceOf(row, price)
    at.open -= row.quantity * row.pack_units
    // Beyond all that came it is the quantity that differs.
    const other = at.open < 0 ? left.find(({ open }) => open > 0) : undefined
    return other ? priceOf(row, other) : []
  })
}

const taxOf = (row: BilledRow, price: Agreed['price']): BillDifference[] => {
  if (price?.tax_rate == null || cents(row.tax_rate) === cents(price.tax_rate)) return []
  const text = `${row.item_name}: billed with ${row.tax_rate}% tax, agreed ${price.tax_rate}%`
  return [{ kind: 'tax', item: row.item, item_name: row.item_name, billed: row.tax_rate, expected: price.tax_rate, text }]
}

const findStrangers = (rows: readonly BilledRow[], hasOrder: boolean): BillDifference[] => {
  const first = rows[0]!
  const billed = unitsIn(rows)
  const why = hasOrder ? 'is not on the order' : 'never came from this supplier without an order'
  const text = `${first.item_name}: billed ${wordsOf(first, billed, 0)[0]}, but it ${why}`
  return [{ kind: 'item', item: first.item, item_name: first.item_name, billed: String(billed), expected: '0', text }]
}

/**
 * Where the rows of a bill do not agree with what was ordered and what came: more than came and is on no bill yet (together, when several
 * rows are about one line), another price, another tax, an item that nobody ordered. A bill for a part of what came agrees.
 */
export const matchRows = (rows: readonly BilledRow[], agreed: readonly Agreed[], hasOrder: boolean): BillDifference[] => {
  const known = new Map(agreed.map((one) => [keyOf(one), one]))
  return [...Map.groupBy(rows, keyOf)].flatMap(([key, ofLine]) => {
    const line = known.get(key)
    if (!line) return findStrangers(ofLine, hasOrder)
    return [...quantityOf(ofLine, line.open), ...pricesOf(ofLine, line), ...ofLine.flatMap((row) => taxOf(row, line.price))]
  })
}

/** Where a bill without rows does not agree: its sum is to be what came and is on no bill yet, to the cent. */
export const matchTotal = (total: string, unbilled: string | null): BillDifference[] => {
  const one = { kind: 'total' as const, item: null, item_name: null, billed: total }
  if (unbilled === null)
    return [{ ...one, expected: '0.00', text: 'There is neither an order nor a row that this bill could be held against' }]
  if (cents(total) === cents(unbilled)) return []
  return [{ ...one, expected: unbilled, text: `Billed ${figure(total)} in all, received and not billed yet ${figure(unbilled)}` }]
}

/** What the rows of a bill come to, with tax and the tax alone, each row to the cent. */
export const sumOfRows = (rows: readonly Pick<BilledRow, 'quantity' | 'unit_price' | 'tax_rate'>[]): { total: string; tax: string } => {
  const sums = rows.map(lineTotals)
  return {
    total: amountOf(sums.reduce((sum, { total }) => sum + total, 0n)),
    tax: amountOf(sums.reduce((sum, { tax }) => sum + tax, 0n)),
  }
}

/** True when a sum is that of the rows, but for one cent a row: each side may have rounded them its own way. */
export const isNear = (billed: string, summed: string, rows: number): boolean => Math.abs(cents(billed) - cents(summed)) <= rows
