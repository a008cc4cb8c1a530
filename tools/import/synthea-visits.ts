import { sql } from 'kysely'
import { insertPastVisits } from '#features/attendance/public.ts'
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

/** Writes closed visits with their moves and documents, keeps the patients' last visit, and leaves an audit row for each. */
export const saveVisits =
  (ids: PatientIds, now: Date, requestId: string) =>
  async (db: Db, rows: Row[]): Promise<void> => {
    const visits = rows.map(({ id, row: { patient, ...visit } }) => ({ ...visit, patient_id: ids.get(patient)!, source: sourceOf(id) }))
    const made = await insertPastVisits(db, visits)
    await sql`
      insert into audit_log (at, action, entity, entity_id, patient_id, request_id, change)
      select ${now}::timestamptz, 'import', 'visit', id, patient, ${requestId}, jsonb_build_object('source', source)
      from json_to_recordset(${JSON.stringify(made)}::json) x (id integer, patient integer, source text)`.execute(db)
  }
