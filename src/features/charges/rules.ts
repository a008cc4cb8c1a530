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

export const fromThousandths = (value: number): string => (value / 1000).toFixed(3)

/** So much of an item is owed, in thousandths, whatever orders of it were charged. */
export interface Owed<Kind extends string> {
  item: number
  /** Whose charges bear it. */
  orders: readonly { kind: Kind; id: number }[]
  /** What is charged when no charge is there that could grow: the first that bears none yet. */
  bearers: readonly { kind: Kind; id: number }[]
  quantity: number
  /** It will not become more: what was billed beyond it goes back. */
  isFinal: boolean
}
/** A charge that stands, and how much of it was not credited. */
export interface ActiveCharge {
  charge: number
  isIssued: boolean
  left: number
}
export interface Settlement {
  /** Off their drafts. */
  cancelled: number[]
  changed: { charge: number; quantity: number }[]
  /** To be charged anew. */
  added: number
  credited: { charge: number; credit: number }[]
}

const creditsOf = (issued: readonly ActiveCharge[], excess: number) => {
  let rest = excess
  return issued.toReversed().flatMap(({ charge, left }) => {
    const credit = Math.min(rest, left)
    rest -= credit
    return credit > 0 ? [{ charge, credit }] : []
  })
}

/**
 * What becomes of charges so that they come to what is owed: what is billed stays until that is final, the draft bears the rest, on one
 * charge, and the newest is credited first.
 */
export const settlement = (
  { quantity, isFinal }: Pick<Owed<string>, 'quantity' | 'isFinal'>,
  charges: readonly ActiveCharge[],
): Settlement => {
  const issued = charges.filter(({ isIssued }) => isIssued)
  const [first, ...others] = charges.filter(({ isIssued }) => !isIssued)
  const billed = issued.reduce((sum, { left }) => sum + left, 0)
  const open = Math.max(0, quantity - billed)
  const stays = first !== undefined && open > 0
  return {
    cancelled: [...(first && !stays ? [first] : []), ...others].map(({ charge }) => charge),
    changed: stays && first.left !== open ? [{ charge: first.charge, quantity: open }] : [],
    added: stays ? 0 : open,
    credited: isFinal ? creditsOf(issued, Math.max(0, billed - quantity)) : [],
  }
}
