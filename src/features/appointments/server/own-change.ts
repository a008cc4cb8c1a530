import { bookingSettings } from '#features/schedules/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import { changeUntil, type AppointmentStatus } from '../rules.ts'
import { applyChange, type AppointmentChange, type Changed } from './change-appointment.ts'
import { lockAppointment, type AppointmentRow } from './lock-appointment.ts'

export const bookingClosed = () => conflict('This clinic accepts bookings by phone only.', {}, 'booking_closed')

/**
 * What a patient's own booking begins as: without a doctor it is a wish, which no plan has confirmed. 409 `booking_closed` while the clinic
 * takes no bookings from the public.
 */
export const ownStatus = async (db: Db, doctor: number | null): Promise<'pending' | 'confirmed'> => {
  const { is_public_open, confirms_itself } = await bookingSettings(db)
  if (!is_public_open) throw bookingClosed()
  return confirms_itself && doctor !== null ? 'confirmed' : 'pending'
}

const over: Partial<Record<AppointmentStatus, string>> = {
  cancelled: 'This booking has already been cancelled.',
  arrived: 'You have already arrived: please speak to the reception desk.',
  completed: 'This appointment is in the past.',
  'no-show': 'The time of this appointment has passed. Please book again or call the clinic.',
}

/** Refuses a change by the person themselves: 409 `not_open` for what is over, `too_late` where it is so near that the clinic has to be called. */
export const refuseLate = ({ status, start }: { status: AppointmentStatus; start: Date }, minutes: number, now: Date) => {
  const refusal = over[status]
  if (refusal !== undefined) throw conflict(refusal, { status }, 'not_open')
  if (now > changeUntil(start, minutes)) throw conflict('It is too late to change this here. Please call the clinic.', {}, 'too_late')
}

type Move = Pick<AppointmentChange, 'appointment_date_time' | 'assigned_doctor' | 'item' | 'reason'>

/** By whom, null for a link of their own, and whether bookings of this clinic confirm themselves. */
interface Mover {
  by: number | null
  now: Date
  confirmsItself: boolean
}

const elsewhere = ['appointment_date_time', 'doctor', 'item'] as const

const moveLocked = async (db: Db, before: AppointmentRow, move: Move, { by, now, confirmsItself }: Mover): Promise<Changed | null> => {
  const moved = await applyChange(db, before, { ...move, isPublic: true }, by, now)
  if (!moved || moved.after.status !== 'confirmed') return moved
  // No plan has confirmed a time that is of no doctor.
  if (confirmsItself && moved.after.doctor !== null) return moved
  if (elsewhere.every((name) => String(before[name]) === String(moved.after[name]))) return moved
  const asked = await applyChange(db, moved.after, { status: 'pending' }, by, now)
  return asked && { before, after: asked.after }
}

/**
 * Moves an appointment to another time that the public may book, for the person themselves, in the caller's transaction and with the
 * refusals of a booking; null when it is there already. The clinic has not seen the new time: what was confirmed is pending again, unless
 * bookings confirm themselves and a doctor is named. Whoever calls leaves the row in the trail and the message (`announceChange`).
 */
export const moveOwnAppointment = async (db: Db, id: number, move: Move, mover: Mover): Promise<Changed | null> =>
  moveLocked(db, await lockAppointment(db, id), move, mover)

const theirs = new Set(['appointment_date_time', 'assigned_doctor', 'item', 'reason', 'status', 'status_reason'])

/** What patients leave to the desk, field by field. */
const refuseForeign = (sent: AppointmentChange) => {
  const errors: FieldErrors = {}
  const names = Object.keys(sent).filter((name) => sent[name as keyof AppointmentChange] !== undefined)
  for (const name of names) if (!theirs.has(name)) errors[name] = ['Only the clinic can change this.']
  if (sent.status !== undefined && sent.status !== 'cancelled') errors['status'] = ['You can only cancel your appointment.']
  else if (sent.status !== undefined && names.some((name) => !name.startsWith('status')))
    errors['status'] = ['Cancel the appointment or change it, not both.']
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

/**
 * Changes a locked appointment for its patient: cancels it with a reason, or moves it to a time that the public may book, as long before
 * it as the settings of booking say. 400 names what is not theirs to change; 409 `booking_closed` for a move while the clinic takes no
 * bookings from the public.
 */
export const changeOwn = async (
  db: Db,
  before: AppointmentRow,
  sent: AppointmentChange,
  by: number,
  now: Date,
): Promise<Changed | null> => {
  refuseForeign(sent)
  const { change_until_minutes, confirms_itself, is_public_open } = await bookingSettings(db)
  refuseLate({ status: before.status, start: before.appointment_date_time }, change_until_minutes, now)
  if (sent.status !== undefined) return applyChange(db, before, sent, by, now)
  const { appointment_date_time, assigned_doctor, item } = sent
  if (assigned_doctor === null) throw fieldError('assigned_doctor', 'Choose a doctor who accepts bookings here.')
  if (!is_public_open && [appointment_date_time, assigned_doctor, item].some((value) => value !== undefined)) throw bookingClosed()
  return moveLocked(db, before, sent, { by, now, confirmsItself: confirms_itself })
}
