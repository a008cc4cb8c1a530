import { sql } from 'kysely'
import type { z } from 'zod'
import { isOpenTo, patientName, redactRestricted, type Reader } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Page } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { after, before, type CursorValue, type Position, readPage } from '#platform/db/keyset.ts'
import type { User } from '#platform/http/handle.ts'
import type { listWaiting, WaitingEntry } from '../contract-waiting.ts'
import { FITTING_MOST } from '../rules-waiting.ts'

const waitingRows = sql`
  select w.id, w.patient_id as patient, p.unique_id as patient_number, ${patientName} as patient_name, p.phone as phone_number,
    w.doctor_id as doctor, ${nameOf(sql`w.doctor_id`)} as assigned_doctor, w.item_id as item, t.name as item_name, w.from_day, w.until_day,
    w.hours, w.priority, w.note, w.status, w.created_at as date_created, ${nameOf(sql`w.created_by`)} as created_by_name,
    w.closed_at as date_closed, ${nameOf(sql`w.closed_by`)} as closed_by_name, w.close_reason, w.appointment_id as appointment,
    a.appointment_date_time, w.version
  from waiting_list w join patients p on p.id = w.patient_id left join items t on t.id = w.item_id
  left join appointments a on a.id = w.appointment_id`

type Row = Omit<WaitingEntry, 'free'>
const withoutTimes = (row: Row): WaitingEntry => ({ ...row, free: [] })

/** The entry without its free times, or undefined. */
export const findWaiting = async (db: Db, id: number): Promise<WaitingEntry | undefined> => {
  const { rows } = await sql<Row>`${waitingRows} where w.id = ${id}`.execute(db)
  return rows[0] && withoutTimes(rows[0])
}

/** Entries as somebody may see them: of a restricted record that is shut, who waits for which doctor and since when. */
export const shownTo = (reader: Reader, entries: readonly WaitingEntry[]): Promise<WaitingEntry[]> =>
  redactRestricted(reader, entries, {
    patientOf: ({ patient }) => patient,
    redact: (entry) => ({ ...entry, phone_number: null, item: null, item_name: null, note: '', close_reason: '' }),
  })
export const oneShownTo = async (reader: Reader, entry: WaitingEntry): Promise<WaitingEntry> => (await shownTo(reader, [entry]))[0]!

export type WaitingAsked = Partial<z.output<typeof listWaiting.query>>

interface View {
  user: Pick<User, 'id'>
  now: Date
}

/** Of a restricted record that is shut to the reader nothing is listed of waiting that is over. */
const matching = ({ doctor, status = 'waiting' }: WaitingAsked, { user, now }: View) => {
  const wanted = doctor === undefined ? sql`true` : sql`(w.doctor_id = ${doctor} or w.doctor_id is null)`
  // Said as it is, so that the index of those who wait is seen to hold them all.
  const ofStatus =
    status === 'waiting' ? sql`w.status = 'waiting'` : sql`w.status = ${status} and ${isOpenTo(user, now, sql`w.patient_id`)}`
  return sql`${ofStatus} and ${wanted}`
}

/** Those who wait by priority and then by age; those who do not any more, the latest first. */
export const findWaitings = async (db: Db, asked: WaitingAsked, view: View, { cursor, limit }: Position): Promise<WaitingEntry[]> => {
  const isOpen = (asked.status ?? 'waiting') === 'waiting'
  const bound = isOpen
    ? after(sql`w.priority`, sql`w.id`, sql`waiting_priority`, cursor)
    : before(sql`w.closed_at`, sql`w.id`, sql`timestamptz`, cursor)
  const order = isOpen ? sql`w.priority, w.id` : sql`w.closed_at desc, w.id desc`
  const { rows } = await sql<Row>`${waitingRows} where ${matching(asked, view)} and ${bound} order by ${order} limit ${limit}`.execute(db)
  return rows.map(withoutTimes)
}

export const countWaitings = async (db: Db, asked: WaitingAsked, view: View): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from waiting_list w where ${matching(asked, view)}`.execute(db)
  return rows[0]!.total
}

const sortValue = ({ priority, date_closed }: WaitingEntry) => date_closed?.toISOString() ?? priority

/** A page of the list, without free times. */
export const readWaitingPage = (db: Db, asked: WaitingAsked, view: View): Promise<Page<WaitingEntry>> =>
  readPage(asked, {
    find: (position) => findWaitings(db, asked, view, position),
    by: sortValue,
    count: () => countWaitings(db, asked, view),
  })

/** A place in the plan of a doctor. */
export interface Place {
  doctor: number
  patient: number | null
  /** The clinic's day of it. */
  day: string
}

/** How many of those who might fit are looked at for a page. */
export const LOOKED_AT = 5 * FITTING_MOST

/** Those of other patients who wait for a day and a doctor, the most urgent and then the oldest first: one more than are looked at. */
export const findWaitingFor = async (db: Db, { doctor, patient, day }: Place, cursor: CursorValue | null): Promise<WaitingEntry[]> => {
  const { rows } = await sql<Row>`${waitingRows}
    where w.status = 'waiting' and (w.doctor_id = ${doctor} or w.doctor_id is null) and w.patient_id is distinct from ${patient}::integer
      and w.from_day <= ${day}::date and (w.until_day is null or w.until_day >= ${day}::date)
      and ${after(sql`w.priority`, sql`w.id`, sql`waiting_priority`, cursor)}
    order by w.priority, w.id limit ${LOOKED_AT + 1}`.execute(db)
  return rows.map(withoutTimes)
}
