import { sql } from 'kysely'
import { moveOn } from '#features/attendance/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { changedFields, type TrailRow } from '#platform/audit/audit.ts'

/**
 * The visits of these tests, which are held, that wait for the laboratory, have a result and have nothing open there any more are moved on;
 * answers the moves. A calculated test that came to nothing is not waited for.
 */
export const moveFinished = async ({ db, now, by }: { db: Db; now: Date; by: number }, tests: readonly number[]): Promise<TrailRow[]> => {
  const { rows } = await sql<{ id: number }>`
    select g.visit_id as id from process_test_requests g
    where g.id in (select q.process_id from lab_test_request_panels n join lab_test_requests q on q.id = n.lab_test_request_id
        where n.id = any(${tests}::integer[]))
      and (
        select bool_or(n.state = 'approved') and not bool_or(n.state = 'entered' or (n.state = 'requested' and p.kind <> 'calculated'))
        from lab_test_requests q join lab_test_request_panels n on n.lab_test_request_id = q.id join lab_panels p on p.id = n.panel_id
        where q.process_id = g.id)
    order by g.visit_id`.execute(db)
  const moves: TrailRow[] = []
  for (const { id } of rows) {
    const moved = await moveOn(db, id, { from: ['lab', 'awaiting result'], to: 'added result' }, by, now)
    if (!moved) continue
    const change = changedFields({ ...moved.before }, { ...moved.after })
    moves.push({ action: 'move', entity: 'visit', id, patient: moved.before.patient_id, change })
  }
  return moves
}
