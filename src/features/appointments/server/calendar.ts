import { sql } from 'kysely'
import { clinicDay, clinicDayStart } from '#features/company/public.ts'
import { namesOnFile, redactRestricted } from '#features/patients/public.ts'
import { readPlan } from '#features/schedules/public.ts'
import { holidayOn, occurrencesIn, type Plan } from '#features/schedules/rules.ts'
import { eachDay } from '#shared/zoned.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { Calendar, CalendarEntry } from '../contract.ts'
import { isListedFor, type Onlooker } from './past.ts'
import { appointmentStatuses, MAX_ENTRIES, type AppointmentStatus } from '../rules.ts'

export interface Range {
  /** Days of the clinic, both included. */
  from: string
  to: string
  doctor?: number | undefined
  room?: number | undefined
}

const ofRange = ({ from, to, doctor, room }: Range) => sql`
  a.appointment_date_time >= ${clinicDayStart(from)} and a.appointment_date_time < ${clinicDayStart(to, 1)}
  ${doctor === undefined ? sql`` : sql`and a.doctor_id = ${doctor}`} ${room === undefined ? sql`` : sql`and a.room_id = ${room}`}`

/**
 * The appointments that begin in a range of days, by time, as far as the reader may see them; what was cancelled only when asked for. One more
 * than a calendar holds at most.
 */
export const findEntries = async (reader: Onlooker, range: Range & { cancelled?: boolean | undefined }): Promise<CalendarEntry[]> => {
  const { rows } = await sql<CalendarEntry>`
    select a.id, a.number, a.appointment_date_time as start, a.ends_at as "end", a.doctor_id as doctor, a.room_id as room, a.place, a.status,
      a.patient_id as patient, coalesce(case when p.id is null then b.first_name || ' ' || b.second_name else ${namesOnFile} end, 'Unknown') as name,
      t.name as item_name, a.public_booking_id as public_booking, a.visit_id as visit, a.version
    from appointments a left join patients p on p.id = a.patient_id left join public_bookings b on b.id = a.public_booking_id
    left join items t on t.id = a.item_id
    where ${ofRange(range)} ${range.cancelled ? sql`` : sql`and a.status <> 'cancelled'`} and ${isListedFor(reader)}
    order by a.appointment_date_time, a.id limit ${MAX_ENTRIES + 1}`.execute(reader.db)
  return rows
}

/** The names of doctors and rooms, by name. */
const findNames = async (db: Db, doctors: readonly number[], rooms: readonly number[]) => {
  const { rows } = await sql<Pick<Calendar, 'doctors' | 'rooms'>>`
    select coalesce((select json_agg(json_build_object('id', id, 'name', concat_ws(' ', first_name, last_name)) order by first_name, last_name, id)
        from users where id = any(${doctors}::integer[])), '[]') as doctors,
      coalesce((select json_agg(json_build_object('id', id, 'name', name) order by lower(name)) from rooms where id = any(${rooms}::integer[])),
        '[]') as rooms`.execute(db)
  return rows[0]!
}

/** What lies behind the appointments: sessions as they are held, leave, and the holidays of the range. */
const backgroundOf = (plan: Plan, { from, to, room }: Range) => {
  const sessions = room === undefined ? plan.sessions : plan.sessions.filter((session) => session.room === room)
  return {
    sessions: occurrencesIn({ ...plan, sessions }, from, to).map(({ session, start, end }) => {
      const { id: schedule, doctor, item, slot_minutes, capacity, overbook } = session
      return { schedule, doctor, room: session.room, item, start, end, slot_minutes, capacity, overbook }
    }),
    time_off: plan.timeOff.map(({ id, doctor, starts_at, ends_at, kind }) => ({ id, doctor, start: starts_at, end: ends_at, kind })),
    holidays: eachDay(from, to).flatMap((day) => {
      const holiday = holidayOn(plan.holidays, day)
      return holiday ? [{ day, name: holiday.name }] : []
    }),
  }
}

/** Entries as somebody may see them: of a restricted record that is shut, who comes when to whom, and not what for. */
const shownTo = (reader: Onlooker, entries: readonly CalendarEntry[]): Promise<CalendarEntry[]> =>
  redactRestricted(reader, entries, { patientOf: ({ patient }) => patient, redact: (entry) => ({ ...entry, item_name: null }) })

/** The calendar of a range of days as this person may see it; 400 when it would hold more than anybody can look at. */
export const readCalendar = async (reader: Onlooker, range: Range & { cancelled?: boolean | undefined }): Promise<Calendar> => {
  const { db } = reader
  const { from, to, doctor } = range
  const doctors = doctor === undefined ? undefined : [doctor]
  const [entries, plan] = await Promise.all([findEntries(reader, range), readPlan(db, { doctors, from, to })])
  if (entries.length > MAX_ENTRIES) throw fieldError('to', 'Too many appointments to show. Choose a doctor or fewer days.')
  const background = backgroundOf(plan, range)
  const shown = [...entries, ...background.sessions]
  const idsOf = (key: 'doctor' | 'room') => [...new Set(shown.map((one) => one[key]).filter((id) => id !== null))]
  const names = await findNames(db, idsOf('doctor'), idsOf('room'))
  return { time_zone: plan.zone, entries: await shownTo(reader, entries), ...background, ...names }
}

interface DayCount {
  day: string
  status: AppointmentStatus
  count: number
}
const none = () => Object.fromEntries(appointmentStatuses.map((status) => [status, 0])) as Record<AppointmentStatus, number>

/** How many appointments each day has, by state; days without any are left out. */
export const countByDay = async (db: Db, range: Range) => {
  const { rows } = await sql<DayCount>`
    select ${clinicDay(sql`a.appointment_date_time`)}::text as day, a.status, count(*)::integer as count
    from appointments a where ${ofRange(range)} group by 1, 2 order by 1`.execute(db)
  const days = new Map<string, { day: string; total: number; counts: Record<AppointmentStatus, number> }>()
  for (const { day, status, count } of rows) {
    const one = days.get(day) ?? { day, total: 0, counts: none() }
    one.counts[status] = count
    one.total += count
    days.set(day, one)
  }
  return [...days.values()]
}
