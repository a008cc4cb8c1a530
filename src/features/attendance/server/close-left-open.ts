import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { ClosingCause } from '../left-open-rules.ts'
import { findLeftOpenOf, type LeftOpen } from './left-open.ts'
import { lockVisits } from './queries.ts'

/** Who closes visits that were left open, when, and what for. */
export interface Closing {
  cause: Exclude<ClosingCause, 'ended late'>
  /** Null for the nightly job. */
  by: number | null
  now: Date
}

/** Ends these visits as left, each at its own time and under a new version. Their rows are locked, and they are left open. */
const writeClosed = async (db: Db, visits: readonly LeftOpen[], { cause, by, now }: Closing) => {
  const closing = visits.map(({ id, track, track_since, ends_at, outcome }) => ({ id, track, track_since, ends_at, outcome }))
  await sql`
    with closing as (
      select * from json_to_recordset(${JSON.stringify(closing)}::json) c (id integer, track track, track_since timestamptz, ends_at timestamptz, outcome text)
    ), closed as (
      update visits v set track = 'discharged', track_since = c.ends_at, closed_at = c.ends_at, outcome = c.outcome, attended_by = null,
        attended_since = null, version = v.version + 1
      from closing c where v.id = c.id returning v.id, v.version
    )
    insert into visit_moves (visit_id, from_track, from_since, to_track, moved_at, moved_by, visit_version, cause, recorded_at)
    select c.id, c.track, c.track_since, 'discharged', c.ends_at, ${by}::integer, v.version, ${cause}, ${now}::timestamptz
    from closing c join closed v on v.id = c.id order by c.id`.execute(db)
}

/**
 * Locks these visits, looks at them once more as they are now, and ends those as left for which `mayClose` holds. Answers which were closed
 * and, by id, those that are left open and stay so; what is in neither is over, or was moved meanwhile.
 */
export const closeLeftOpen = async (db: Db, ids: readonly number[], closing: Closing, mayClose: (visit: LeftOpen) => boolean) => {
  await lockVisits(db, ids)
  // Read after the lock: whatever else changes a visit, or adds to it, had ended or waits.
  const found = await findLeftOpenOf(db, ids, closing.now)
  const closed = [...found.values()].filter(mayClose)
  if (closed.length > 0) await writeClosed(db, closed, closing)
  const done = new Set(closed.map(({ id }) => id))
  return { closed, kept: new Map([...found].filter(([id]) => !done.has(id))) }
}

/** What the trail says of a visit that was closed as left. */
export const closedEntry = ({ id, patient, track, ends_at, outcome }: LeftOpen, cause: ClosingCause) => ({
  entity: 'visit',
  id,
  patient,
  change: { track: [track, 'discharged'], closed_at: [null, ends_at], outcome: [null, outcome], cause },
})
