import { type Found, type PackedLine, priceOf, sentCount } from '#features/stock/web/lines-field.tsx'
import { cents, fromCents } from '#shared/money.ts'
import { bareAmount } from '#web/text/amount-text.ts'
import { sentDecimal } from '#web/text/typed-number.ts'
import type { PurchaseOrderItem } from './order-types.ts'

/** A line of an order as it stands in its boxes. */
export interface OrderLine extends PackedLine {
  /** Packs. */
  quantity: string
  /** Of one pack, without tax. */
  unit_price: string
  tax_rate: string
  /** The numbers of the requisitions that it serves. */
  requests: readonly string[]
}

const keyOf = (item: number) => `i${item}`
const bareRate = (rate: string) => rate.replace(/\.?0+$/, '') || '0'

/** The line of a row that was saved. */
export const savedLine = (row: PurchaseOrderItem): OrderLine => ({
  key: keyOf(row.item),
  item: row.item,
  name: row.item_name,
  code: row.item_code,
  unit: row.unit,
  pack: row.pack,
  pack_name: row.pack_name,
  pack_units: row.pack_units,
  quantity: String(row.quantity_purchased),
  unit_price: bareAmount(row.unit_price),
  tax_rate: bareRate(row.tax_rate),
  requests: row.requisitions.map(({ number }) => number),
})

/** What so many units cost when one costs that, six decimals at most, to the cent. */
export const packPrice = (unitCost: string, units: number): string => {
  const [whole = '0', part = ''] = unitCost.split('.')
  const millionths = BigInt(whole) * 1_000_000n + BigInt(part.padEnd(6, '0').slice(0, 6))
  return bareAmount(fromCents(Number((millionths * BigInt(units) + 5_000n) / 10_000n)))
}

/** The line of an item that was found: in its largest pack, at what it last cost. */
export const foundLine = ({ card, pack: scanned, quantity, isScanned }: Found): OrderLine => {
  const pack = scanned ?? (isScanned ? null : (card.packs.find(({ is_active }) => is_active) ?? null))
  const units = pack?.units ?? 1
  return {
    key: keyOf(card.id),
    item: card.id,
    name: card.name,
    code: card.item_code,
    unit: card.units_of_measure,
    pack: pack?.id ?? null,
    pack_name: pack?.name ?? null,
    pack_units: units,
    quantity: isScanned ? String(quantity ?? 1) : '',
    unit_price: card.last_cost === null ? '' : packPrice(card.last_cost, units),
    tax_rate: bareRate(card.vat_rate),
    requests: [],
  }
}

/** A price of one pack in proportion to another, to the cent; what is no price stays as it was typed. */
export const scaledPrice = (typed: string, from: number, to: number): string => {
  const price = priceOf(typed)
  if (price === null || from === to) return typed
  const scaled = (BigInt(cents(price)) * BigInt(to) * 2n + BigInt(from)) / (BigInt(from) * 2n)
  return bareAmount(fromCents(Number(scaled)))
}

/** Another pack costs in proportion, until somebody types what it does cost. */
export const repacked = (before: OrderLine, after: OrderLine): OrderLine => ({
  ...after,
  unit_price: scaledPrice(before.unit_price, before.pack_units, after.pack_units),
})

/** The rows as they are sent. */
export const sentRows = (lines: readonly OrderLine[]) =>
  lines.map(({ item, quantity, pack, unit_price, tax_rate }) => ({
    item,
    quantity_purchased: sentCount(quantity),
    pack,
    unit_price: unit_price.trim() === '' ? null : (priceOf(unit_price) ?? unit_price),
    tax_rate: sentDecimal(tax_rate),
  }))
