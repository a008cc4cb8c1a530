import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { refuseDead } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import { lockAndRead, type Facts, type Meant } from './facts.ts'
import { findPlace, type Ask, type Place } from './place.ts'
import { outrun, refusalProblem, TRIES } from './refuse.ts'

/** What is booked, by the desk, by a patient, or by the public. */
export interface Booking {
  /** Null for a public booking that is on no record yet. */
  patient: number | null
  publicBooking?: number | null
  appointment_date_time: Date
  /** Or `minutes`; as long as the service, the session or the settings say when neither is there. */
  ends_at?: Date | null
  minutes?: number | null
  reason: string
  assigned_doctor?: number | null
  room?: number | null
  item?: number | null
  status?: 'pending' | 'confirmed'
  overbook?: boolean
  /** Only what the public may book: its slots, its services, its notice. */
  isPublic?: boolean
}

const MINUTE = 60_000
/** Nothing is booked further ahead than this. */
const FARTHEST_DAYS = 731

export const endFrom = (start: Date, { ends_at, minutes }: Pick<Booking, 'ends_at' | 'minutes'>): Date | null =>
  ends_at ?? (minutes == null ? null : new Date(start.getTime() + minutes * MINUTE))

/** Refuses a time that is none for an appointment, whatever else there is. */
export const refuseTime = (start: Date, end: Date | null, now: Date) => {
  const ahead = (start.getTime() - now.getTime()) / MINUTE
  if (ahead < -1440) throw fieldError('appointment_date_time', 'An appointment cannot be in the past.')
  if (ahead > FARTHEST_DAYS * 1440) throw fieldError('appointment_date_time', 'An appointment can be at most two years ahead.')
  const length = end === null ? 5 : (end.getTime() - start.getTime()) / MINUTE
  if (length < 5) throw fieldError('ends_at', 'An appointment lasts at least five minutes.')
  if (length > 1440) throw fieldError('ends_at', 'An appointment can last one day at most.')
}

/** Whom and what the booking names that is not there. */
export const findMisfits = (facts: Facts, { patient, doctor, item, room }: Meant): FieldErrors => {
  const errors: FieldErrors = {}
  if (patient !== null && !facts.isPatient) errors['patient'] = ['Patient not found.']
  else if (patient !== null && !facts.isActivePatient) errors['patient'] = ['This patient is deactivated. Reactivate the record first.']
  if (doctor !== null && !facts.isDoctor) errors['assigned_doctor'] = ['Choose an active doctor.']
  if (item !== null && !facts.isItem) errors['item'] = ['Choose an active service.']
  if (room !== null && !facts.isRoom) errors['room'] = ['Choose an active room.']
  return errors
}

/** Inserts it with its number and what happened; nothing when somebody holds the place by now. */
const insert = async (db: Db, booking: Booking, { end, room, place }: Place, by: number | null, now: Date) => {
  const {
    patient,
    publicBooking = null,
    appointment_date_time: start,
    reason,
    assigned_doctor = null,
    item = null,
    status = 'pending',
  } = booking
  const change = { appointment_date_time: start, ends_at: end, doctor: assigned_doctor, room, item, status }
  const { rows } = await sql<{ id: number }>`
    with booked as (
      insert into appointments (number, patient_id, public_booking_id, doctor_id, room_id, item_id, appointment_date_time, ends_at, place, reason,
        status, created_at, created_by, changed_at)
      values (next_number('appointment', extract(year from ${clinicDay(now)})::integer), ${patient}, ${publicBooking}, ${assigned_doctor}, ${room},
        ${item}, ${start}, ${end}, ${place}, ${reason}, ${status}, ${now}, ${by}, ${now})
      on conflict do nothing returning id
    ), told as (
      insert into appointment_changes (appointment_id, changed_at, changed_by, kind, change)
      select id, ${now}::timestamptz, ${by}::integer, 'booked', ${JSON.stringify(change)}::jsonb from booked
    )
    select id from booked`.execute(db)
  return rows[0]?.id
}

/**
 * Books an appointment in the lowest free place, in the caller's transaction, and answers its id. 400 names every field that does not fit;
 * 409 `slot_taken`, `outside_schedule`, `overbook_full` and `room_taken` carry the next `free` slots, `patient_busy` the `other` appointment.
 * Whoever calls leaves the row in the trail and the message (`announce`).
 */
export const bookAppointment = async (db: Db, booking: Booking, by: number | null, now: Date): Promise<number> => {
  const { patient, appointment_date_time: start, assigned_doctor: doctor = null, room = null, item = null } = booking
  const end = endFrom(start, booking)
  await refuseDead(db, patient)
  refuseTime(start, end, now)
  const meant: Meant = { patient, doctor, item, room, start, end, self: null }
  const { overbook = false, isPublic = false } = booking
  const ask: Ask = { doctor, item, patient, room: room ?? undefined, start, end, overbook, isPublic, ownPlace: null, fit: 'plan', now }
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const facts = await lockAndRead(db, meant)
    const errors = findMisfits(facts, meant)
    const place = findPlace(ask, facts)
    if ('code' in place && place.code === 'past') errors[place.field] = [place.message]
    if (Object.keys(errors).length > 0) throw invalidInput(errors)
    if ('code' in place) throw await refusalProblem(db, place, ask, null)
    const id = await insert(db, booking, place, by, now)
    if (id !== undefined) return id
  }
  throw outrun()
}
