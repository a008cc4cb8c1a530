import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** The clinic's time zone, for use inside a statement. */
const clinicZone = sql<string>`(select time_zone from company)`

/** The calendar day, in the clinic, of an instant or of a column of instants, for use inside a statement. */
export const clinicDay = (instant: Date | RawBuilder<unknown>) => sql<string>`(${instant}::timestamptz at time zone ${clinicZone})::date`

/** The first instant of a calendar day (YYYY-MM-DD) in the clinic, or of the day so many days later, for use inside a statement. */
export const clinicDayStart = (day: string, later = 0) =>
  sql<Date>`((${day}::date + ${later}::integer)::timestamp at time zone ${clinicZone})`

/** The instant at which the clinic's day of an instant, or of a column of instants, is over, for use inside a statement. */
export const clinicDayEnd = (instant: Date | RawBuilder<unknown>) =>
  sql<Date>`((${clinicDay(instant)} + 1)::timestamp at time zone ${clinicZone})`

/** The clinic's time zone, such as Africa/Nairobi. */
export const clinicTimeZone = async (db: Db): Promise<string> => {
  const { time_zone } = await db.selectFrom('company').select('time_zone').executeTakeFirstOrThrow()
  return time_zone
}

/** The calendar day that it is in the clinic at an instant, as YYYY-MM-DD. */
export const findClinicDay = async (db: Db, now: Date): Promise<string> => {
  const { rows } = await sql<{ day: string }>`select ${clinicDay(now)} as day`.execute(db)
  return rows[0]!.day
}
