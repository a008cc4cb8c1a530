import type { Db } from '#platform/db/connect.ts'
import type { Track } from '../rules.ts'
import { lockVisit, updateVisit } from './queries.ts'

/**
 * Moves an open visit that stands on one of the tracks `from` to `to`, because of what was done in a room: whoever did that needs no right
 * to move patients by hand. Answers the visit before and after; null where it stands elsewhere or is over. Locks the visit.
 */
export const moveOn = async (db: Db, visit: number, { from, to }: { from: readonly Track[]; to: Track }, by: number, now: Date) => {
  const before = await lockVisit(db, visit)
  if (!before || before.closed_at || !from.includes(before.track)) return null
  const after = { ...before, track: to, track_since: now, attended_by: null, attended_since: null }
  await updateVisit(db, before, after, now, { by })
  return { before, after }
}
