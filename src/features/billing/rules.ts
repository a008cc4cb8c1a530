import { type Remaining } from '#features/charges/rules.ts'
import { cents, fromCents, splitCents, thousandths } from '#shared/money.ts'
import type { InvoiceItem } from './contract.ts'
import type { CreditNote } from './contract-payments.ts'

/** Payment modes that every clinic begins with. */
const seededModeWords: Record<'cash' | 'mobile money' | 'card' | 'bank', string> = {
  cash: 'Cash',
  'mobile money': 'Mobile money',
  card: 'Card',
  bank: 'Bank transfer',
}
const seededModes = new Set(Object.values(seededModeWords))
/** The name of a payment mode: in the language of the reader while it is one that every clinic begins with. */
export const modeName = (name: string, t: (text: string) => string): string => (seededModes.has(name) ? t(name) : name)

/** What goes back of cash that was handed over, as text; null when it is not enough. */
export const changeOf = (amount: string, tendered: string): string | null => {
  const change = cents(tendered) - cents(amount)
  return change < 0 ? null : fromCents(change)
}

type Line = Pick<
  InvoiceItem,
  'id' | 'item_name' | 'status' | 'quantity' | 'item_amount' | 'tax' | 'credited' | 'insurer_amount' | 'patient_amount' | 'waiver'
>
type Note = { items: Pick<CreditNote['items'][number], 'invoice_item' | 'quantity'>[] }
export interface Creditable {
  id: number
  name: string
  left: Remaining
}

/**
 * What is left to credit of every line of an issued bill: its amount, or of what was billed at nothing its quantity. How a line that was
 * credited in part is shared is reckoned in proportion.
 */
export const creditable = (lines: readonly Line[], notes: readonly Note[]): Creditable[] =>
  lines
    .filter(
      ({ status, item_amount, credited }) =>
        status !== 'cancelled' && status !== 'credited' && (cents(item_amount) > cents(credited) || cents(item_amount) === 0),
    )
    .map((line) => {
      const gone = notes
        .flatMap(({ items }) => items.filter(({ invoice_item }) => invoice_item === line.id))
        .reduce((sum, { quantity }) => sum + thousandths(quantity), 0)
      const left = cents(line.item_amount) - cents(line.credited)
      const parts = [cents(line.patient_amount), cents(line.insurer_amount), cents(line.waiver)]
      const [patient = 0, insurer = 0, waiver = 0] = splitCents(left, parts)
      const [tax = 0] = splitCents(left, [cents(line.tax), cents(line.item_amount) - cents(line.tax)])
      return {
        id: line.id,
        name: line.item_name,
        left: { quantity: thousandths(line.quantity) - gone, total: left, tax, patient, insurer, waiver },
      }
    })
