import type {
  createAppointment as CreateAppointment,
  getAppointment as GetAppointment,
  listAppointments as ListAppointments,
  updateAppointment as UpdateAppointment,
} from '#features/appointments/contract.ts'
import type { getBookingPage as GetBookingPage, listPublicSlots as ListPublicSlots } from '#features/booking/contract-public.ts'
import type { FreeTime } from '#features/booking/web/time-picker.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { call } from '#web/calls/api.ts'
import { bare } from '#web/calls/shell-calls.ts'

const PATH = '/patients/appointments/'
const live = ['appointments', 'patients', 'portal'] as const
// Their contracts would bring half of the clinic with them.
export const listAppointments = bare<typeof ListAppointments>({ method: 'GET', path: PATH, access: 'signed-in', paged: true, live })
export const getAppointment = bare<typeof GetAppointment>({ method: 'GET', path: `${PATH}{id}/`, access: 'signed-in', live })
export const createAppointment = bare<typeof CreateAppointment>({ method: 'POST', path: PATH, access: 'signed-in' })
export const updateAppointment = bare<typeof UpdateAppointment>({ method: 'PATCH', path: `${PATH}{id}/`, access: 'signed-in' })
export const getBookingPage = bare<typeof GetBookingPage>({ method: 'GET', path: '/public/booking/', access: 'public' })
const listPublicSlots = bare<typeof ListPublicSlots>({ method: 'GET', path: '/public/booking/slots/', access: 'public' })

export type Appointment = ResponseOf<typeof ListAppointments>[number]
export type AppointmentWithChanges = ResponseOf<typeof GetAppointment>
/** What may be booked, and where. */
export type Place = ResponseOf<typeof GetBookingPage>

/** What is free in a range of the clinic's days; of any doctor and any service where none is named. */
export const freeTimesOf = async (
  { item, doctor }: { item: number | null; doctor: number | null },
  { from, to }: { from: string; to: string },
  signal: AbortSignal,
): Promise<FreeTime[]> => {
  const wish = { ...(item !== null && { item }), ...(doctor !== null && { doctor }) }
  const rows = await call(listPublicSlots, { query: { from, to, ...wish } }, { signal })
  return rows.flatMap((row) => row.starts.map((start) => ({ start, doctor: row.doctor })))
}
