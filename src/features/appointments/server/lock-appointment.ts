import { sql } from 'kysely'
import { dayIn } from '#shared/dates.ts'
import type { Db } from '#platform/db/connect.ts'
import { requireFound } from '#platform/errors/problem.ts'
import type { AppointmentStatus, AppointmentState } from '../rules.ts'

/** An appointment as it is changed. */
export interface AppointmentRow {
  id: number
  number: string
  patient: number | null
  public_booking: number | null
  doctor: number | null
  room: number | null
  item: number | null
  appointment_date_time: Date
  ends_at: Date
  place: number
  status: AppointmentStatus
  status_reason: string
  reason: string
  visit: number | null
  version: number
  /** The clinic's. */
  zone: string
}

/** The appointments there are of these, locked in the order of their ids until the transaction ends. */
export const lockAppointments = async (db: Db, ids: readonly number[]): Promise<AppointmentRow[]> => {
  const { rows } = await sql<AppointmentRow>`
    select id, number, patient_id as patient, public_booking_id as public_booking, doctor_id as doctor, room_id as room, item_id as item,
      appointment_date_time, ends_at, place, status, status_reason, reason, visit_id as visit, version,
      (select time_zone from company) as zone
    from appointments where id = any(${ids}::integer[]) order by id for no key update`.execute(db)
  return rows
}

/** How it stands as far as moves between states go. */
export const stateOf = (
  {
    status,
    patient,
    visit,
    appointment_date_time: start,
    zone,
  }: Pick<AppointmentRow, 'status' | 'patient' | 'visit' | 'zone' | 'appointment_date_time'>,
  now: Date,
): AppointmentState => ({
  status,
  hasPatient: patient !== null,
  hasVisit: visit !== null,
  isToday: dayIn(zone, start) === dayIn(zone, now),
  hasBegun: start <= now,
})

/** The appointment, locked; 404 when there is none. */
export const lockAppointment = async (db: Db, id: number): Promise<AppointmentRow> => {
  return requireFound((await lockAppointments(db, [id]))[0], 'Appointment')
}
