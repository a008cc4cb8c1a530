import type { Db } from '#platform/db/connect.ts'
import { findOpenVisit, lockVisit, updateVisit, type VisitRow } from './queries.ts'

/**
 * Ends the open visit of a patient who died, whatever room it is in and whatever waits in it: nobody needs a right to move patients for that.
 * Answers it before and after; null where there is none. Locks the visit.
 */
export const endVisitWithDeath = async (db: Db, visit: number, by: number, now: Date) => {
  const before = await lockVisit(db, visit)
  if (!before || before.closed_at) return null
  const after: VisitRow = { ...before, track: 'discharged', track_since: now, closed_at: now, attended_by: null, attended_since: null }
  await updateVisit(db, before, after, now, { by })
  return { before, after }
}

/** Opens a visit again that ended with a death which was recorded in error: where it was, since when it was there. False where it cannot be. */
export const reopenVisitAfterDeath = async (
  db: Db,
  { id, track, track_since, closed_at }: Pick<VisitRow, 'id' | 'track'> & { track_since: string; closed_at: string },
  by: number,
  now: Date,
): Promise<boolean> => {
  const before = await lockVisit(db, id)
  if (!before?.closed_at || before.closed_at.getTime() !== new Date(closed_at).getTime()) return false
  if (await findOpenVisit(db, before.patient_id, now)) return false
  await updateVisit(db, before, { ...before, track, track_since: new Date(track_since), closed_at: null }, now, { by })
  return true
}
