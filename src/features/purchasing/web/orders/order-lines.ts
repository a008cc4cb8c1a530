import { type Found, lineFromCard, packedLineFromRow, type PackedLine, priceOf, sentCount } from '#features/stock/web/lines-field.tsx'
import { cents, fromCents } from '#shared/money.ts'
import { bareAmount } from '#web/text/amount-text.ts'
import { sentDecimal } from '#web/text/typed-number.ts'
import { bareRate, costOfUnits } from '../line-sums.ts'
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

/** The line of a row that was saved. */
export const savedLine = (row: PurchaseOrderItem): OrderLine => ({
  ...packedLineFromRow(row, `i${row.item}`),
  quantity: String(row.quantity_purchased),
  unit_price: bareAmount(row.unit_price),
  tax_rate: bareRate(row.tax_rate),
  requests: row.requisitions.map(({ number }) => number),
})

/** What a pack costs when a unit costs so much, as it is typed. */
export const packPrice = (unitCost: string, units: number): string => bareAmount(costOfUnits(unitCost, units))

/** The line of an item that was found: in its largest pack, at what it last cost. */
export const foundLine = ({ card, pack: scanned, quantity, isScanned }: Found): OrderLine => {
  const pack = scanned ?? (isScanned ? null : (card.packs.find(({ is_active }) => is_active) ?? null))
  const line = lineFromCard(card, pack)
  return {
    ...line,
    quantity: isScanned ? String(quantity ?? 1) : '',
    unit_price: card.last_cost === null ? '' : packPrice(card.last_cost, line.pack_units),
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
