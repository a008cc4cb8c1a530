import { sql, type RawBuilder } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { documentIn } from '#platform/db/document-source.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { PatientDiagnosis, PatientProblem } from '../contract.ts'

const problemRows = (where: RawBuilder<unknown>) => sql<PatientProblem>`
  select b.id, b.patient_id as patient, b.diagnosis_code_id as diagnosis_code, b.code, b.title, b.status, b.note, b.onset_on, b.resolved_on,
    b.recorded_at, ${nameOf(sql`b.recorded_by`)} as recorded_by_name, b.changed_at, ${nameOf(sql`b.changed_by`)} as changed_by_name,
    ${documentIn(sql`b.source`)} as document, b.version
  from problems b where ${where} order by b.status <> 'active', b.id desc`

/** The problems of a patient, the active ones first, then newest first. */
export const findProblems = async (db: Db, patient: number) => {
  const { rows } = await problemRows(sql`b.patient_id = ${patient}`).execute(db)
  return rows
}

/** One of them, or undefined; another patient's is none. */
export const findProblem = async (db: Db, patient: number, id: number) => {
  const { rows } = await problemRows(sql`b.patient_id = ${patient} and b.id = ${id}`).execute(db)
  return rows[0]
}

/** The active problem of a patient that is called like this, or undefined. */
export const findActiveProblem = async (db: Db, patient: number, title: string) => {
  const { rows } = await sql<{ id: number }>`
    select id from problems where patient_id = ${patient} and lower(title) = lower(${title}) and status = 'active'`.execute(db)
  return rows[0]
}

/** The standing diagnoses of a patient's signed notes, newest first, after the cursor. */
export const findDiagnosesOfPatient = async (db: Db, patient: number, { cursor, limit }: Position) => {
  const { rows } = await sql<PatientDiagnosis>`
    select d.id, d.consultation_id as consultation, d.visit_id as visit, d.patient_id as patient, d.diagnosis_code_id as diagnosis_code,
      d.code, d.title, d.certainty, d.is_primary, d.recorded_at, ${nameOf(sql`d.recorded_by`)} as recorded_by_name,
      (select t.icd11_code from diagnosis_codes t where t.id = d.diagnosis_code_id) as icd11_code,
      c.doctor_id as doctor, ${nameOf(sql`c.doctor_id`)} as doctor_name, c.signed_at
    from diagnoses d join consultations c on c.id = d.consultation_id
    where d.patient_id = ${patient} and d.removed_at is null and c.signed_at is not null
      and ${before(sql`d.id`, sql`d.id`, sql`bigint`, cursor)}
    order by d.id desc limit ${limit}`.execute(db)
  return rows
}

export const countDiagnosesOfPatient = async (db: Db, patient: number) => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from diagnoses d join consultations c on c.id = d.consultation_id
    where d.patient_id = ${patient} and d.removed_at is null and c.signed_at is not null`.execute(db)
  return rows[0]?.total ?? 0
}
