import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Line, Plan } from './import-file.ts'
import type { PatientIds } from './synthea-patients.ts'
import { type ImportedAllergy, sourceOf } from './synthea-records.ts'

type Row = Line<ImportedAllergy>

const keyOf = (patient: string | number, substance: string) => `${patient} ${substance.toLowerCase()}`

/** Tells new allergies from those on record, by their source or because the desk wrote the same substance down. */
export const planAllergies =
  (ids: PatientIds) =>
  async (db: Db, rows: Row[]): Promise<Plan<ImportedAllergy>> => {
    const patients = [...new Set(rows.map(({ row }) => ids.get(row.patient)))].filter((id) => typeof id === 'number')
    const onRecord =
      patients.length === 0
        ? []
        : await db
            .selectFrom('allergies')
            .select(['patient_id', 'substance', 'source', 'ended_at'])
            .where('patient_id', 'in', patients)
            .execute()
    const sources = new Set(onRecord.map(({ source }) => source))
    const active = new Set(onRecord.filter(({ ended_at }) => !ended_at).map(({ patient_id, substance }) => keyOf(patient_id, substance)))
    const plan: Plan<ImportedAllergy> = { fresh: [], known: 0, refused: [] }
    for (const line of rows) {
      const { patient, allergy } = line.row
      const id = ids.get(patient)
      const key = keyOf(id ?? patient, allergy.substance)
      if (id === undefined) plan.refused.push({ ...line, reason: `There is no patient ${patient}.` })
      else if (sources.has(sourceOf(line.id)) || active.has(key)) plan.known += 1
      else {
        active.add(key)
        plan.fresh.push(line)
      }
    }
    return plan
  }

export const saveAllergies =
  (ids: PatientIds, now: Date, requestId: string) =>
  async (db: Db, rows: Row[]): Promise<void> => {
    const allergies = rows.map(({ id, row: { patient, allergy, recorded_at } }) => ({
      ...allergy,
      recorded_at,
      patient_id: ids.get(patient),
      source: sourceOf(id),
    }))
    await sql`
      with a as (
        insert into allergies (patient_id, substance, category, severity, reaction, recorded_at, source)
        select patient_id, substance, category, severity, reaction, recorded_at, source
        from json_to_recordset(${JSON.stringify(allergies)}::json) x (patient_id integer, substance text, category allergy_category,
          severity allergy_severity, reaction text, recorded_at timestamptz, source text)
        returning id, patient_id, source
      )
      insert into audit_log (at, action, entity, entity_id, patient_id, request_id, change)
      select ${now}::timestamptz, 'import', 'allergy', id, patient_id, ${requestId}, jsonb_build_object('source', source) from a`.execute(
      db,
    )
  }
