import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { payerOf } from '#features/charges/public.ts'
import { clinicDay, clinicDayStart } from '#features/company/public.ts'
import { ageDay, diedOn, namesOnFile, redactRestricted, searchedPatients, type Seeker } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Page } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { after, before, type Position, readPage } from '#platform/db/keyset.ts'
import type { User } from '#platform/http/handle.ts'
import type { Appointment, AppointmentChange, listAppointments } from '../contract.ts'
import { changeUntil, isOpen, mayCheckIn, nextStatuses } from '../rules.ts'
import { stateOf } from './lock-appointment.ts'
import { isListedFor } from './past.ts'
import { mayPrice } from './policy.ts'

/** When appointments are read, and by whom. */
export interface View {
  now: Date
  user: Pick<User, 'id' | 'permissions' | 'role' | 'patient_id'>
}

type Row = Omit<Appointment, 'may'> & { zone: string; change_until_minutes: number }

const appointmentRows = ({ now, user }: View) => sql`
  select a.id, a.number, a.appointment_date_time, a.ends_at,
    (extract(epoch from a.ends_at - a.appointment_date_time) / 60)::integer as minutes,
    a.patient_id as patient, p.unique_id as patient_number,
    coalesce(case when p.id is null then b.first_name || ' ' || b.second_name else ${namesOnFile} end, 'Unknown') as patient_name,
    coalesce(p.first_name, b.first_name) as first_name, coalesce(p.second_name, b.second_name) as second_name,
    coalesce(p.gender, b.gender) as gender, coalesce(p.date_of_birth, b.date_of_birth) as date_of_birth, ${diedOn(sql`p.id`)} as died_on,
    extract(year from age(${ageDay(sql`p.id`, clinicDay(now))}, coalesce(p.date_of_birth, b.date_of_birth)))::integer as age,
    coalesce(p.phone, b.phone_number) as phone_number, coalesce(p.email, b.email) as email, a.public_booking_id as public_booking,
    a.doctor_id as doctor, ${nameOf(sql`a.doctor_id`)} as assigned_doctor, a.room_id as room, r.name as room_name, a.place, a.status,
    a.status_reason, a.reason, a.item_id as item, t.name as item_name, price.price as sale_price, a.visit_id as visit,
    a.created_at as date_created, a.changed_at as date_changed, a.created_by, ${nameOf(sql`a.created_by`)} as created_by_name, a.version,
    (select time_zone from company) as zone, (select change_until_minutes from booking_settings)
  from appointments a left join patients p on p.id = a.patient_id left join public_bookings b on b.id = a.public_booking_id
  left join items t on t.id = a.item_id left join rooms r on r.id = a.room_id
  left join lateral (
    select i.price from item_price(a.item_id, ${payerOf(sql`a.patient_id`, clinicDay(now))}, ${clinicDay(now)}) i
    where ${mayPrice(user)} and a.item_id is not null and i.source <> 'none'
  ) price on true`

const withRights = ({ zone, change_until_minutes, ...row }: Row, { now, user }: View): Appointment => {
  const mayChange = user.permissions.has('appointments.change')
  if (user.role === 'patient') {
    const isChangeable = isOpen(row.status) && now <= changeUntil(row.appointment_date_time, change_until_minutes)
    return { ...row, may: { change: isChangeable, check_in: false, statuses: isChangeable ? ['cancelled'] : [] } }
  }
  const state = stateOf({ ...row, zone }, now)
  const may = {
    change: mayChange && isOpen(row.status),
    check_in: user.permissions.has('attendance.start') && mayCheckIn(state),
    statuses: mayChange ? nextStatuses(state) : [],
  }
  return { ...row, may }
}

/** What the desk needs to receive a patient whose record is shut: who, when and where. */
const redact = (row: Appointment): Appointment => ({
  ...row,
  gender: 'unknown',
  date_of_birth: null,
  died_on: null,
  age: null,
  phone_number: null,
  email: null,
  status_reason: '',
  reason: '',
  item: null,
  item_name: null,
  sale_price: null,
})

/** Rows as somebody may see them: of a restricted record that is shut to them no more than the desk needs. Patients have their own alone. */
const shownTo = async (db: Db, rows: readonly Appointment[], { user, now }: View): Promise<Appointment[]> =>
  user.role === 'patient' ? [...rows] : redactRestricted({ db, user, now }, rows, { patientOf: ({ patient }) => patient, redact })

/** These appointments, in the order of their ids. */
export const findAppointmentsById = async (db: Db, ids: readonly number[], view: View): Promise<Appointment[]> => {
  const { rows } = await sql<Row>`${appointmentRows(view)} where a.id = any(${ids}::integer[]) order by a.id`.execute(db)
  return shownTo(
    db,
    rows.map((row) => withRights(row, view)),
    view,
  )
}

/** The appointment, or undefined. */
export const findAppointment = async (db: Db, id: number, view: View): Promise<Appointment | undefined> => {
  const { rows } = await sql<Row>`${appointmentRows(view)} where a.id = ${id}`.execute(db)
  const [shown] = await shownTo(
    db,
    rows.map((row) => withRights(row, view)),
    view,
  )
  return shown
}

/** What happened to an appointment, oldest first. */
export const findChanges = async (db: Db, id: number) => {
  const { rows } = await sql<z.output<typeof AppointmentChange>>`
    select c.id, c.changed_at, c.changed_by, ${nameOf(sql`c.changed_by`)} as changed_by_name, c.kind, c.change, c.reason
    from appointment_changes c where c.appointment_id = ${id} order by c.id`.execute(db)
  return rows
}

/** `isOwn`: of one's own list, where who somebody is is no question, and the search over all patients is not theirs to ask. */
export type Asked = Partial<z.output<typeof listAppointments.query>> & { isOwn?: true }
const SEARCHED_PATIENTS = 100

/** A number, a patient as the patient search knows them, or a public booking that is on no record yet. */
const searched = (q: string, seeker: Seeker) => sql`a.id in (
  select id from appointments where number = upper(${q})
  union all select s.id from appointments s where s.patient_id in (select f.patient_id from ${searchedPatients(q, SEARCHED_PATIENTS, seeker)} f)
  union all select s.id from appointments s join public_bookings o on o.id = s.public_booking_id
    where s.public_booking_id is not null and s.patient_id is null and search_fold(${q}) <> ''
      and strpos(search_fold(o.first_name || ' ' || o.second_name), search_fold(${q})) > 0)`

const matching = ({ patient__id, assigned_doctor__id, unassigned, status, room, from, to, number, q, isOwn }: Asked, seeker: View) => {
  const tests: RawBuilder<unknown>[] = [isListedFor(seeker)]
  if (patient__id !== undefined) tests.push(sql`a.patient_id = ${patient__id}`)
  if (assigned_doctor__id !== undefined) tests.push(sql`a.doctor_id = ${assigned_doctor__id}`)
  if (unassigned !== undefined) tests.push(unassigned ? sql`a.doctor_id is null` : sql`a.doctor_id is not null`)
  if (status !== undefined) tests.push(sql`a.status = ${status}`)
  if (room !== undefined) tests.push(sql`a.room_id = ${room}`)
  if (from !== undefined) tests.push(sql`a.appointment_date_time >= ${clinicDayStart(from)}`)
  if (to !== undefined) tests.push(sql`a.appointment_date_time < ${clinicDayStart(to, 1)}`)
  if (number !== undefined) tests.push(sql`a.number = upper(${number.trim()})`)
  const sought = q?.trim()
  if (sought) tests.push(isOwn ? sql`a.number = upper(${sought})` : searched(sought, seeker))
  return sql.join(tests, sql` and `)
}

const byTime = ({ appointment_date_time }: Appointment) => appointment_date_time.toISOString()
/** How a list may run. */
const sorts = {
  '-created': { column: sql`a.id`, type: sql`bigint`, direction: sql`desc`, bound: before, value: ({ id }: Appointment) => id },
  time: { column: sql`a.appointment_date_time`, type: sql`timestamptz`, direction: sql`asc`, bound: after, value: byTime },
  '-time': { column: sql`a.appointment_date_time`, type: sql`timestamptz`, direction: sql`desc`, bound: before, value: byTime },
} as const

/** The rows that match, in the order that was asked for, after the cursor. */
export const findAppointments = async (db: Db, asked: Asked, view: View, { cursor, limit }: Position): Promise<Appointment[]> => {
  const { column, type, direction, bound } = sorts[asked.sort ?? '-created']
  const order = sql`${column} ${direction}, a.id ${direction}`
  const { rows } = await sql<Row>`${appointmentRows(view)}
    where ${matching(asked, view)} and ${bound(column, sql`a.id`, type, cursor)} order by ${order} limit ${limit}`.execute(db)
  return rows.map((row) => withRights(row, view))
}

export const countAppointments = async (db: Db, asked: Asked, view: View) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from appointments a where ${matching(asked, view)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** A page of appointments. */
export const readAppointments = async (db: Db, asked: Asked, view: View): Promise<Page<Appointment>> => {
  const page = await readPage(asked, {
    find: (position) => findAppointments(db, asked, view, position),
    by: sorts[asked.sort ?? '-created'].value,
    count: () => countAppointments(db, asked, view),
  })
  return { ...page, rows: await shownTo(db, page.rows, view) }
}
