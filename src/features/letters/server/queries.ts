import { sql, type Insertable, type Updateable } from 'kysely'
import { nameOf, type Signer } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import type { Letter } from '../contract.ts'

/** Who the patient was, who signed and for which clinic, in the words of the day. */
export interface LetterContent {
  patient: string
  patient_number: string
  signer: string
  /** With title and registration; absent of what was signed before these were recorded. */
  signed_as?: Signer
  date: string
  /** How the head and the end of its paper read. */
  clinic: { name: string; lines: string[]; thanks: string[] }
}

const columns = sql`
  select l.id, l.number, l.patient_id as patient, l.visit_id as visit, l.template_id as template, l.title, l.body, l.said, l.signed_at, l.signed_by,
    ${nameOf(sql`l.signed_by`)} as signed_by_name
  from letters l`
type Row = Letter & { said: LetterContent }

export const findLetter = async (db: Db, id: number) => {
  const { rows } = await sql<Row>`${columns} where l.id = ${id}`.execute(db)
  return rows[0]
}

export const findLetters = async (db: Db, patient: number, { cursor, limit }: Position) => {
  const { rows } = await sql<Row>`${columns}
    where l.patient_id = ${patient} and ${before(sql`l.id`, sql`l.id`, sql`bigint`, cursor)} order by l.id desc limit ${limit}`.execute(db)
  return rows
}

export const countLetters = async (db: Db, patient: number) => {
  const { total } = await db
    .selectFrom('letters')
    .select(sql<number>`count(*)`.as('total'))
    .where('patient_id', '=', patient)
    .executeTakeFirstOrThrow()
  return total
}

export const insertLetter = async (db: Db, letter: Omit<Insertable<DB['letters']>, 'number'>, today: string): Promise<number> => {
  const { id } = await db
    .insertInto('letters')
    .values({ ...letter, number: sql<string>`next_document_number('letter', ${today}::date)` })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const findLetterTemplates = (db: Db) =>
  db
    .selectFrom('letter_templates')
    .selectAll()
    .orderBy(sql`lower(name)`)
    .execute()

export const findLetterTemplate = (db: Db, id: number) =>
  db.selectFrom('letter_templates').selectAll().where('id', '=', id).executeTakeFirst()

/** The template, held until the transaction ends. */
export const lockLetterTemplate = (db: Db, id: number) =>
  db.selectFrom('letter_templates').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertLetterTemplate = (db: Db, template: Insertable<DB['letter_templates']>) =>
  db.insertInto('letter_templates').values(template).returningAll().executeTakeFirstOrThrow()

/** Changes the template, which gets the next version. */
export const updateLetterTemplateRow = (db: Db, id: number, change: Updateable<DB['letter_templates']>) =>
  db
    .updateTable('letter_templates')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** True when another template has the name, in whatever letter case. */
export const isTemplateName = async (db: Db, name: string, except: number | null): Promise<boolean> => {
  const { rows } = await sql`select 1 from letter_templates where lower(name) = lower(${name}) and id is distinct from ${except}`.execute(
    db,
  )
  return rows.length > 0
}
