import { sql } from 'kysely'
import { standingCount, type Standing } from '#features/notifications/index.ts'

/** Prescriptions that patients sent in and nobody has answered. */
export const pharmacyStanding: readonly Standing[] = [
  {
    kind: 'prescription_requests',
    topics: ['prescriptions'],
    rows: () => standingCount(sql`select count(*) from public_prescription_requests where status = 'pending'`),
  },
]
