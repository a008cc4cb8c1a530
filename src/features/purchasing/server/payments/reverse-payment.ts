import { cents, fromCents } from '#shared/money.ts'
import { dayOf } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { lockBills } from './lock-bills.ts'
import { lockSupplier } from './lock-supplier.ts'
import { getPayment } from './payments.ts'
import { writePayment } from './write-payment.ts'

const opposite = (amount: string) => fromCents(-cents(amount))

/** Takes a payment or credit back whole by the opposite one, and answers that one's id; 409 when it was taken back already. */
export const reversePayment = async (db: Db, id: number, reason: string, user: User, now: Date) => {
  const { supplier, kind, allocations, number } = await getPayment(db, id)
  if (kind === 'reversal') throw conflict(`${number} takes another payment back: enter that one anew.`)
  await lockSupplier(db, supplier)
  await lockBills(
    db,
    allocations.map(({ bill }) => bill),
  )
  const payment = await getPayment(db, id)
  if (payment.reversed_by !== null) throw conflict('This payment is already reversed.')
  const { payment_mode, supplier_return, amount, reference } = payment
  const reversal = {
    kind: 'reversal' as const,
    supplier,
    payment_mode,
    supplier_return,
    amount: opposite(amount),
    reference,
    paid_on: await dayOf(db, now),
    reason,
    reverses: id,
    allocations: payment.allocations.map((part) => ({ bill: part.bill, amount: opposite(part.amount) })),
  }
  return { ...(await writePayment(db, reversal, user, now)), of: number }
}
