import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** Deletes the insurance company when nothing refers to it; false, and nothing done, when something does. */
const deleteUnused = async (db: Db, id: number): Promise<boolean> => {
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

/** Deletes an insurance company, or takes it out of use where something refers to it. Undefined where there is none. */
export const removeInsurer = async (db: Db, id: number): Promise<{ name: string; isDeleted: boolean } | undefined> => {
  const insurer = await db
    .selectFrom('insurance_companies')
    .select(['name', 'is_active'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!insurer) return undefined
  const isDeleted = await deleteUnused(db, id)
  if (!isDeleted && insurer.is_active)
    await db
      .updateTable('insurance_companies')
      .set({ is_active: false, version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
  return { name: insurer.name, isDeleted }
}
