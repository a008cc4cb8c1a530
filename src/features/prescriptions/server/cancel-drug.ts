import { sql } from 'kysely'
import { lockVisit } from '#features/attendance/index.ts'
import { cancelOrder } from '#features/charges/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, notFound, stale } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { findDrug } from './queries.ts'

/** The line, locked after its visit, so that locks are taken in the order of an order: visit, row, bill. */
const lockDrug = async (db: Db, id: number) => {
  const { rows } = await sql<{ visit_id: number }>`
    select s.visit_id from prescribed_drugs d join prescriptions s on s.id = d.prescription_id where d.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('Prescribed drug')
  await lockVisit(db, rows[0].visit_id)
  return db.selectFrom('prescribed_drugs').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow()
}

interface Cancelling {
  id: number
  reason: string
  seen: number | null
}

/** Cancels a prescribed line and takes its charge back; 409 once it is dispensed or cancelled, 412 when it has changed since. */
export const cancelDrug = async ({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, { id, reason, seen }: Cancelling) => {
  const drug = await lockDrug(db, id)
  if (seen !== null && seen !== drug.version) throw stale(await findDrug(db, id, user.permissions.has('services.view')))
  if (drug.is_dispensed) throw conflict('This was dispensed already.', {}, 'dispensed')
  if (drug.cancelled_at) throw conflict('This was cancelled already.', { cancelled_at: drug.cancelled_at }, 'cancelled')
  await db
    .updateTable('prescribed_drugs')
    .set({ cancelled_at: now, cancelled_by: user.id, cancel_reason: reason, version: drug.version + 1 })
    .where('id', '=', id)
    .execute()
  const charge = await cancelOrder(db, { kind: 'prescription', id }, reason, user.id, now)
  return { ...drug, charge }
}
