import { sql, type Insertable, type Updateable } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'

const selectRooms = (db: Db) =>
  db
    .selectFrom('rooms')
    .leftJoin('departments', 'departments.id', 'rooms.department_id')
    .select([
      'rooms.id',
      'rooms.name',
      'rooms.kind',
      'rooms.department_id as department',
      'departments.name as department_name',
      'rooms.is_active',
      'rooms.version',
    ])

export const findRooms = (db: Db, active?: boolean) =>
  selectRooms(db)
    .$if(active !== undefined, (query) => query.where('rooms.is_active', '=', active ?? true))
    .orderBy(sql`lower(rooms.name)`)
    .execute()

export const findRoom = (db: Db, id: number) => selectRooms(db).where('rooms.id', '=', id).executeTakeFirst()
export const getRoom = (db: Db, id: number) => selectRooms(db).where('rooms.id', '=', id).executeTakeFirstOrThrow()

export const insertRoom = async (db: Db, room: Insertable<DB['rooms']>): Promise<number> => {
  const { id } = await db.insertInto('rooms').values(room).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes the room, which gets the next version. */
export const updateRoomRow = async (db: Db, id: number, change: Updateable<DB['rooms']>) => {
  await db
    .updateTable('rooms')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** True when another room has the name, in whatever letter case. */
export const isRoomName = async (db: Db, name: string, except: number | null): Promise<boolean> => {
  const { rows } = await sql`select 1 from rooms where lower(name) = lower(${name}) and id is distinct from ${except}`.execute(db)
  return rows.length > 0
}

/** How many sessions are held in the room today or later. */
export const countSessionsIn = async (db: Db, room: number, now: Date): Promise<number> => {
  const { count } = await db
    .selectFrom('schedules')
    .select(sql<number>`count(*)`.as('count'))
    .where('room_id', '=', room)
    .where(sql<boolean>`(valid_to is null or valid_to >= ${clinicDay(now)})`)
    .executeTakeFirstOrThrow()
  return count
}
