import { refuseDead } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, requireFound } from '#platform/errors/problem.ts'
import { lockVisit } from './queries.ts'

/**
 * The visit of an order, locked before its bill, until the transaction ends: 404 when there is none, 409 when it is over, `patient_died` where
 * that is why no order follows.
 */
export const lockOpenVisit = async (db: Db, id: number) => {
  const visit = requireFound(await lockVisit(db, id), 'Visit')
  if (visit.closed_at) await refuseDead(db, visit.patient_id)
  if (visit.closed_at) throw conflict('This visit is closed.', { track: visit.track, closed_at: visit.closed_at }, 'visit_closed')
  return visit
}
