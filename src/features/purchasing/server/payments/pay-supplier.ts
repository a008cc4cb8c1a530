import { sql } from 'kysely'
import { cents, fromCents } from '#shared/money.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { dayOf } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { createSupplierPayment } from '#features/purchasing/contract-bills.ts'
import { figure } from '../figure.ts'
import { lockBills, type LockedBill } from './lock-bills.ts'
import { lockSupplier } from './lock-supplier.ts'
import { writePayment } from './write-payment.ts'

type Sent = ParsedOf<typeof createSupplierPayment>['body']

/** The mode of a payment: in use, the clinic's own, with the reference that it asks for. */
const requireMode = async (db: Db, { payment_mode, reference }: Sent): Promise<number> => {
  if (payment_mode == null) throw fieldError('payment_mode', 'This field is required.')
  const mode = await db
    .selectFrom('payment_modes')
    .select(['name', 'category', 'requires_reference', 'is_active'])
    .where('id', '=', payment_mode)
    .executeTakeFirst()
  if (!mode) throw fieldError('payment_mode', 'Payment mode not found.')
  if (!mode.is_active) throw fieldError('payment_mode', `${mode.name} is inactive.`)
  if (mode.category === 'insurer') throw fieldError('payment_mode', 'Suppliers cannot be paid through an insurer.')
  if (mode.requires_reference && !reference) throw fieldError('reference', `${mode.name} needs a reference.`)
  return payment_mode
}

/** What a credit stands on: goods that went back to this supplier, or a reason. More than those cost needs the reason as well. */
const requireCredit = async (db: Db, { supplier, supplier_return, reason, payment_mode }: Sent, amount: number) => {
  if (payment_mode != null) throw fieldError('payment_mode', 'A credit has no payment mode.')
  if (supplier_return == null) {
    if (!reason) throw fieldError('reason', 'Enter the reason for the credit, or choose the return.')
    return
  }
  const { rows } = await sql<{ supplier: number; value: string; credited: string }>`
    select r.supplier_id as supplier,
      (select round(sum(i.quantity * b.unit_cost), 2) from supplier_return_items i join batches b on b.id = i.batch_id
        where i.supplier_return_id = r.id) as value,
      coalesce((select sum(p.amount) from supplier_payments p where p.supplier_return_id = r.id), 0.00) as credited
    from supplier_returns r where r.id = ${supplier_return}`.execute(db)
  const back = rows[0]
  if (!back || back.supplier !== supplier) throw fieldError('supplier_return', 'This supplier has no return with this number.')
  if (cents(back.credited) + amount > cents(back.value) && !reason)
    throw fieldError('reason', `This is more than the goods cost (${figure(back.value)}): say why.`)
}

const findFault = (bill: LockedBill | undefined, { supplier }: Sent, amount: string) => {
  if (!bill) return { field: 'bill', message: 'Bill not found.' }
  if (bill.supplier !== supplier) return { field: 'bill', message: 'This invoice is from another supplier.' }
  return cents(amount) > cents(bill.balance) && bill.cancelled_at === null
    ? { field: 'amount', message: `This is more than the open amount: ${figure(bill.balance)}.` }
    : null
}

const requireBills = async (db: Db, sent: Sent) => {
  const ids = sent.allocations.map(({ bill }) => bill)
  if (new Set(ids).size !== ids.length) throw fieldError('allocations', 'Each bill may be listed only once.')
  const bills = await lockBills(db, ids)
  const errors: FieldErrors = {}
  for (const [place, { bill, amount }] of sent.allocations.entries()) {
    const fault = findFault(bills.get(bill), sent, amount)
    if (fault) errors[`allocations.${place}.${fault.field}`] = [fault.message]
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  for (const { id, invoice_no, cancelled_at, differences, approved_at } of bills.values()) {
    if (cancelled_at !== null) throw conflict(`Bill ${invoice_no} was cancelled.`, { bill: id })
    if (differences.length > 0 && approved_at === null)
      throw conflict(
        `Invoice ${invoice_no} differs from the order or the goods received: it must be approved first.`,
        { bill: id },
        'unapproved',
      )
  }
}

/**
 * Pays bills of one supplier, or sets a credit against them, and answers the payment's id. Supplier and bills are held first. 400 for more
 * than is open; 409 for a bill that was cancelled, or differs and nobody has approved it.
 */
export const paySupplier = async (db: Db, sent: Sent, user: User, now: Date) => {
  const kind = sent.kind ?? 'payment'
  const sum = sent.allocations.reduce((total, { amount }) => total + cents(amount), 0)
  if (sent.amount !== undefined && cents(sent.amount) !== sum) throw fieldError('amount', `The bills add up to ${figure(fromCents(sum))}.`)
  const today = await dayOf(db, now)
  if (sent.paid_on !== undefined && sent.paid_on > today) throw fieldError('paid_on', 'This date is in the future.')
  await lockSupplier(db, sent.supplier)
  if (kind === 'payment' && sent.supplier_return != null) throw fieldError('supplier_return', 'Returned goods are credited, not paid.')
  const payment_mode = kind === 'payment' ? await requireMode(db, sent) : null
  if (kind === 'credit') await requireCredit(db, sent, sum)
  await requireBills(db, sent)
  const payment = {
    kind,
    supplier: sent.supplier,
    payment_mode,
    supplier_return: sent.supplier_return ?? null,
    amount: fromCents(sum),
    reference: sent.reference ?? '',
    paid_on: sent.paid_on ?? today,
    reason: sent.reason ?? '',
    reverses: null,
    allocations: sent.allocations,
  }
  return writePayment(db, payment, user, now)
}
