import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'

type Table = DB['insurance_companies']

export const findInsuranceCompanies = (db: Db, active: boolean | undefined) =>
  db
    .selectFrom('insurance_companies')
    .selectAll()
    .$if(active !== undefined, (query) => query.where('is_active', '=', active ?? true))
    .orderBy(sql`lower(name)`)
    .execute()

export const lockInsuranceCompany = (db: Db, id: number) =>
  db.selectFrom('insurance_companies').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertInsuranceCompany = (db: Db, company: Insertable<Table>) =>
  db.insertInto('insurance_companies').values(company).returningAll().executeTakeFirstOrThrow()

export const updateInsuranceCompanyRow = (db: Db, id: number, change: Updateable<Table>) =>
  db
    .updateTable('insurance_companies')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes the company when nothing refers to it; false, and nothing done, when something does. */
export const deleteUnusedInsuranceCompany = async (db: Db, id: number): Promise<boolean> => {
  await sql`savepoint before_delete`.execute(db)
  try {
    await db.deleteFrom('insurance_companies').where('id', '=', id).execute()
    return true
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === '23503')) throw error
    await sql`rollback to savepoint before_delete`.execute(db)
    return false
  }
}
