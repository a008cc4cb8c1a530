import { addDays, instantOf, wallTimeOf } from '#shared/zoned.ts'
import type { RequestOf } from '#shared/endpoint.ts'
import type { FoundPatient } from '#web/searches/patient-search.ts'
import type { createAppointment } from '#features/appointments/contract.ts'
import type { Slot } from '../appointment-shape.ts'
import { blankWhen, placeOf, type When } from './when-values.ts'

export type BookingBody = NonNullable<RequestOf<typeof createAppointment>['body']>

/** What the boxes of a booking hold; '' is any, or none. */
export interface BookValues extends Record<string, unknown> {
  patient: number | null
  /** Shown in the picker when a draft comes back. */
  person: FoundPatient | null
  item: string
  doctor: string
  when: When
  reason: string
  isConfirmed: boolean
  overbook: boolean
  /** How many, one a week. */
  weeks: string
}

export interface Given {
  patient?: FoundPatient | undefined
  doctor?: number | null | undefined
  room?: number | null | undefined
  item?: number | null | undefined
  start?: string | undefined
  minutes?: number | null | undefined
  reason?: string | undefined
}

const idText = (id: number | null | undefined) => (id ? String(id) : '')

export const bookValues = ({ patient, doctor, room, item, start, minutes, reason }: Given): BookValues => {
  const slot: Slot | null = start === undefined ? null : { start, doctor: doctor ?? null, room: room ?? null, minutes: minutes ?? null }
  return {
    patient: patient?.id ?? null,
    person: patient ?? null,
    item: idText(item),
    doctor: idText(doctor),
    when: blankWhen(slot),
    reason: reason ?? '',
    isConfirmed: true,
    overbook: false,
    weeks: '1',
  }
}

/** The body of a booking; without a time it is one that the contract refuses. */
export const bookingBody = ({ patient, item, doctor, when, reason, isConfirmed, overbook }: BookValues, zone: string): BookingBody => {
  const { place } = placeOf(when, doctor === '' ? null : Number(doctor), zone)
  return {
    patient: patient as number,
    appointment_date_time: place?.start ?? '',
    // The length of a free time is the server's own sum of service and session.
    ...(when.minutes !== '' && { minutes: Number(when.minutes) }),
    assigned_doctor: place?.doctor ?? null,
    ...(place?.room && { room: place.room }),
    ...(item !== '' && { item: Number(item) }),
    reason,
    status: isConfirmed ? 'confirmed' : 'pending',
    ...(overbook && { overbook: true }),
  }
}

/** The same time of day so many weeks later, by the clinic's clock. */
export const weeksLater = (instant: string, weeks: number, zone: string): string => {
  const { day, time } = wallTimeOf(new Date(instant), zone)
  return instantOf(addDays(day, 7 * weeks), time, zone).toISOString()
}

/** What a draft of a booking is kept under: a free time that was pressed has one of its own. */
export const bookDraftKey = ({ patient, start, doctor }: Given) => ['appointment', patient?.id, start, doctor].filter(Boolean).join('-')
