import type { listAppointments, getAppointment } from '#calls/appointments/contract.ts'
import { type getBookingPage, listPublicSlots } from '#calls/booking/contract-public.ts'
import type { FreeTime } from '#features/booking/web/time-picker.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '#web/calls/api.ts'

export type Appointment = ResponseOf<typeof listAppointments>[number]
export type AppointmentWithChanges = ResponseOf<typeof getAppointment>
/** What may be booked, and where. */
export type Place = ResponseOf<typeof getBookingPage>

/** What is free in a range of the clinic's days; of any doctor and any service where none is named. */
export const fetchFreeTimes = async (
  { item, doctor }: { item: number | null; doctor: number | null },
  { from, to }: { from: string; to: string },
  signal: AbortSignal,
): Promise<FreeTime[]> => {
  const wish = { ...(item !== null && { item }), ...(doctor !== null && { doctor }) }
  const rows = await call(listPublicSlots, { query: { from, to, ...wish } }, { signal })
  return rows.flatMap((row) => row.starts.map((start) => ({ start, doctor: row.doctor })))
}
