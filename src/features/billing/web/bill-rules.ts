import { cents, fromCents } from '#shared/money.ts'
import { amountText } from '#web/text/amount-text.ts'
import type { Invoice, InvoiceItem } from './bill-types.ts'

export type Line = Pick<
  InvoiceItem,
  'id' | 'item_name' | 'quantity' | 'item_amount' | 'insurer_amount' | 'patient_amount' | 'status' | 'price_source'
>
export const isLive = ({ status }: Pick<InvoiceItem, 'status'>) => status !== 'cancelled'

/** What happened to a line between two looks at a bill. */
export interface LineChange {
  id: number
  name: string
  kind: 'added' | 'gone' | 'changed'
  before: string
  after: string
}

const isSame = (a: Line, b: Line) =>
  a.quantity === b.quantity &&
  a.item_amount === b.item_amount &&
  a.insurer_amount === b.insurer_amount &&
  a.patient_amount === b.patient_amount

/** The lines that came, went or cost something else, in the order of the bill. */
export const changedLines = (before: readonly Line[], after: readonly Line[]): LineChange[] => {
  const was = new Map(before.filter(isLive).map((line) => [line.id, line]))
  const is = new Map(after.filter(isLive).map((line) => [line.id, line]))
  const gone = [...was.values()]
    .filter(({ id }) => !is.has(id))
    .map((line): LineChange => ({ id: line.id, name: line.item_name, kind: 'gone', before: line.item_amount, after: '0.00' }))
  const rest = [...is.values()].flatMap((line): LineChange[] => {
    const old = was.get(line.id)
    if (!old) return [{ id: line.id, name: line.item_name, kind: 'added', before: '0.00', after: line.item_amount }]
    return isSame(old, line)
      ? []
      : [{ id: line.id, name: line.item_name, kind: 'changed', before: old.item_amount, after: line.item_amount }]
  })
  return [...gone, ...rest]
}

type Sums = Pick<Invoice, 'invoice_amount' | 'patient_balance' | 'insurer_balance' | 'item_count'>
/** True when two looks at a bill ask the same of everybody. */
export const asksTheSame = (a: Sums, b: Sums) =>
  a.invoice_amount === b.invoice_amount &&
  a.patient_balance === b.patient_balance &&
  a.insurer_balance === b.insurer_balance &&
  a.item_count === b.item_count

/** Why a draft cannot be issued yet. */
export const blockOf = ({ item_count, unpriced }: Pick<Invoice, 'item_count' | 'unpriced'>): 'empty' | 'unpriced' | null =>
  item_count === 0 ? 'empty' : unpriced > 0 ? 'unpriced' : null

export const isNothing = (amount: string) => cents(amount) === 0
export const minus = (amount: string, less: string) => fromCents(cents(amount) - cents(less))

/** `3x dressing`, `3 x dressing`, `2.5*gauze`: a quantity before what is looked for. */
export const readWanted = (typed: string): { quantity: string; q: string } => {
  const [, quantity, q] = /^\s*(\d{1,5}(?:\.\d{1,3})?)\s*[x×*]\s*(.*)$/i.exec(typed) ?? []
  return quantity !== undefined && Number(quantity) > 0 ? { quantity, q: (q ?? '').trim() } : { quantity: '1', q: typed.trim() }
}

/** A quantity without its empty decimals: 2.000 is 2. */
export const shortQuantity = (quantity: string) => (quantity.includes('.') ? quantity.replace(/\.?0+$/, '') : quantity)

interface Owing {
  id: number
  insurer_balance: string
}
/** Spreads an insurer's payment over bills in their order, each at most what is due on it; what fits on none is left, in cents. */
export const spread = (amount: number, bills: readonly Owing[]): { amounts: Map<number, number>; left: number } => {
  const amounts = new Map<number, number>()
  let left = amount
  for (const { id, insurer_balance } of bills) {
    const take = Math.min(left, Math.max(0, cents(insurer_balance)))
    if (take > 0) amounts.set(id, take)
    left -= take
  }
  return { amounts, left }
}

/** A discount as it was typed: an amount, or with a sign a percentage; nothing typed is none. */
export const discountBody = (typed: string): { discount: string } | { discount_percent: string } => {
  const percent = /^(.*)%$/.exec(typed.trim())
  return percent ? { discount_percent: amountText(percent[1]!.trim()) } : { discount: amountText(typed) || '0' }
}

/** A discount of a whole bill as it was chosen and typed; `none` removes all discounts. */
export type WholeDiscount = { by: 'percent' | 'amount' | 'none'; value: string }
const typedNumber = ({ by, value }: WholeDiscount) => amountText(by === 'percent' ? value.replace(/%\s*$/, '') : value)
/** True where an amount or a percentage was to be typed, and the box is empty or holds zero. */
export const saysNoDiscount = (discount: WholeDiscount): boolean => discount.by !== 'none' && Number(typedNumber(discount)) === 0
export const wholeDiscountBody = (discount: WholeDiscount): { discount: string } | { discount_percent: string } =>
  discount.by === 'none'
    ? { discount: '0' }
    : discount.by === 'percent'
      ? { discount_percent: typedNumber(discount) }
      : { discount: typedNumber(discount) }
