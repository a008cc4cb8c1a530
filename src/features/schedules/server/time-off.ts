import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import { clinicDayStart } from '#features/company/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import type { TimeOff } from '../contract.ts'

/** No appointment is longer than a day: those that began more than one before it are over. */
const session = sql`(select count(*) from appointments a where t.cancelled_at is null and a.doctor_id = t.doctor_id
  and a.appointment_date_time < t.ends_at and a.appointment_date_time > t.starts_at - interval '24 hours' and a.ends_at > t.starts_at
  and a.status in ('pending', 'confirmed'))`

const timeOffRows = sql`
  select t.id, t.doctor_id as doctor, ${nameOf(sql`t.doctor_id`)} as doctor_name, t.starts_at, t.ends_at, t.kind, t.note, t.created_at,
    ${nameOf(sql`t.created_by`)} as created_by, t.cancelled_at, ${nameOf(sql`t.cancelled_by`)} as cancelled_by, ${session} as affected,
    t.version
  from time_off t`

export const findTimeOff = async (db: Db, id: number): Promise<TimeOff | undefined> =>
  (await sql<TimeOff>`${timeOffRows} where t.id = ${id}`.execute(db)).rows[0]

export interface TimeOffFilters {
  doctor?: number | undefined
  from?: string | undefined
  to?: string | undefined
  cancelled?: boolean | undefined
}
const daysOf = (from: string | undefined, to: string | undefined) =>
  sql`tstzrange(${from === undefined ? null : clinicDayStart(from)}, ${to === undefined ? null : clinicDayStart(to, 1)})`
const matching = ({ doctor, from, to, cancelled }: TimeOffFilters): RawBuilder<unknown> =>
  sql.join(
    [
      sql`true`,
      ...(doctor === undefined ? [] : [sql`t.doctor_id = ${doctor}`]),
      ...(from === undefined && to === undefined ? [] : [sql`tstzrange(t.starts_at, t.ends_at) && ${daysOf(from, to)}`]),
      ...(cancelled === undefined ? [] : [sql`(t.cancelled_at is not null) = ${cancelled}`]),
    ],
    sql` and `,
  )

/** Leave, the latest first, after the cursor. */
export const findTimeOffs = async (db: Db, filters: TimeOffFilters, { cursor, limit }: Position) => {
  const { rows } = await sql<TimeOff>`${timeOffRows}
    where ${matching(filters)} and ${before(sql`t.starts_at`, sql`t.id`, sql`timestamptz`, cursor)}
    order by t.starts_at desc, t.id desc limit ${limit}`.execute(db)
  return rows
}

export const countTimeOffs = async (db: Db, filters: TimeOffFilters) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from time_off t where ${matching(filters)}`.execute(db)
  return rows[0]!.total
}

/** Other leave of the doctor that overlaps with a span. */
export const findOverlap = async (db: Db, span: { id: number | null; doctor: number; starts_at: Date; ends_at: Date }) => {
  const { rows } = await sql<TimeOff>`${timeOffRows}
    where t.doctor_id = ${span.doctor} and t.cancelled_at is null and t.id is distinct from ${span.id}::integer
      and tstzrange(t.starts_at, t.ends_at) && tstzrange(${span.starts_at}, ${span.ends_at}) order by t.starts_at limit 1`.execute(db)
  return rows[0]
}

export const isDoctor = async (db: Db, id: number): Promise<boolean> =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('role', '=', 'doctor')
    .where('is_active', '=', true)
    .executeTakeFirst()) !== undefined

export const insertTimeOff = async (db: Db, timeOff: Insertable<DB['time_off']>): Promise<number> => {
  const { id } = await db.insertInto('time_off').values(timeOff).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Changes the leave, which gets the next version. */
export const updateTimeOffRow = async (db: Db, id: number, change: Updateable<DB['time_off']>) => {
  await db
    .updateTable('time_off')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
