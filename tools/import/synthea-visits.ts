import { sql } from 'kysely'
import type { Track } from '#features/attendance/rules.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Line, Plan } from './import-file.ts'
import { planBySource } from './plan-by-source.ts'
import type { PatientIds } from './synthea-patients.ts'
import { type ImportedVisit, sourceOf } from './synthea-records.ts'

type Row = Line<ImportedVisit>

/** Tells new visits from known ones; notes every encounter that has, or in a dry run would have, a visit. */
export const planVisits =
  (ids: PatientIds, encounters: Set<string>) =>
  async (db: Db, rows: Row[]): Promise<Plan<ImportedVisit>> => {
    const plan = await planBySource<ImportedVisit>('visits', ids)(db, rows)
    const refused = new Set(plan.refused.map(({ id }) => id))
    for (const { id } of rows) if (!refused.has(id)) encounters.add(id)
    return plan
  }

// The source knows when an encounter began and ended, nothing between: the rooms before the last are passed at once.
const ambulant: readonly Track[] = ['reception', 'doctor', 'complete']
const inpatient: readonly Track[] = ['reception', 'doctor', 'inpatient', 'discharged']

/** Writes closed visits with their moves and papers, keeps the patients' last visit, and leaves an audit row for each. */
export const saveVisits =
  (ids: PatientIds, now: Date, requestId: string) =>
  async (db: Db, rows: Row[]): Promise<void> => {
    const visits = rows.map(({ id, row: { patient, isInpatient, ...visit } }) => ({
      ...visit,
      patient_id: ids.get(patient),
      path: isInpatient ? inpatient : ambulant,
      source: sourceOf(id),
    }))
    await sql`
      with given as materialized (
        select * from json_to_recordset(${JSON.stringify(visits)}::json) x (source text, patient_id integer, reason text,
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
      insert into audit_log (at, action, entity, entity_id, patient_id, request_id, change)
      select ${now}::timestamptz, 'import', 'visit', id, patient_id, ${requestId}, jsonb_build_object('source', source) from v`.execute(db)
  }
