import { bookingClosed, changeStatus, moveOwnAppointment, refuseLate } from '#features/appointments/public.ts'
import { bookingSettings } from '#features/schedules/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { OpenedLink } from './open-link.ts'
import { publicRefusal } from './refuse.ts'

/** Cancels the appointment of an open link, which must be locked. */
export const cancelBooking = async (db: Db, opened: OpenedLink, reason: string | null | undefined, now: Date) => {
  const { change_until_minutes } = await bookingSettings(db)
  refuseLate(opened, change_until_minutes, now)
  return changeStatus(db, opened.appointment, { status: 'cancelled', reason: reason ?? 'Cancelled by the person who booked' }, null, now)
}

/** Moves it to another free public slot; null when it is there already. */
export const moveBooking = async (
  db: Db,
  opened: OpenedLink,
  { appointment_date_time, doctor = opened.doctor }: { appointment_date_time: Date; doctor?: number | null | undefined },
  now: Date,
) => {
  const { change_until_minutes, confirms_itself: confirmsItself, is_public_open } = await bookingSettings(db)
  refuseLate(opened, change_until_minutes, now)
  if (!is_public_open) throw bookingClosed()
  if (doctor === null) throw fieldError('doctor', 'Choose a doctor who accepts bookings here.')
  const move = { appointment_date_time, assigned_doctor: doctor }
  try {
    return await moveOwnAppointment(db, opened.appointment, move, { by: null, now, confirmsItself })
  } catch (error) {
    throw publicRefusal(error)
  }
}
