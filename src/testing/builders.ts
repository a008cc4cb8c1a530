import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Patients } from '#platform/db/tables.gen.ts'

let serial = 0

/** A patient on file, by SQL: for tests of what happens after registration. */
export const aPatient = (db: Db, overrides: Partial<Insertable<Patients>> = {}) =>
  db
    .insertInto('patients')
    .values({ unique_id: `T-${++serial}`, first_name: 'Achieng', second_name: `Ouma ${serial}`, gender: 'female', ...overrides })
    .returningAll()
    .executeTakeFirstOrThrow()
