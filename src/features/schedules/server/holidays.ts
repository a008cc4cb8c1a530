import { sql, type Insertable, type Updateable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'

export const findHolidays = (db: Db, year?: number) =>
  db
    .selectFrom('holidays')
    .selectAll()
    .$if(year !== undefined, (query) => query.where(sql<boolean>`(is_yearly or extract(year from day) = ${year})`))
    .orderBy(year === undefined ? sql`day` : sql`to_char(day, 'MM-DD')`)
    .orderBy('day')
    .execute()

export const lockHoliday = (db: Db, id: number) => db.selectFrom('holidays').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** True when another holiday is on the day. */
export const isHolidayDay = async (db: Db, day: string, except: number | null): Promise<boolean> => {
  const { rows } = await sql`select 1 from holidays where day = ${day}::date and id is distinct from ${except}::integer`.execute(db)
  return rows.length > 0
}

export const insertHoliday = (db: Db, holiday: Insertable<DB['holidays']>) =>
  db.insertInto('holidays').values(holiday).returningAll().executeTakeFirstOrThrow()

/** Changes the holiday, which gets the next version. */
export const updateHolidayRow = (db: Db, id: number, change: Updateable<DB['holidays']>) =>
  db
    .updateTable('holidays')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

export const removeHoliday = async (db: Db, id: number) => {
  await db.deleteFrom('holidays').where('id', '=', id).execute()
}
