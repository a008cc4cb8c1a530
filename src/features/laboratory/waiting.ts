import { sql } from 'kysely'
import type { WaitingRule } from '#features/notifications/public.ts'

const isSampled = sql`not exists (select from lab_samples s where s.id = n.sample_id and s.state = 'to collect')`

/** What waits in the rooms of the laboratory. */
export const laboratoryWaiting: readonly WaitingRule[] = [
  {
    at: '/dashboard/laboratory/collect',
    access: 'laboratory.collect',
    rows: () => sql`select from lab_samples where state = 'to collect'`,
  },
  {
    at: '/dashboard/laboratory/worklist',
    access: 'laboratory.enter',
    rows: () => sql`select from lab_test_request_panels n join lab_panels p on p.id = n.panel_id
      where n.state = 'requested' and p.kind <> 'calculated' and ${isSampled}`,
  },
  {
    at: '/dashboard/laboratory/approve',
    access: 'laboratory.approve',
    rows: () => sql`select from lab_test_request_panels n where n.state = 'entered' and ${isSampled}`,
  },
  {
    at: '/dashboard/laboratory/critical',
    access: 'laboratory.view',
    rows: () => sql`select from lab_critical_calls where closed_at is null`,
  },
]
