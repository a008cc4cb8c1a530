import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Line, Plan } from './import-file.ts'
import { planBySource } from './plan-by-source.ts'
import type { ImportedMedicine, ImportedProblem, ImportedVitals } from './synthea-clinical.ts'
import type { PatientIds } from './synthea-patients.ts'
import { sourceOf } from './synthea-records.ts'

/** What every saving of an import needs to know. */
export interface Saving {
  ids: PatientIds
  now: Date
  requestId: string
}

const trail = ({ now, requestId }: Saving, entity: string) => sql`
  insert into audit_log (at, action, entity, entity_id, patient_id, request_id, change)
  select ${now}::timestamptz, 'import', ${entity}, id, patient_id, ${requestId}, jsonb_build_object('source', source) from saved`

/** New problems; one that a patient has on the list already, and still has, is known. */
export const planProblems =
  (ids: PatientIds) =>
  async (db: Db, rows: Line<ImportedProblem>[]): Promise<Plan<ImportedProblem>> => {
    const plan = await planBySource<ImportedProblem>('problems', ids)(db, rows)
    const patients = [...new Set(rows.map(({ row }) => ids.get(row.patient)))].filter((id) => typeof id === 'number')
    const onList =
      patients.length === 0
        ? []
        : await db
            .selectFrom('problems')
            .select(['patient_id', 'title'])
            .where('patient_id', 'in', patients)
            .where('status', '=', 'active')
            .execute()
    const active = new Set(onList.map(({ patient_id, title }) => `${patient_id} ${title.toLowerCase()}`))
    const fresh = plan.fresh.filter(({ row }) => {
      if (row.resolved_at !== null) return true
      const key = `${ids.get(row.patient) ?? row.patient} ${row.title.toLowerCase()}`
      if (active.has(key)) return false
      active.add(key)
      return true
    })
    return { ...plan, fresh, known: plan.known + plan.fresh.length - fresh.length }
  }

export const saveProblems = (saving: Saving) => async (db: Db, rows: Line<ImportedProblem>[]) => {
  const problems = rows.map(({ id, row: { patient, ...problem } }) => ({
    ...problem,
    patient_id: saving.ids.get(patient),
    source: sourceOf(id),
  }))
  await sql`
    with saved as (
      insert into problems (patient_id, title, status, onset_on, resolved_on, recorded_at, changed_at, source)
      select patient_id, title, case when resolved_at is null then 'active' else 'resolved' end::problem_status,
        (onset_at at time zone c.time_zone)::date, (resolved_at at time zone c.time_zone)::date, onset_at, coalesce(resolved_at, onset_at), source
      from json_to_recordset(${JSON.stringify(problems)}::json) x (patient_id integer, title text, onset_at timestamptz, resolved_at timestamptz,
        source text), company c
      returning id, patient_id, source
    ) ${trail(saving, 'problem')}`.execute(db)
}

/** New sets of vital signs, of encounters that are, or in a dry run would be, visits on file. */
export const planVitals = (ids: PatientIds, encounters: ReadonlySet<string>) =>
  planBySource<ImportedVitals>('vital_signs', ids, ({ row }) =>
    encounters.has(row.encounter) ? null : `There is no encounter ${row.encounter}.`,
  )

export const saveVitals = (saving: Saving) => async (db: Db, rows: Line<ImportedVitals>[]) => {
  const sets = rows.map(({ id, row: { patient, encounter, taken_at, values } }) => ({
    ...values,
    taken_at,
    patient_id: saving.ids.get(patient),
    visit: sourceOf(encounter),
    source: sourceOf(id),
  }))
  await sql`
    with saved as (
      insert into vital_signs (visit_id, patient_id, taken_at, recorded_at, temperature, pulse, respiration, systolic, diastolic, spo2, weight,
        height, pain, head_circumference, source)
      select v.id, v.patient_id, x.taken_at, ${saving.now}::timestamptz, x.temperature, x.pulse, x.respiration, x.systolic, x.diastolic, x.spo2,
        x.weight, x.height, x.pain, x.head_circumference, x.source
      from json_to_recordset(${JSON.stringify(sets)}::json) x (patient_id integer, visit text, taken_at timestamptz, temperature numeric,
        pulse smallint, respiration smallint, systolic smallint, diastolic smallint, spo2 smallint, weight numeric, height numeric, pain smallint,
        head_circumference numeric, source text)
      join visits v on v.source = x.visit and v.patient_id = x.patient_id
      returning id, patient_id, source
    ) ${trail(saving, 'vital signs')}`.execute(db)
}

export const planMedicines = (ids: PatientIds) => planBySource<ImportedMedicine>('patient_medicines', ids)

/** The source does not say when a medicine was stopped, only that it was: it counts as stopped on the day it was begun. */
export const saveMedicines = (saving: Saving) => async (db: Db, rows: Line<ImportedMedicine>[]) => {
  const medicines = rows.map(({ id, row: { patient, ...medicine } }) => ({
    ...medicine,
    patient_id: saving.ids.get(patient),
    source: sourceOf(id),
  }))
  await sql`
    with saved as (
      insert into patient_medicines (patient_id, name, directions, started_on, stopped_on, stop_reason, recorded_at, source)
      select patient_id, x.name, directions, day, case when is_stopped then day end, case when is_stopped then 'Stopped before the import' end,
        started_at, source
      from json_to_recordset(${JSON.stringify(medicines)}::json) x (patient_id integer, name text, directions text, started_at timestamptz,
        is_stopped boolean, source text), company c, lateral (select (started_at at time zone c.time_zone)::date) as d (day)
      returning id, patient_id, source
    ) ${trail(saving, 'medicine')}`.execute(db)
}
