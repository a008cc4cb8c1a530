import { sql } from 'kysely'
import type { z } from 'zod'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { User } from '#platform/http/handle.ts'
import type { Addendum, Consultation, Diagnosis } from '../contract.ts'
import { toRights } from './policy.ts'

type NoteRow = Omit<Consultation, 'diagnoses' | 'addenda' | 'may'>
type Reader = Pick<User, 'permissions'>

const noteRows = sql`
  select c.id, c.visit_id as visit, c.patient_id as patient, c.doctor_id as doctor, ${nameOf(sql`c.doctor_id`)} as doctor_name,
    c.complaint, c.history, c.examination, c.note, c.plan, c.advice, c.return_advice, c.disposition, c.follow_up_on, c.created_at, c.changed_at,
    ${nameOf(sql`c.changed_by`)} as changed_by_name, c.signed_at, c.signed_by, ${nameOf(sql`c.signed_by`)} as signed_by_name, c.version
  from consultations c`

/** The standing diagnoses of notes: of each the primary one first, then in the order in which they were added. */
export const findDiagnoses = async (db: Db, notes: readonly number[]) => {
  const { rows } = await sql<Diagnosis>`
    select d.id, d.consultation_id as consultation, d.diagnosis_code_id as diagnosis_code, d.code, d.title, d.certainty, d.is_primary,
      d.recorded_at, ${nameOf(sql`d.recorded_by`)} as recorded_by_name,
      (select t.icd11_code from diagnosis_codes t where t.id = d.diagnosis_code_id) as icd11_code
    from diagnoses d where d.consultation_id = any(${notes}::integer[]) and d.removed_at is null
    order by d.is_primary desc, d.id`.execute(db)
  return rows
}

/** The addenda of notes, oldest first. */
export const findAddenda = async (db: Db, notes: readonly number[]) => {
  const { rows } = await sql<z.output<typeof Addendum>>`
    select a.id, a.consultation_id as consultation, a.text, a.added_at, a.added_by, ${nameOf(sql`a.added_by`)} as added_by_name
    from consultation_addenda a where a.consultation_id = any(${notes}::integer[]) order by a.id`.execute(db)
  return rows
}

const whole = async (db: Db, user: Reader, rows: readonly NoteRow[]): Promise<Consultation[]> => {
  const ids = rows.map(({ id }) => id)
  const [diagnoses, addenda] = await Promise.all([findDiagnoses(db, ids), findAddenda(db, ids)])
  const diagnosesOf = Map.groupBy(diagnoses, ({ consultation }) => consultation)
  const addendaOf = Map.groupBy(addenda, ({ consultation }) => consultation)
  return rows.map((row) => ({
    ...row,
    diagnoses: diagnosesOf.get(row.id) ?? [],
    addenda: addendaOf.get(row.id) ?? [],
    may: toRights(user, row),
  }))
}

/** The note as this person may see it, or undefined. */
export const findNote = async (db: Db, user: Reader, id: number) => {
  const { rows } = await sql<NoteRow>`${noteRows} where c.id = ${id}`.execute(db)
  const [note] = await whole(db, user, rows)
  return note
}

export interface Filters {
  patient_id?: number | undefined
  visit?: number | undefined
  doctor?: number | undefined
  signed?: boolean | undefined
}
const matching = ({ patient_id, visit, doctor, signed }: Filters) =>
  sql.join(
    [
      sql`true`,
      ...(patient_id === undefined ? [] : [sql`c.patient_id = ${patient_id}`]),
      ...(visit === undefined ? [] : [sql`c.visit_id = ${visit}`]),
      ...(doctor === undefined ? [] : [sql`c.doctor_id = ${doctor}`]),
      ...(signed === undefined ? [] : [signed ? sql`c.signed_at is not null` : sql`c.signed_at is null`]),
    ],
    sql` and `,
  )

/** The notes that match, newest first, after the cursor, without their diagnoses and addenda. */
export const findNoteRows = async (db: Db, filters: Filters, { cursor, limit }: Position) => {
  const { rows } = await sql<NoteRow>`${noteRows}
    where ${matching(filters)} and ${before(sql`c.id`, sql`c.id`, sql`bigint`, cursor)} order by c.id desc limit ${limit}`.execute(db)
  return rows
}

/** The same with them: three queries, however long the page. */
export const findNotes = async (db: Db, user: Reader, filters: Filters, page: Position) =>
  whole(db, user, await findNoteRows(db, filters, page))

export const countNotes = async (db: Db, filters: Filters) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from consultations c where ${matching(filters)}`.execute(db)
  return rows[0]?.total ?? 0
}
