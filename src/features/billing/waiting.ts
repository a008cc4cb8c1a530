import { sql } from 'kysely'
import type { WaitingRule } from '#features/notifications/public.ts'

/** Patients at the cashier. */
export const billingWaiting: readonly WaitingRule[] = [
  {
    at: '/dashboard/billing',
    access: 'billing.pay',
    rows: () => sql`select from visits where closed_at is null and track = 'billing'`,
  },
]
