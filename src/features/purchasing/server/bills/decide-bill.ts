import { sql } from 'kysely'
import { cents } from '#shared/money.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, requireFound } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { OrderBill } from '#features/purchasing/contract-bills.ts'
import { getBill } from './bills.ts'

interface Decision {
  reason: string
  /** The version that was read, when one was sent. */
  seen: number | null
}

/** The bill, held until the transaction ends; 404, 412 when it has changed since it was read, 409 when it was cancelled. */
const hold = async (db: Db, id: number, seen: number | null, user: User, now: Date) => {
  requireFound(await db.selectFrom('supplier_bills').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst(), 'Bill')
  const bill = await getBill(db, id, user, now)
  await requireUnchanged(bill, seen, () => OrderBill.encode(bill))
  if (bill.is_cancelled) throw conflict('This invoice was cancelled.')
  return bill
}

/** Lets a bill that differs be paid; 409 when it agrees, is approved already, or is one's own. */
export const approveBill = async (db: Db, id: number, { reason, seen }: Decision, user: User, now: Date) => {
  const bill = await hold(db, id, seen, user, now)
  if (bill.approved_at !== null) throw conflict('This invoice is already approved.')
  if (!bill.needs_approval) throw conflict('This invoice matches: no approval is needed.')
  if (bill.created_by === user.id) throw conflict('An invoice cannot be approved by the user who entered it.', {}, 'own_bill')
  await db
    .updateTable('supplier_bills')
    .set({ approved_at: now, approved_by: user.id, approval_reason: reason, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  return bill
}

/** Cancels a bill on which nothing is paid; what came may then be on another one. */
export const cancelBill = async (db: Db, id: number, { reason, seen }: Decision, user: User, now: Date) => {
  const bill = await hold(db, id, seen, user, now)
  if (cents(bill.paid) > 0) throw conflict('This invoice has payments: reverse them first.')
  await db
    .updateTable('supplier_bills')
    .set({ cancelled_at: now, cancelled_by: user.id, cancel_reason: reason, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  return bill
}
