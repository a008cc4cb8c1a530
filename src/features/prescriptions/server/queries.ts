import { sql } from 'kysely'
import { chargeColumns, joinCharge } from '#features/charges/index.ts'
import { nameOf } from '#features/users/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type CursorValue } from '#platform/db/keyset.ts'
import type { PrescribedDrug } from '../contract.ts'

const drugRows = (mayPrice: boolean) => sql`
  select d.id, d.prescription_id as prescription, s.visit_id as visit, d.patient_id as patient, d.item_id as item, t.name as item_name, t.unit,
    d.directions, d.structure, d.dosage || ' ' || d.frequency || ' ' || d.duration as words, d.quantity_dispensed, d.ends_on, d.replaced_by, '[]'::json as overrides, d.dosage, d.frequency, d.duration, d.note, d.quantity, d.is_dispensed, ${chargeColumns},
    d.prescribed_at, d.prescribed_by, ${nameOf(sql`d.prescribed_by`)} as prescribed_by_name,
    d.cancelled_at, ${nameOf(sql`d.cancelled_by`)} as cancelled_by_name, d.cancel_reason, d.version
  from prescribed_drugs d join prescriptions s on s.id = d.prescription_id join items t on t.id = d.item_id
  ${joinCharge('prescription', sql`d.id`, mayPrice)}`

/** The line, or undefined. */
export const findDrug = async (db: Db, id: number, mayPrice: boolean) => {
  const { rows } = await sql<PrescribedDrug>`${drugRows(mayPrice)} where d.id = ${id}`.execute(db)
  return rows[0]
}

/** What was prescribed to a patient, newest first, after the cursor. */
export const findDrugsOfPatient = async (
  db: Db,
  patient: number,
  mayPrice: boolean,
  page: { cursor: CursorValue | null; limit: number },
) => {
  const { rows } = await sql<PrescribedDrug>`${drugRows(mayPrice)}
    where d.patient_id = ${patient} and ${before(sql`d.id`, sql`d.id`, sql`bigint`, page.cursor)}
    order by d.id desc limit ${page.limit}`.execute(db)
  return rows
}

export const countDrugsOfPatient = async (db: Db, patient: number) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from prescribed_drugs where patient_id = ${patient}`.execute(db)
  return rows[0]?.total ?? 0
}

/** The lines of a prescription in the order in which they came. */
export const findDrugsOfPrescription = async (db: Db, prescription: number, mayPrice: boolean) => {
  const { rows } = await sql<PrescribedDrug>`${drugRows(mayPrice)} where d.prescription_id = ${prescription} order by d.id`.execute(db)
  return rows
}
