import { priceOf } from '#features/stock/web/lines-field.tsx'
import { cents, fromCents } from '#shared/money.ts'
import type { BillRow } from '../receiving-calls.ts'

/** What goes on which bill, as typed. */
export type Parts = ReadonlyMap<number, string>
type Open = Pick<BillRow, 'id' | 'balance'>

/** Whole cents of what was typed; none while it is no amount. */
export const typedCents = (typed: string): number => cents(priceOf(typed) ?? '0')

export const sumOfParts = (parts: Parts): number => Array.from(parts.values(), typedCents).reduce((sum, part) => sum + part, 0)

/** Puts a bill among those that are paid, whole, or takes it out. */
export const toggled = (parts: Parts, { id, balance }: Open): Parts => {
  const next = new Map(parts)
  if (!next.delete(id)) next.set(id, balance)
  return next
}

/** So many cents over the bills in their order, each at most what is open of it. */
export const spread = (amount: number, bills: readonly Open[]): Parts => {
  const parts = new Map<number, string>()
  let rest = amount
  for (const { id, balance } of bills) {
    const part = Math.min(rest, cents(balance))
    if (part > 0) parts.set(id, fromCents(part))
    rest -= part
  }
  return parts
}

/** Whether every part can be taken: more than nothing, and no more than is open of its bill. */
export const isPayable = (parts: Parts, bills: readonly Open[]): boolean =>
  parts.size > 0 &&
  bills.every(({ id, balance }) => {
    const part = parts.get(id)
    return part === undefined || (typedCents(part) > 0 && typedCents(part) <= cents(balance))
  })

interface Mode {
  id: number
  payment_category: string
}
/** How a supplier is paid unless somebody says otherwise: as the last time, else by the bank; null when neither is known. */
export const usualMode = (modes: readonly Mode[], last: number | null | undefined): number | null =>
  (modes.find(({ id }) => id === last) ?? modes.find(({ payment_category }) => payment_category === 'bank'))?.id ?? null
