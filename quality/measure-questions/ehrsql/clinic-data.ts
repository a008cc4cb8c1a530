import { sql } from 'kysely'
import { questions as triageQuestions } from '#features/triage/questions.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Asked } from './data.ts'
import { doctorIn, patientIn } from './unanswerable.ts'

/** Rows of our tables by the names that EHRSQL gives them, lower case. */
export interface TestServer {
  asker: number
  /** Ids of patients by number. */
  patients: ReadonlyMap<string, number>
  /** Ids by dimension and name, and all names of a dimension, for what else a name is part of. */
  names: ReadonlyMap<string, ReadonlyMap<string, number>>
}

const distinct = (values: readonly (string | null | undefined)[]) =>
  [...new Set(values.filter((one) => typeof one === 'string'))].toSorted()
const valuesOf = (asked: readonly Asked[], ...slots: readonly string[]) =>
  distinct(asked.flatMap(({ values }) => slots.map((slot) => values[slot])))

/** A name that nobody asks for: EHRSQL knows patients by their numbers alone. */
const nameOf = (index: number) => Array.from(String(index), (digit) => 'bdfgklmnrz'[Number(digit)]).join('u')

const idsOf = async (db: Db, query: ReturnType<typeof sql<{ id: number; name: string }>>) =>
  new Map((await query.execute(db)).rows.map(({ id, name }) => [name.toLowerCase(), id]))

const insertPeople = async (db: Db, asked: readonly Asked[]) => {
  await sql`insert into users (email, first_name, last_name, role) values ('manager@clinic.example', 'Ruth', 'Wambui', 'sysadmin')`.execute(
    db,
  )
  const doctors = distinct(asked.map(({ question }) => doctorIn(question)))
  await sql`insert into users (email, first_name, last_name, role)
    select name || '@clinic.example', 'Doctor', initcap(name), 'doctor' from unnest(${doctors}::text[]) name`.execute(db)
  const numbers = distinct(
    asked.flatMap(({ question, values }) => [values['patient_id'], values['patient_id'] ? null : patientIn(question)]),
  )
  await sql`insert into patients (unique_id, first_name, second_name, gender, date_of_birth)
    select number, 'Zu' || name, 'Xo' || name, case when place % 2 = 0 then 'male' else 'female' end::gender, date '2060-01-01'
    from unnest(${numbers}::text[], ${numbers.map((_, index) => nameOf(index))}::text[]) with ordinality n (number, name, place)`.execute(
    db,
  )
}

const insertCatalogue = async (db: Db, asked: readonly Asked[]) => {
  const tests = valuesOf(asked, 'lab_name')
  const drugs = valuesOf(asked, 'drug_name', 'drug_name1', 'drug_name2', 'drug_name3')
  const diagnoses = valuesOf(asked, 'diagnosis_name', 'diagnosis_name1', 'diagnosis_name2')
  await sql`insert into lab_panels (code, name, kind, specimen_id)
    select 'XTEST' || place, name, 'quantitative', (select id from lab_specimens where code = 'SER')
    from unnest(${[...tests, 'ABO blood group']}::text[]) with ordinality n (name, place)`.execute(db)
  await sql`insert into items (name, category) select name, 'drug' from unnest(${drugs}::text[]) name`.execute(db)
  await sql`insert into items (name, category) select name, 'laboratory' from unnest(${tests}::text[]) name
    where not exists (select from items i where lower(i.name) = name)`.execute(db)
  await sql`insert into diagnosis_codes (system, title, source) select 'local', title, 'clinic' from unnest(${diagnoses}::text[]) title`.execute(
    db,
  )
}

/** Fills an empty database with everybody and everything that EHRSQL's questions name. */
export const makeClinicData = async (db: Db, asked: readonly Asked[]): Promise<TestServer> => {
  await sql`update company set time_zone = 'UTC'`.execute(db)
  await insertPeople(db, asked)
  await insertCatalogue(db, asked)
  const vital = triageQuestions.vocabularies?.find(({ name }) => name === 'vital')
  const items = await idsOf(db, sql`select id, name from items`)
  const names = new Map([
    ['test', await idsOf(db, sql`select id, name from lab_panels`)],
    ['drug', items],
    ['item', items],
    ['diagnosis', await idsOf(db, sql`select id, title as name from diagnosis_codes`)],
    ['vital', await idsOf(db, vital!.rows as ReturnType<typeof sql<{ id: number; name: string }>>)],
    ['doctor', await idsOf(db, sql`select id, last_name as name from users where role = 'doctor'`)],
  ])
  const { id: asker } = await db.selectFrom('users').select('id').where('role', '=', 'sysadmin').executeTakeFirstOrThrow()
  return { asker, patients: await idsOf(db, sql`select id, unique_id as name from patients`), names }
}
