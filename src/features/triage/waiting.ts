import { sql } from 'kysely'
import type { WaitingRule } from '#features/notifications/public.ts'

/** Patients at triage. */
export const triageWaiting: readonly WaitingRule[] = [
  {
    at: '/dashboard/nursing-interface',
    access: 'triage.change',
    rows: () => sql`select from visits where closed_at is null and track = 'triage'`,
  },
]
