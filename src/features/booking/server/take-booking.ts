import { sql } from 'kysely'
import { bookAppointment, bookingClosed, findFreeSlots, freeNear, type Booking } from '#features/appointments/public.ts'
import { clinicDay } from '#features/company/public.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { addDays, wallTimeOf } from '#shared/zoned.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, formError, invalidInput, Problem, type FieldErrors } from '#platform/errors/problem.ts'
import type { createPublicBooking } from '../contract-public.ts'
import { birthProblem, genderOf, timeProblem } from '../rules.ts'
import { publicRefusal, timeTaken } from './refuse.ts'

type Sent = ParsedOf<typeof createPublicBooking>['body']

interface Frame {
  zone: string
  is_public_open: boolean
  min_notice_minutes: number
  max_days_ahead: number
  confirms_itself: boolean
  consent_text: string
  consent_version: number
  isItem: boolean
  isDoctor: boolean
}

/** How the public may book, and whether what is asked for is offered to it. */
const readFrame = async (db: Db, { item = null, doctor = null }: Pick<Sent, 'item' | 'doctor'>, now: Date): Promise<Frame> => {
  const { rows } = await sql<Frame>`
    select c.time_zone as zone, s.is_public_open, s.min_notice_minutes, s.max_days_ahead, s.confirms_itself, s.consent_text, s.consent_version,
      exists (select from bookable_services b join items i on i.id = b.item_id
        where b.item_id = ${item}::integer and b.is_public and i.is_active) as "isItem",
      exists (select from schedules d join users u on u.id = d.doctor_id
        where d.doctor_id = ${doctor}::integer and d.is_public and u.is_active and u.role = 'doctor'
          and (d.valid_to is null or d.valid_to >= ${clinicDay(now)})) as "isDoctor"
    from company c, booking_settings s`.execute(db)
  return rows[0]!
}

/** Refuses what cannot be, every field of it named; then words of consent that are not the ones there are now. */
const refuseMisfits = (sent: Sent, frame: Frame, now: Date) => {
  if (!frame.is_public_open) throw bookingClosed()
  if (sent.website) throw formError('The booking could not be accepted.')
  const { appointment_date_time: at, date_of_birth } = sent
  const today = wallTimeOf(now, frame.zone).day
  const limits = { now, noticeMinutes: frame.min_notice_minutes, lastDay: addDays(today, frame.max_days_ahead) }
  const problems = {
    date_of_birth: birthProblem(date_of_birth, today),
    appointment_date_time: timeProblem({ at, day: wallTimeOf(at, frame.zone).day }, limits),
    item: sent.item == null || frame.isItem ? null : 'Choose a service that can be booked here.',
    doctor: sent.doctor == null || frame.isDoctor ? null : 'Choose a doctor who accepts bookings here.',
  }
  const errors: FieldErrors = {}
  for (const [field, message] of Object.entries(problems)) if (message !== null) errors[field] = [message]
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  if (sent.consent_version !== frame.consent_version)
    throw conflict(
      'The consent text has changed. Read it again.',
      { consent: { version: frame.consent_version, text: frame.consent_text } },
      'consent_changed',
    )
}

const insertBooking = async (db: Db, sent: Sent, { consent_text, consent_version }: Frame, nonce: string, ip: string, now: Date) => {
  const { first_name, second_name, date_of_birth, gender, phone_number = null, email = null, language } = sent
  const { id } = await db
    .insertInto('public_bookings')
    .values({
      first_name,
      second_name,
      date_of_birth,
      gender: genderOf(gender),
      phone_number,
      email,
      consent_version,
      consent_text,
      ip,
      language: language ?? sql<string>`(select language from company)`,
      consented_at: now,
      created_at: now,
      link_nonce: nonce,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Doctors who are free then, the one with the most free time that day first. */
const findFreeDoctors = async (db: Db, { item = null, appointment_date_time: at }: Booking, zone: string, now: Date) => {
  const { day } = wallTimeOf(at, zone)
  const rows = await findFreeSlots(db, { from: day, to: day, now, item, isPublic: true })
  const free = new Map<number, number>()
  for (const { doctor, left } of rows) free.set(doctor, (free.get(doctor) ?? 0) + left.reduce((sum, n) => sum + n, 0))
  const candidates = rows.filter(({ starts }) => starts.includes(at.getTime())).map(({ doctor }) => doctor)
  return [...new Set(candidates)].toSorted((a, b) => free.get(b)! - free.get(a)! || a - b)
}

/** Books with whoever of the doctors is free. Each try gives back its lock before the next one, so that two such bookings never wait in a ring. */
const bookWithAnyone = async (db: Db, booking: Booking, zone: string, now: Date): Promise<number> => {
  for (const doctor of await findFreeDoctors(db, booking, zone, now)) {
    await sql`savepoint choosing`.execute(db)
    try {
      return await bookAppointment(db, { ...booking, assigned_doctor: doctor }, null, now)
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 409) throw error
      await sql`rollback to savepoint choosing`.execute(db)
    }
  }
  const { appointment_date_time: start, item = null } = booking
  throw timeTaken(await freeNear(db, { doctor: null, item, start, end: start, minutes: null, now, isPublic: true, moving: null }))
}

export interface Taken {
  booking: number
  appointment: number
  status: 'pending' | 'confirmed'
}

/**
 * Takes a booking of somebody who has not signed in, in the caller's transaction: a pending appointment (confirmed where the clinic says so)
 * in a free public slot, and the words that were agreed to. Reads nothing of anybody on file.
 */
export const takeBooking = async (db: Db, sent: Sent, { nonce, ip, now }: { nonce: string; ip: string; now: Date }): Promise<Taken> => {
  const frame = await readFrame(db, sent, now)
  refuseMisfits(sent, frame, now)
  const status = frame.confirms_itself ? 'confirmed' : 'pending'
  const id = await insertBooking(db, sent, frame, nonce, ip, now)
  const { appointment_date_time, reason, item, doctor } = sent
  const booking: Booking = { patient: null, publicBooking: id, appointment_date_time, reason, item: item ?? null, status, isPublic: true }
  try {
    const appointment =
      doctor == null
        ? await bookWithAnyone(db, booking, frame.zone, now)
        : await bookAppointment(db, { ...booking, assigned_doctor: doctor }, null, now)
    return { booking: id, appointment, status }
  } catch (error) {
    throw publicRefusal(error)
  }
}
