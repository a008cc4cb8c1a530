import { sql } from 'kysely'
import type { NamedDimension, Sql } from '#platform/questions/subject.ts'

/** Brings the person of a row in under a name of their own, where there is one. */
export const staffJoin = (as: string, id: Sql): Sql => sql`left join users ${sql.table(as)} on ${sql.ref(`${as}.id`)} = ${id}`

/** How that person is called; null for nobody. */
export const staffName = (as: string): Sql => sql`nullif(concat_ws(' ', ${sql.ref(`${as}.first_name`)}, ${sql.ref(`${as}.last_name`)}), '')`

export const doctorWords = [
  'doctor',
  'clinician',
  'physician',
  'clinical officer',
  'medical officer',
  'dr',
  'practitioner',
  'consultant',
] as const

/** Whose it was among the doctors, joined under the name `doctor`. */
export const doctorDimension = (id: Sql) =>
  ({
    is: 'named',
    title: 'Doctor',
    words: doctorWords,
    joins: ['doctor'],
    key: id,
    sql: staffName('doctor'),
    vocabulary: 'doctor',
  }) as const satisfies NamedDimension
