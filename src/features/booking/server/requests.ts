import { sql } from 'kysely'
import type { z } from 'zod'
import { isListedFor } from '#features/appointments/public.ts'
import { isOpen } from '#features/appointments/rules.ts'
import { clinicDay } from '#features/company/public.ts'
import { isOpenTo, isRestricted, namesOnFile, redactRestricted } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Page } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import type { User } from '#platform/http/handle.ts'
import type { BookingRequest, listBookingRequests } from '../contract.ts'
import { isConvertible, isUnlinkable } from '../rules.ts'

/** When requests are read, and by whom. */
export interface View {
  now: Date
  user: Pick<User, 'id' | 'role' | 'permissions'>
}
type Row = Omit<BookingRequest, 'may'> & { is_restricted: boolean | null }

/** On no record, and not over. */
export const isOpenRow = sql<boolean>`(a.patient_id is null and a.status in ('pending', 'confirmed'))`

const requestRows = (now: Date) => sql`
  select b.id, a.id as appointment, a.number, a.version, b.first_name, b.second_name, b.date_of_birth,
    extract(year from age(${clinicDay(now)}, b.date_of_birth))::integer as age, b.gender, b.phone_number, b.email, b.language,
    b.consent_version, b.consent_text, b.consented_at, b.created_at as date_created, a.reason, a.item_id as item, i.name as item_name,
    a.doctor_id as doctor, ${nameOf(sql`a.doctor_id`)} as doctor_name, a.room_id as room, r.name as room_name, a.appointment_date_time,
    a.ends_at, (extract(epoch from a.ends_at - a.appointment_date_time) / 60)::integer as minutes, a.status, a.status_reason,
    a.patient_id as patient, p.unique_id as patient_number, case when p.id is not null then coalesce(${namesOnFile}, 'Unknown') end as patient_name,
    a.visit_id as visit, b.converted_at, ${nameOf(sql`b.converted_by`)} as converted_by_name, b.taken_over, ${isOpenRow} as is_open,
    ${isRestricted(sql`a.patient_id`)} as is_restricted
  from appointments a join public_bookings b on b.id = a.public_booking_id left join patients p on p.id = a.patient_id
  left join items i on i.id = a.item_id left join rooms r on r.id = a.room_id`

const withRights = (row: Row, { permissions }: View['user']): BookingRequest => {
  const mayChange = permissions.has('appointments.change')
  const may = {
    convert: mayChange && isConvertible(row),
    register: mayChange && permissions.has('patients.add') && isConvertible(row),
    unlink: mayChange && isUnlinkable(row),
    change: mayChange && isOpen(row.status),
  }
  return { ...row, may }
}

/** What the desk needs to receive a patient whose record is shut: who, when and where. */
const redact = (row: BookingRequest): BookingRequest => ({
  ...row,
  date_of_birth: null,
  age: null,
  gender: 'unknown',
  phone_number: null,
  email: null,
  reason: '',
  item: null,
  item_name: null,
  status_reason: '',
  taken_over: [],
})

/** Bookings as somebody may see them: of a restricted record that is shut to them no more than the desk needs. */
const shownTo = (db: Db, rows: readonly Row[], { now, user }: View): Promise<BookingRequest[]> =>
  redactRestricted(
    { db, user, now },
    rows.map((row) => withRights(row, user)),
    { patientOf: ({ patient }) => patient, redact },
  )

type Asked = z.output<typeof listBookingRequests.query>

/** A number; and a telephone, an e-mail or a part of the names, which nobody tries on a restricted record that is shut to them. */
const searched = (q: string, { now, user }: View) => {
  const digits = q.replaceAll(/[\s().+-]/g, '')
  const isPhone = /^\d{4,15}$/.test(digits)
  return sql`(a.number = upper(${q}) or ((b.email = lower(${q})
    or (search_fold(${q}) <> '' and strpos(search_fold(b.first_name || ' ' || b.second_name), search_fold(${q})) > 0)
    ${isPhone ? sql`or strpos(b.phone_number, ${digits.replace(/^0+/, '')}) > 0` : sql``})
    and (a.patient_id is null or ${isOpenTo(user, now, sql`a.patient_id`)})))`
}

const matching = ({ status, is_open, q }: Asked, view: View) => {
  const tests = [sql`a.public_booking_id is not null`]
  if (is_open !== true) tests.push(isListedFor(view))
  if (status !== undefined) tests.push(sql`a.status = ${status}`)
  // Its index holds the few that nobody has put on a record.
  if (is_open === true) tests.push(sql`a.patient_id is null and a.status in ('pending', 'confirmed')`)
  if (is_open === false) tests.push(sql`not ${isOpenRow}`)
  if (q) tests.push(searched(q, view))
  return sql.join(tests, sql` and `)
}

/** The statement of a page of requests, newest first. */
const requestPage = (asked: Asked, view: View, limit: number) => sql<Row>`${requestRows(view.now)}
  where ${matching(asked, view)} and ${before(sql`a.public_booking_id`, sql`a.public_booking_id`, sql`bigint`, readCursor(asked.cursor))}
  order by a.public_booking_id desc limit ${limit}`

export const findRequests = async (db: Db, asked: Asked, view: View): Promise<Page<BookingRequest>> => {
  const limit = limitOf(asked.limit)
  const { rows } = await requestPage(asked, view, limit + 1).execute(db)
  const total = asked.count ? await countRequests(db, asked, view) : undefined
  const page = pageOf(rows, limit, ({ id }) => id, total)
  return { ...page, rows: await shownTo(db, page.rows, view) }
}

export const countRequests = async (db: Db, asked: Asked, view: View): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from appointments a join public_bookings b on b.id = a.public_booking_id
    where ${matching(asked, view)}`.execute(db)
  return rows[0]!.total
}

/** The public booking, or undefined. */
export const findRequest = async (db: Db, id: number, view: View): Promise<BookingRequest | undefined> => {
  const { rows } = await sql<Row>`${requestRows(view.now)} where a.public_booking_id = ${id}`.execute(db)
  const [request] = await shownTo(db, rows, view)
  return request
}

export interface LockedRequest {
  id: number
  appointment: number
  version: number
  status: BookingRequest['status']
  patient: number | null
  visit: number | null
  /** Who put it on the record. */
  converted_by: number | null
  first_name: string
  second_name: string
  date_of_birth: string
  gender: BookingRequest['gender']
  phone_number: string | null
  email: string | null
  taken_over: string[]
}

/** The public booking with its appointment, locked until the transaction ends, or undefined. */
export const lockRequest = async (db: Db, id: number): Promise<LockedRequest | undefined> => {
  const { rows } = await sql<LockedRequest>`
    select b.id, a.id as appointment, a.version, a.status, a.patient_id as patient, a.visit_id as visit, b.first_name, b.second_name,
      b.date_of_birth, b.gender, b.phone_number, b.email, b.taken_over, b.converted_by
    from public_bookings b join appointments a on a.public_booking_id = b.id where b.id = ${id} for no key update of a, b`.execute(db)
  return rows[0]
}

/** Who put it on a record, and what the record took over; or that it is on none. */
export const markConverted = async (db: Db, id: number, by: { at: Date; user: number; took: readonly string[] } | null) => {
  await db
    .updateTable('public_bookings')
    .set({ converted_at: by?.at ?? null, converted_by: by?.user ?? null, taken_over: [...(by?.took ?? [])] })
    .where('id', '=', id)
    .execute()
}
