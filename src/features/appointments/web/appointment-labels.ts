import { ApiError, messageOf } from '#web/calls/api.ts'
import { clinicZone, minutes, time, today, weekday } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import type { AppointmentOnScreen } from './appointment-shape.ts'

/** The clinic's day of an instant. */
export const dayOfInstant = (instant: string) => wallTimeOf(new Date(instant), clinicZone()).day

/** The day and time of an instant by the clinic's clock: Today 09:20, Mon 23 Nov 2026 09:20. */
export const whenText = (instant: string): string => {
  const day = dayOfInstant(instant)
  return `${day === today() ? t('Today') : weekday(day)} ${time(instant)}`
}

/** From when until when, and how long: Mon 23 Nov 2026 09:20–09:40 · 20 min. */
export const spanText = ({ appointment_date_time, ends_at, minutes: length }: AppointmentOnScreen): string =>
  `${whenText(appointment_date_time)}–${time(ends_at)} · ${minutes(length)}`

/** That an appointment is booked and when; without a doctor, that nobody's time is kept for it. */
export const bookedText = ({ patient_name, doctor, appointment_date_time }: AppointmentOnScreen): string => {
  const words = { name: patient_name, when: whenText(appointment_date_time) }
  return doctor === null
    ? t('{name} is booked: {when}. No doctor selected: no slot is reserved.', words)
    : t('{name} is booked: {when}.', words)
}

/** Why the server would not do it, in the person's language. */
export const refusalText = (error: unknown): string => {
  if (!(error instanceof ApiError)) return messageOf(error)
  if (error.status === 412) return t('Another user changed this appointment. The new version is shown.')
  if (error.code === 'visit_open' || error.code === 'visit_held') return t('The patient is already on site, in another visit.')
  if (error.code === 'not_converted') return t('This booking is not matched to a record yet.')
  return messageOf(error)
}

/** How late somebody is, in whole minutes; 0 before the time and for those who came, or do not come. */
export const lateMinutes = (
  { appointment_date_time, status }: Pick<AppointmentOnScreen, 'appointment_date_time' | 'status'>,
  now: number,
): number =>
  status === 'pending' || status === 'confirmed' ? Math.max(0, Math.floor((now - Date.parse(appointment_date_time)) / 60_000)) : 0
