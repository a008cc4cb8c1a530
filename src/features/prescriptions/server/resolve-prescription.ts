import { sql } from 'kysely'
import { refuseDead } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, formError, requireFound } from '#platform/errors/problem.ts'

interface Named {
  attendance_process?: number | undefined
  patient?: number | undefined
  prescription?: number | undefined
}
export interface PrescriptionRef {
  id: number
  visit: number
  patient: number
}

const refs = sql`select s.id, s.visit_id as visit, s.patient_id as patient from prescriptions s`

/** The prescription that is named by its id, its visit, or its patient, who must have an open visit; 400 on the field that names none. */
export const resolvePrescription = async (db: Db, { attendance_process, patient, prescription }: Named): Promise<PrescriptionRef> => {
  const where =
    prescription !== undefined
      ? sql`s.id = ${prescription}`
      : attendance_process !== undefined
        ? sql`s.visit_id = ${attendance_process}`
        : patient !== undefined
          ? sql`s.visit_id = (select v.id from visits v where v.patient_id = ${patient} and v.closed_at is null)`
          : null
  if (!where) throw formError('Give the visit, the patient or the prescription.')
  const { rows } = await sql<PrescriptionRef>`${refs} where ${where}`.execute(db)
  const [written] = rows
  if (!written && prescription !== undefined) throw fieldError('prescription', 'Prescription not found.')
  if (!written && attendance_process !== undefined) throw fieldError('attendance_process', 'Visit not found.')
  if (!written) await refuseDead(db, patient)
  if (!written) throw fieldError('patient', 'This patient has no open visit.')
  if (attendance_process !== undefined && written.visit !== attendance_process)
    throw fieldError('attendance_process', 'This prescription belongs to another visit.')
  if (patient !== undefined && written.patient !== patient) throw fieldError('patient', 'This visit belongs to another patient.')
  return written
}

/** The prescription by its id; 404 when there is none. */
export const requirePrescription = async (db: Db, id: number): Promise<PrescriptionRef> => {
  const { rows } = await sql<PrescriptionRef>`${refs} where s.id = ${id}`.execute(db)
  return requireFound(rows[0], 'Prescription')
}

/** The prescription of a line; 404 when there is no such line. */
export const requirePrescriptionOfLine = async (db: Db, line: number): Promise<PrescriptionRef> => {
  const { rows } =
    await sql<PrescriptionRef>`${refs} where s.id = (select d.prescription_id from prescribed_drugs d where d.id = ${line})`.execute(db)
  return requireFound(rows[0], 'Prescribed drug')
}
