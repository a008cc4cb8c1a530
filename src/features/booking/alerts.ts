import { sql } from 'kysely'
import { alertCount, type AlertRule } from '#features/notifications/public.ts'
import { isOpenRow } from './server/requests.ts'

/** Public bookings that nobody has put on a record yet. */
export const bookingAlerts: readonly AlertRule[] = [
  {
    kind: 'booking_requests',
    topics: ['appointments'],
    rows: () => alertCount(sql`select count(*) from appointments a where a.public_booking_id is not null and ${isOpenRow}`),
  },
]
