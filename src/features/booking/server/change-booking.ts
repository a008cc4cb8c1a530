import { changeStatus, moveAppointment } from '#features/appointments/index.ts'
import type { AppointmentStatus } from '#features/appointments/rules.ts'
import { bookingSettings } from '#features/schedules/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import { changeUntil } from '../rules.ts'
import type { OpenedLink } from './open-link.ts'
import { bookingClosed, publicRefusal } from './refuse.ts'

const over: Partial<Record<AppointmentStatus, string>> = {
  cancelled: 'This booking was cancelled already.',
  arrived: 'You are here already: please talk to the reception desk.',
  completed: 'This appointment is over.',
  'no-show': 'The time of this appointment is over. Please book again or call the clinic.',
}

/** Refuses a change of what is over, or so near that the clinic has to be called. */
const refuseChange = ({ status, start }: OpenedLink, minutes: number, now: Date) => {
  const refusal = over[status]
  if (refusal !== undefined) throw conflict(refusal, { status }, 'not_open')
  if (now > changeUntil(start, minutes)) throw conflict('It is too late to change this here. Please call the clinic.', {}, 'too_late')
}

/** Cancels the appointment of an open link, which must be locked. */
export const cancelBooking = async (db: Db, opened: OpenedLink, reason: string | null | undefined, now: Date) => {
  const { change_until_minutes } = await bookingSettings(db)
  refuseChange(opened, change_until_minutes, now)
  return changeStatus(db, opened.appointment, { status: 'cancelled', reason: reason ?? 'Cancelled by the person who booked' }, null, now)
}

/**
 * Moves it to another free public slot; null when it is there already. The clinic has not seen the new time: what was confirmed is pending
 * again, unless bookings confirm themselves.
 */
export const moveBooking = async (
  db: Db,
  opened: OpenedLink,
  { appointment_date_time, doctor = opened.doctor }: { appointment_date_time: Date; doctor?: number | null | undefined },
  now: Date,
) => {
  const { change_until_minutes, confirms_itself, is_public_open } = await bookingSettings(db)
  refuseChange(opened, change_until_minutes, now)
  if (!is_public_open) throw bookingClosed()
  if (doctor === null) throw fieldError('doctor', 'Choose a doctor who can be booked here.')
  try {
    const moved = await moveAppointment(
      db,
      opened.appointment,
      { appointment_date_time, assigned_doctor: doctor, isPublic: true },
      null,
      now,
    )
    if (!moved || confirms_itself || moved.after.status !== 'confirmed') return moved
    const asked = await changeStatus(db, opened.appointment, { status: 'pending' }, null, now)
    return asked && { before: moved.before, after: asked.after }
  } catch (error) {
    throw publicRefusal(error)
  }
}
