import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import type { Schedule } from '../contract.ts'
import { isBookable } from './services.ts'

const sessionRows = sql`
  select s.id, s.doctor_id as doctor, ${nameOf(sql`s.doctor_id`)} as doctor_name, s.room_id as room, r.name as room_name, s.item_id as item,
    i.name as item_name, s.weekday, left(s.starts_at::text, 5) as starts_at, left(s.ends_at::text, 5) as ends_at, s.slot_minutes, s.capacity,
    s.overbook, s.is_public, s.on_holidays, s.valid_from, s.valid_to, s.every_weeks, s.version
  from schedules s left join rooms r on r.id = s.room_id left join items i on i.id = s.item_id`

const read = async (db: Db, condition: RawBuilder<unknown>) => {
  const { rows } = await sql<Schedule>`${sessionRows} where ${condition}
    order by lower(${nameOf(sql`s.doctor_id`)}), s.doctor_id, s.weekday, s.starts_at, s.valid_from, s.id`.execute(db)
  return rows
}

export interface SessionFilters {
  doctor?: number | undefined
  room?: number | undefined
  item?: number | undefined
  from?: string | undefined
  to?: string | undefined
}

export const findSessions = (db: Db, { doctor, room, item, from, to }: SessionFilters) => {
  const conditions = [
    sql`true`,
    ...(doctor === undefined ? [] : [sql`s.doctor_id = ${doctor}`]),
    ...(room === undefined ? [] : [sql`s.room_id = ${room}`]),
    ...(item === undefined ? [] : [sql`s.item_id = ${item}`]),
    ...(from === undefined ? [] : [sql`(s.valid_to is null or s.valid_to >= ${from}::date)`]),
    ...(to === undefined ? [] : [sql`s.valid_from <= ${to}::date`]),
  ]
  return read(db, sql.join(conditions, sql` and `))
}

export const findSession = async (db: Db, id: number): Promise<Schedule | undefined> => (await read(db, sql`s.id = ${id}`))[0]
export const getSession = async (db: Db, id: number): Promise<Schedule> => (await read(db, sql`s.id = ${id}`))[0]!

/** The other sessions of a weekday that share the doctor or the room. */
export const findRivals = (
  db: Db,
  { id, doctor, room, weekday }: { id: number | null; doctor: number; room: number | null; weekday: number },
) =>
  read(
    db,
    sql`(s.doctor_id = ${doctor} or s.room_id = ${room}::integer) and s.weekday = ${weekday} and s.id is distinct from ${id}::integer`,
  )

export const insertSession = async (db: Db, session: Insertable<DB['schedules']>): Promise<number> => {
  const { id } = await db.insertInto('schedules').values(session).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes the session, which gets the next version. */
export const updateSessionRow = async (db: Db, id: number, change: Updateable<DB['schedules']>) => {
  await db
    .updateTable('schedules')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

export const deleteSession = async (db: Db, id: number) => {
  await db.deleteFrom('schedules').where('id', '=', id).execute()
}

/** What a session refers to and may not: each is true when it is there and in use. */
export const findRefs = async (db: Db, { doctor, room, item }: { doctor: number; room: number | null; item: number | null }) => {
  const { rows } = await sql<{ is_doctor: boolean; is_room: boolean; is_item: boolean }>`
    select exists (select from users where id = ${doctor} and is_active and role = 'doctor') as is_doctor,
      exists (select from rooms where id = ${room}::integer and is_active) as is_room,
      exists (select from items where id = ${item}::integer and ${isBookable}) as is_item`.execute(db)
  return rows[0]!
}

/** How many appointments, pending or confirmed, are to be in a session after `now` and after the day `last`. */
export const countInSession = async (db: Db, session: Schedule, now: Date, last: string | null): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (
      select appointment_date_time at time zone c.time_zone as local from appointments a, company c
      where a.doctor_id = ${session.doctor} and a.appointment_date_time > ${now} and a.status in ('pending', 'confirmed')) a
    where extract(isodow from local) = ${session.weekday} and local::time >= ${session.starts_at}::time
      and local::time < ${session.ends_at}::time and local::date >= ${session.valid_from}::date
      and local::date <= coalesce(${session.valid_to}::date, 'infinity') and local::date > coalesce(${last}::date, '-infinity')
      and (local::date - date_trunc('week', ${session.valid_from}::date)::date) / 7 % ${session.every_weeks}::integer = 0`.execute(db)
  return rows[0]!.total
}
