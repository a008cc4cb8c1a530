import { sql } from 'kysely'
import { readDirections, type Directions } from '#features/directions/rules.ts'
import { isReleased } from '#features/laboratory/public.ts'
import { wordsOf } from '#features/prescriptions/public.ts'
import { type Signer, signerOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { OwnVisit } from '../contract.ts'

/** At most so many lines of each kind: a summary is no record. */
const MOST = 40

export interface SummaryVisit {
  id: number
  patient: number
  number: string
  began_at: Date
  reason: string
}
interface SummaryNote {
  complaint: string
  advice: string
  return_advice: string
  follow_up_on: string | null
  signer: Signer
}
export interface SummaryResult {
  name: string
  result: string
  unit: string | null
  flag: 'normal' | 'low' | 'high' | 'critical low' | 'critical high' | 'abnormal' | 'critical' | null
  low: string | null
  high: string | null
  range_text: string
}
export interface SummaryMedicine {
  name: string
  structure: Directions | null
  typed: string
  quantity: string
  unit: string | null
}
interface SummaryDiagnosis {
  title: string
  /** The words for patients, when the note has the title of the list. */
  plain_title: string | null
  is_provisional: boolean
}

export interface VisitSummary {
  visit: SummaryVisit
  notes: SummaryNote[]
  diagnoses: SummaryDiagnosis[]
  results: SummaryResult[]
  /** Results that are told at the clinic, or are not ready. */
  waiting: number
  medicines: SummaryMedicine[]
  appointments: { at: Date; with: string | null; number: string }[]
}

/** The visit, of any patient or of this one; undefined when there is none such. */
export const findVisit = async (db: Db, id: number, patient?: number): Promise<SummaryVisit | undefined> => {
  const { rows } = await sql<SummaryVisit>`
    select v.id, v.patient_id as patient, v.track_number as number, v.created_at as began_at, v.reason
    from visits v where v.id = ${id} and ${patient === undefined ? sql`true` : sql`v.patient_id = ${patient}`}`.execute(db)
  return rows[0]
}

const findNotes = async (db: Db, visit: number) => {
  const { rows } = await sql<SummaryNote>`
    select c.complaint, c.advice, c.return_advice, c.follow_up_on, ${signerOf(sql`c.signed_as`, sql`c.signed_by`)} as signer
    from consultations c where c.visit_id = ${visit} and c.signed_at is not null order by c.signed_at, c.id limit ${MOST}`.execute(db)
  return rows
}

const findDiagnoses = async (db: Db, visit: number) => {
  const { rows } = await sql<SummaryDiagnosis>`
    select d.title, d.certainty = 'provisional' as is_provisional, case when lower(d.title) = lower(t.title) then t.plain_title end as plain_title
    from diagnoses d join consultations c on c.id = d.consultation_id left join diagnosis_codes t on t.id = d.diagnosis_code_id
    where d.visit_id = ${visit} and d.removed_at is null and d.certainty <> 'ruled out' and c.signed_at is not null
    order by d.is_primary desc, d.id limit ${MOST}`.execute(db)
  return rows
}

/** What is released of the tests of the visit, and how many others there are: neither their names nor values. */
const findResults = async (db: Db, visit: number, now: Date) => {
  const { rows } = await sql<SummaryResult & { is_released: boolean }>`
    select k.name, r.result, r.unit, r.flag, trim_scale(r.low)::text as low, trim_scale(r.high)::text as high, coalesce(r.range_text, '') as range_text,
      r.id is not null as is_released
    from lab_test_request_panels n join lab_test_requests q on q.id = n.lab_test_request_id join process_test_requests g on g.id = q.process_id
    join lab_panels k on k.id = n.panel_id left join lab_results r on r.request_panel_id = n.id and ${isReleased(now)}
    where g.visit_id = ${visit} and n.state <> 'cancelled' order by k.position, lower(k.name), n.id limit ${MOST * 2}`.execute(db)
  return { results: rows.filter(({ is_released }) => is_released), waiting: rows.filter(({ is_released }) => !is_released).length }
}

interface MedicineRow extends Pick<SummaryMedicine, 'name' | 'structure' | 'quantity' | 'unit'> {
  directions: string | null
  dosage: string
  frequency: string
  duration: string
}
const findMedicines = async (db: Db, visit: number): Promise<SummaryMedicine[]> => {
  const { rows } = await sql<MedicineRow>`
    select t.name, d.structure, d.quantity::text, t.unit, d.directions, d.dosage, d.frequency, d.duration
    from prescribed_drugs d join prescriptions s on s.id = d.prescription_id join items t on t.id = d.item_id
    where s.visit_id = ${visit} and d.cancelled_at is null and d.refused_at is null order by d.id limit ${MOST}`.execute(db)
  return rows.map((row) => {
    const typed = wordsOf({ ...row, structure: null })
    const { directions, unread, abstained } = readDirections(typed)
    const isUnderstood = abstained === null && unread.length === 0 && directions.doses.length > 0
    return { name: row.name, structure: row.structure ?? (isUnderstood ? directions : null), typed, quantity: row.quantity, unit: row.unit }
  })
}

const findAppointments = async (db: Db, patient: number, now: Date) => {
  const { rows } = await sql<{ at: Date; with: string | null; number: string }>`
    select a.appointment_date_time as at, (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = a.doctor_id) as with, a.number
    from appointments a where a.patient_id = ${patient} and a.appointment_date_time > ${now} and a.status in ('pending', 'confirmed')
    order by a.appointment_date_time, a.id limit 3`.execute(db)
  return rows
}

/** What a patient takes home of a visit: signed notes, what is released, and nothing else. Undefined while nothing is signed. */
export const findVisitSummary = async (db: Db, visit: SummaryVisit, now: Date): Promise<VisitSummary | undefined> => {
  const notes = await findNotes(db, visit.id)
  if (notes.length === 0) return undefined
  const [diagnoses, { results, waiting }, medicines, appointments] = await Promise.all([
    findDiagnoses(db, visit.id),
    findResults(db, visit.id, now),
    findMedicines(db, visit.id),
    findAppointments(db, visit.patient, now),
  ])
  return { visit, notes, diagnoses, results, waiting, medicines, appointments }
}

const signedVisits = (patient: number) => sql`visits v where v.patient_id = ${patient}
  and exists (select from consultations c where c.visit_id = v.id and c.signed_at is not null)`

/** A patient's visits with a signed note, newest first, after the cursor. */
export const findOwnVisits = async (db: Db, patient: number, { cursor, limit }: Position) => {
  const { rows } = await sql<OwnVisit>`
    select v.id, v.track_number as number, v.created_at as began_at, v.reason, array(
      select distinct concat_ws(' ', u.first_name, u.last_name) from consultations c join users u on u.id = c.signed_by
      where c.visit_id = v.id and c.signed_at is not null order by 1) as seen_by
    from ${signedVisits(patient)} and ${before(sql`v.id`, sql`v.id`, sql`bigint`, cursor)} order by v.id desc limit ${limit}`.execute(db)
  return rows
}

export const countOwnVisits = async (db: Db, patient: number): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from ${signedVisits(patient)}`.execute(db)
  return rows[0]?.total ?? 0
}
