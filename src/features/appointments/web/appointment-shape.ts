import type { ResponseOf } from '#shared/endpoint.ts'
import type { getAppointment, listAppointments, listSlots } from '../contract.ts'

export type AppointmentOnScreen = ResponseOf<typeof listAppointments>[number]
export type AppointmentWithChanges = ResponseOf<typeof getAppointment>
export type SlotsOfDay = ResponseOf<typeof listSlots>[number]

/** A free place that can be taken: times are instants (ISO with offset). */
export interface Slot {
  start: string
  doctor: number | null
  room: number | null
  /** Null: as long as the service or the session says. */
  minutes: number | null
}
