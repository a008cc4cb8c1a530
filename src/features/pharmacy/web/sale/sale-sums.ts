import { type PartValues, typedCents } from '#features/billing/web/pay-fields.tsx'

/** The sum as the rules of paying want it: what an insurer owes of it is not paid here. */
export const sumsOf = (total: string | null) => ({ patient_balance: total ?? '0.00', insurer_balance: '0.00' })

/** Nothing is to be paid for it. */
export const isFree = (total: string | null) => Number(total ?? 0) === 0

/** Cents of all parts; what is no amount counts for nothing. */
export const paidOf = (payments: readonly Pick<PartValues, 'amount'>[]): number =>
  payments.reduce((sum, { amount }) => sum + typedCents(amount), 0)
