import { sql } from 'kysely'
import { lockVisit } from '#features/attendance/index.ts'
import { cancelOrder } from '#features/charges/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, notFound, stale } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { findPanel } from './queries.ts'

interface Locked {
  visit_id: number
  patient_id: number
  item_id: number
  cancelled_at: Date | null
  version: number
}
const panelAt = (id: number) => sql`
  from lab_test_request_panels n join lab_test_requests q on q.id = n.lab_test_request_id join process_test_requests r on r.id = q.process_id
  where n.id = ${id}`

/** The panel, locked after its visit, so that locks are taken in the order of an order: visit, row, bill. */
const lockPanel = async (db: Db, id: number) => {
  const { rows: found } = await sql<{ visit_id: number }>`select r.visit_id ${panelAt(id)}`.execute(db)
  if (!found[0]) throw notFound('Laboratory test')
  await lockVisit(db, found[0].visit_id)
  const { rows } = await sql<Locked>`
    select r.visit_id, q.patient_id, n.item_id, n.cancelled_at, n.version ${panelAt(id)} for update of n`.execute(db)
  return rows[0]!
}

interface Cancelling {
  id: number
  reason: string
  seen: number | null
}

/** Cancels a requested test and takes its charge back; 409 when it was cancelled already, 412 when it has changed since. */
export const cancelPanel = async ({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, { id, reason, seen }: Cancelling) => {
  const panel = await lockPanel(db, id)
  if (seen !== null && seen !== panel.version) throw stale(await findPanel(db, id, user.permissions.has('services.view')))
  if (panel.cancelled_at) throw conflict('This test was cancelled already.', { cancelled_at: panel.cancelled_at }, 'cancelled')
  await db
    .updateTable('lab_test_request_panels')
    .set({ cancelled_at: now, cancelled_by: user.id, cancel_reason: reason, version: panel.version + 1 })
    .where('id', '=', id)
    .execute()
  const charge = await cancelOrder(db, { kind: 'laboratory', id }, reason, user.id, now)
  return { ...panel, charge }
}
