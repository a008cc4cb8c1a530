import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Track } from '../rules.ts'

/** A visit that is over, as another program knows it. */
interface PastVisit {
  patient_id: number
  reason: string
  priority: 'routine' | 'urgent' | 'emergency'
  isInpatient: boolean
  started_at: string
  ended_at: string
  /** Tells a second import of it that there is nothing to do; unique. */
  source: string
}

// The source knows when a visit began and ended, nothing between: the rooms before the last are passed at once.
const ambulant: readonly Track[] = ['reception', 'doctor', 'complete']
const inpatient: readonly Track[] = ['reception', 'doctor', 'inpatient', 'discharged']

/** Writes closed visits with their moves and documents, and keeps the patients' last visit; answers them. The audit rows are the caller's. */
export const insertPastVisits = async (
  db: Db,
  visits: readonly PastVisit[],
): Promise<{ id: number; patient: number; source: string }[]> => {
  const given = visits.map(({ isInpatient, ...visit }) => ({ ...visit, path: isInpatient ? inpatient : ambulant }))
  const { rows } = await sql<{ id: number; patient: number; source: string }>`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(given)}::json) x (source text, patient_id integer, reason text,
        priority visit_priority, path track[], started_at timestamptz, ended_at timestamptz)
    ), v as (
      insert into visits (track_number, patient_id, reason, track, priority, track_since, created_at, closed_at, source, version)
      select next_number('visit', extract(year from started_at at time zone c.time_zone)::integer), patient_id, reason,
        path[cardinality(path)], priority, ended_at, started_at, ended_at, source, cardinality(path)
      from given, company c
      returning id, patient_id, source, created_at, closed_at
    ), moved as (
      insert into visit_moves (visit_id, from_track, from_since, to_track, moved_at, visit_version)
      select v.id, g.path[step - 1], case when step > 1 then v.created_at end, g.path[step],
        case when step = cardinality(g.path) then v.closed_at else v.created_at end, step
      from v join given g using (source), generate_series(1, cardinality(g.path)) step order by v.id, step
    ), invoiced as (
      insert into invoices (visit_id, patient_id, created_at) select id, patient_id, created_at from v
    ), requested as (
      insert into process_test_requests (visit_id) select id from v
    ), triaged as (
      insert into triages (visit_id, patient_id, created_at) select id, patient_id, created_at from v
    ), prescribed as (
      insert into prescriptions (visit_id, patient_id, created_at) select id, patient_id, created_at from v
    ), seen as (
      update patients p set last_visit_at = greatest(p.last_visit_at, l.at)
      from (select patient_id, max(created_at) as at from v group by patient_id) l where p.id = l.patient_id
    )
    select id, patient_id as patient, source from v order by id`.execute(db)
  return rows
}
