import { cents, fromCents } from '#shared/money.ts'
import { amountText } from '#web/text/amount-text.ts'
import type { PaymentMode } from '#features/billing/contract-payments.ts'
import type { Invoice } from '../bill-types.ts'

/** One way of paying as it stands in its boxes; amounts as they were typed. */
export interface PartValues {
  payment_mode: string
  amount: string
  tendered: string
  reference: string
  same_reference: boolean
}
export type Mode = Pick<PaymentMode, 'id' | 'payment_category' | 'requires_reference' | 'insurance'>
export type Sums = Pick<Invoice, 'patient_balance' | 'insurer_balance'>

export const isAmount = (typed: string) => /^\d{1,10}(\.\d{1,2})?$/.test(amountText(typed))

/** Whole cents of what was typed; none while it is no amount. */
export const typedCents = (typed: string): number => (isAmount(typed) ? cents(amountText(typed)) : 0)

type Party = 'patient' | 'insurer'
export const partyOf = (mode: Pick<Mode, 'payment_category'> | undefined): Party =>
  mode?.payment_category === 'insurer' ? 'insurer' : 'patient'

const dueOf = (party: Party, { patient_balance, insurer_balance }: Sums) =>
  Math.max(0, cents(party === 'patient' ? patient_balance : insurer_balance))

const paidBy = (party: Party, parts: readonly PartValues[], modes: readonly Mode[]) =>
  parts
    .filter(({ payment_mode }) => partyOf(modes.find(({ id }) => String(id) === payment_mode)) === party)
    .reduce((sum, { amount }) => sum + typedCents(amount), 0)

/** What one side still owes after these parts, in cents; negative when they are more than is due. */
export const leftToPay = (party: Party, sums: Sums, parts: readonly PartValues[], modes: readonly Mode[]): number =>
  dueOf(party, sums) - paidBy(party, parts, modes)

/** A new part that takes what is left of its side's due. */
export const nextPart = (mode: Mode, sums: Sums, parts: readonly PartValues[], modes: readonly Mode[]): PartValues => {
  const left = leftToPay(partyOf(mode), sums, parts, modes)
  return { payment_mode: String(mode.id), amount: left > 0 ? fromCents(left) : '', tendered: '', reference: '', same_reference: false }
}

/**
 * The parts after the amount of another than the first was typed: the first way of paying takes what the others leave of its side's due,
 * while nobody typed its amount. Never less than nothing.
 */
export const withRestFirst = <P extends PartValues>(parts: readonly P[], sums: Sums, modes: readonly Mode[]): P[] => {
  const [first, ...others] = parts
  if (!first) return []
  const left = leftToPay(partyOf(modes.find(({ id }) => String(id) === first.payment_mode)), sums, others, modes)
  return [{ ...first, amount: left > 0 ? fromCents(left) : '' }, ...others]
}

/** What goes back of cash that was handed over, in cents; nothing while no cash was named or it is too little. */
export const changeOf = ({ amount, tendered }: Pick<PartValues, 'amount' | 'tendered'>): number =>
  tendered === '' ? 0 : Math.max(0, typedCents(tendered) - typedCents(amount))

export type PartProblem = 'amount' | 'too much' | 'too little cash' | 'reference'

/** Why these parts cannot be taken, by the path of the box; nothing when they can. */
export const problemsOf = (parts: readonly PartValues[], sums: Sums, modes: readonly Mode[]): Record<string, PartProblem> => {
  const left = { patient: dueOf('patient', sums), insurer: dueOf('insurer', sums) }
  const found: Record<string, PartProblem> = {}
  for (const [at, part] of parts.entries()) {
    const mode = modes.find(({ id }) => String(id) === part.payment_mode)
    const party = partyOf(mode)
    const amount = typedCents(part.amount)
    left[party] -= amount
    if (amount === 0) found[`payments.${at}.amount`] = 'amount'
    else if (left[party] < 0) found[`payments.${at}.amount`] = 'too much'
    if (mode?.payment_category === 'cash' && part.tendered !== '' && typedCents(part.tendered) < amount)
      found[`payments.${at}.tendered`] = 'too little cash'
    if (mode?.requires_reference && part.reference.trim() === '') found[`payments.${at}.reference`] = 'reference'
  }
  return found
}

/** The modes a bill can be paid by: everybody's, the default first, and its insurer's while that owes a part of it. */
export const modesFor = <M extends PaymentMode>(modes: readonly M[], bill: Pick<Invoice, 'insurance_company' | 'insurer_balance'>): M[] =>
  modes.filter(
    ({ is_active, payment_category, insurance }) =>
      is_active && (payment_category !== 'insurer' || (cents(bill.insurer_balance) > 0 && insurance === bill.insurance_company)),
  )

/** The mode that money comes in by when nobody says otherwise. */
export const usualMode = <M extends PaymentMode>(modes: readonly M[]): M | undefined => {
  const own = modes.filter(({ payment_category }) => payment_category !== 'insurer')
  return own.find(({ is_default }) => is_default) ?? own[0] ?? modes[0]
}
