import { sql } from 'kysely'
import type { WaitingRule } from '#features/notifications/public.ts'
import { isOpenRow } from './server/requests.ts'

/** Public bookings that are on no record yet. */
export const bookingWaiting: readonly WaitingRule[] = [
  {
    at: '/dashboard/appointments/requests',
    access: 'appointments.change',
    rows: () => sql`select from appointments a where a.public_booking_id is not null and ${isOpenRow}`,
  },
]
