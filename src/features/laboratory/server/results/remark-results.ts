import { sql } from 'kysely'
import type { TrailRow } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import type { InstrumentRemarks } from './lock-tests.ts'

interface Remarked {
  test: number
  remarks: InstrumentRemarks
}
interface Done {
  trail: TrailRow[]
  /** Tests whose result is approved: what was said of them is not on it. */
  approved: ReadonlySet<number>
}

/**
 * Adds what an instrument says to current results that are not approved, in the caller's transaction; what was said before stays. Whoever saw the
 * result without it has to look again: its test gets another version.
 */
export const remarkResults = async (db: Db, remarked: readonly Remarked[]): Promise<Done> => {
  if (remarked.length === 0) return { trail: [], approved: new Set() }
  const rows = remarked.map(({ test, remarks }) => ({ test, ...remarks }))
  const ids = rows.map(({ test }) => test)
  await sql`select from lab_test_request_panels where id = any(${ids}::integer[]) order by id for no key update`.execute(db)
  const remarks = sql`json_to_recordset(${JSON.stringify(rows)}::json) as w(test integer, comment text, flags text)`
  const { rows: changed } = await sql<{ test: number; patient: number; comment: string; flags: string }>`
    update lab_results r set
      instrument_comment = left(case when position(w.comment in r.instrument_comment) > 0 then r.instrument_comment
        else concat_ws(E'\\n', nullif(r.instrument_comment, ''), nullif(w.comment, '')) end, 1000),
      instrument_flags = case when w.flags <> '' then w.flags else r.instrument_flags end, version = r.version + 1
    from ${remarks}
    where r.request_panel_id = w.test and r.is_current and r.approved_at is null
      and (position(w.comment in r.instrument_comment) = 0 or (w.flags <> '' and w.flags <> r.instrument_flags))
    returning r.request_panel_id as test, r.patient_id as patient, r.instrument_comment as comment, r.instrument_flags as flags`.execute(db)
  const { rows: approved } = await sql<{ test: number }>`
    select r.request_panel_id as test from lab_results r join ${remarks} on w.test = r.request_panel_id
    where r.is_current and r.approved_at is not null
      and (position(w.comment in r.instrument_comment) = 0 or (w.flags <> '' and w.flags <> r.instrument_flags))`.execute(db)
  const trail = changed.map(({ test, patient, comment, flags }) => ({
    action: 'remark result',
    entity: 'lab test',
    id: test,
    patient,
    change: { instrument_comment: comment, instrument_flags: flags },
  }))
  return { trail, approved: new Set(approved.map(({ test }) => test)) }
}
