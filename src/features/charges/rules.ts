import { splitCents } from '#shared/money.ts'

/** What remains of one line of an issued bill, in the least sum of its currency and thousandths of its unit. */
export interface Remaining {
  quantity: number
  total: number
  tax: number
  patient: number
  insurer: number
  waiver: number
}
export interface Piece extends Remaining {}

/** All that remains of a line. */
export const wholeOf = (remaining: Remaining): Piece => ({ ...remaining })

/** So much of a line's remaining total, shared among patient, insurer and waiver in proportion; none gets back more than it bore. */
export const pieceOfAmount = (remaining: Remaining, total: number, quantity = 0): Piece => {
  const [patient = 0, insurer = 0, waiver = 0] = splitCents(total, [remaining.patient, remaining.insurer, remaining.waiver])
  const [tax = 0] = splitCents(total, [remaining.tax, remaining.total - remaining.tax])
  return { quantity, total, tax, patient, insurer, waiver }
}

/** So many thousandths of a line's remaining quantity, at their share of what remains of its total. */
export const pieceOfQuantity = (remaining: Remaining, quantity: number): Piece =>
  quantity === remaining.quantity
    ? wholeOf(remaining)
    : pieceOfAmount(
        remaining,
        Number((2n * BigInt(remaining.total) * BigInt(quantity) + BigInt(remaining.quantity)) / (2n * BigInt(remaining.quantity))),
        quantity,
      )

/** Thousandths of a quantity as the database or the wire writes it. */
export const thousandths = (quantity: string): number => {
  const [whole = '0', part = ''] = quantity.split('.')
  return Number(whole) * 1000 + Number(part.slice(0, 3).padEnd(3, '0'))
}
export const fromThousandths = (value: number): string => (value / 1000).toFixed(3)
