import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict, forbidden } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { findPharmacySettings } from './settings.ts'

/** Those of these lines whose charge is not paid yet: on a draft, or on a bill of which the patient still owes something. */
export const findUnpaid = async (db: Db, lines: readonly number[]): Promise<{ line: number; name: string }[]> => {
  const { rows } = await sql<{ line: number; name: string }>`
    select distinct c.order_id as line, c.item_name as name from charges c join invoices i on i.id = c.invoice_id
    where c.order_kind = 'prescription' and c.order_id = any(${lines}::integer[]) and c.cancelled_at is null and c.credited_total < c.total + 0.01
      and case when i.issued_at is null then c.patient_amount > 0 or c.price_source = 'none' else i.patient_balance > 0 and c.patient_amount > 0 end
    order by 1`.execute(db)
  return rows
}

/**
 * Where the clinic hands out only what is paid: 409 `unpaid` with the lines, unless somebody who may says why it cannot wait. True when it
 * is handed out although it is not paid.
 */
export const requirePaid = async (
  db: Db,
  { lines, reason, user }: { lines: readonly number[]; reason: string; user: Pick<User, 'permissions'> },
): Promise<boolean> => {
  const { pay_first } = await findPharmacySettings(db)
  if (!pay_first) return false
  const unpaid = await findUnpaid(db, lines)
  if (unpaid.length === 0) return false
  if (reason === '') throw conflict('This is not paid yet.', { lines: unpaid }, 'unpaid')
  if (!user.permissions.has('pharmacy.before_payment')) throw forbidden('pharmacy.before_payment')
  return true
}
