import { sql } from 'kysely'
import { nextNumber } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { SupplierPaymentKind } from '#platform/db/tables.gen.ts'
import type { User } from '#platform/http/handle.ts'

export interface NewPayment {
  kind: SupplierPaymentKind
  supplier: number
  payment_mode: number | null
  supplier_return: number | null
  amount: string
  reference: string
  paid_on: string
  reason: string
  reverses: number | null
  allocations: readonly { bill: number; amount: string }[]
}

/** Writes a payment with its parts and answers its id and number; what is paid on the bills follows by itself. The bills are held already. */
export const writePayment = async (db: Db, payment: NewPayment, user: User, now: Date) => {
  const number = await nextNumber(db, 'supplier payment', now)
  const { id } = await db
    .insertInto('supplier_payments')
    .values({
      number,
      kind: payment.kind,
      supplier_id: payment.supplier,
      payment_mode_id: payment.payment_mode,
      supplier_return_id: payment.supplier_return,
      amount: payment.amount,
      reference: payment.reference,
      paid_on: payment.paid_on,
      created_at: now,
      created_by: user.id,
      reverses_id: payment.reverses,
      reason: payment.reason,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into supplier_allocations (supplier_payment_id, supplier_bill_id, amount)
    select ${id}, a.bill, a.amount from json_to_recordset(${JSON.stringify(payment.allocations)}::json) as a(bill integer, amount numeric)
    order by a.bill`.execute(db)
  return { id, number }
}
