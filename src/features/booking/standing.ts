import { sql } from 'kysely'
import { standingCount, type Standing } from '#features/notifications/public.ts'
import { isOpenRow } from './server/requests.ts'

/** Public bookings that nobody has put on a record yet. */
export const bookingStanding: readonly Standing[] = [
  {
    kind: 'booking_requests',
    topics: ['appointments'],
    rows: () => standingCount(sql`select count(*) from appointments a where a.public_booking_id is not null and ${isOpenRow}`),
  },
]
