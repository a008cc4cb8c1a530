import { sql, type RawBuilder } from 'kysely'
import { patientName } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { Prescription, PrescriptionStatus } from '../contract.ts'
import { findPrescriptionLines } from './lines.ts'

const prescriptionRows = sql`
  select s.id, coalesce(s.status, 'pending') as status, s.visit_id as visit, s.patient_id as patient,
    ${patientName} as patient_name,
    p.unique_id as patient_number, s.created_at as date_created, s.start_date, s.note, first.prescribed_by as created_by,
    ${nameOf(sql`first.prescribed_by`)} as created_by_name, s.version
  from prescriptions s join patients p on p.id = s.patient_id
  left join lateral (
    select d.prescribed_by from prescribed_drugs d where d.prescription_id = s.id order by d.id limit 1) first on true`

type Row = Omit<Prescription, 'prescribed_drugs'>

const find = async (db: Db, rest: RawBuilder<unknown>) => {
  const { rows } = await sql<Row>`${prescriptionRows} ${rest}`.execute(db)
  return rows
}

/** Prescriptions with their lines. */
export const withLines = async (db: Db, prescriptions: readonly Row[], mayPrice: boolean): Promise<Prescription[]> => {
  const ids = prescriptions.map(({ id }) => id)
  const lines = Map.groupBy(ids.length > 0 ? await findPrescriptionLines(db, ids, mayPrice) : [], ({ prescription }) => prescription)
  return prescriptions.map((written) => ({ ...written, prescribed_drugs: lines.get(written.id) ?? [] }))
}

/** The prescription with its lines, or undefined. Both are asked for at once. */
export const findPrescription = async (db: Db, id: number, mayPrice: boolean): Promise<Prescription | undefined> => {
  const [rows, lines] = await Promise.all([find(db, sql`where s.id = ${id}`), findPrescriptionLines(db, [id], mayPrice)])
  return rows[0] && { ...rows[0], prescribed_drugs: lines }
}

export interface PrescriptionFilters {
  status?: PrescriptionStatus | undefined
  patient_id?: number | undefined
  prescription_id?: number | undefined
  visit?: number | undefined
}
const matching = ({ status, patient_id, prescription_id, visit }: PrescriptionFilters) => {
  const all = [sql`true`]
  if (prescription_id !== undefined) all.push(sql`s.id = ${prescription_id}`)
  if (visit !== undefined) all.push(sql`s.visit_id = ${visit}`)
  // Empty ones are pending, too; but a list of them would hold every visit there was.
  if (status !== undefined && prescription_id === undefined && visit === undefined) all.push(sql`s.status = ${status}`)
  else if (status !== undefined) all.push(sql`coalesce(s.status, 'pending') = ${status}`)
  else if (prescription_id === undefined && visit === undefined) all.push(sql`s.status is not null`)
  if (patient_id !== undefined) all.push(sql`s.patient_id = ${patient_id}`)
  return sql.join(all, sql` and `)
}

/** Prescriptions without their lines, newest first, after the cursor. */
export const findPrescriptions = (db: Db, filters: PrescriptionFilters, page: Position) =>
  find(
    db,
    sql`where ${matching(filters)} and ${before(sql`s.id`, sql`s.id`, sql`bigint`, page.cursor)} order by s.id desc limit ${page.limit}`,
  )

export const countPrescriptions = async (db: Db, filters: PrescriptionFilters) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from prescriptions s where ${matching(filters)}`.execute(db)
  return rows[0]?.total ?? 0
}
