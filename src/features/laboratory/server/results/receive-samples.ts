import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Test } from './lock-tests.ts'

/**
 * What there are results of has come: its sample is received, and tests without one get the time by which they are due, counted from when
 * the sample was taken. `held` are all the tests that the transaction holds, with their samples.
 */
export const receiveSamples = async (db: Db, tests: readonly Test[], held: readonly number[], by: number | null, now: Date) => {
  const samples = [...new Set(tests.flatMap(({ sample, sample_state }) => (sample_state === 'collected' ? [sample!] : [])))]
  if (samples.length === 0) return
  await Promise.all([
    sql`update lab_samples set state = 'received', received_at = ${now}, received_by = ${by}, version = version + 1
      where id = any(${samples}::integer[]) and state = 'collected'`.execute(db),
    sql`update lab_test_request_panels n set due_at = s.collected_at + make_interval(mins => case when n.priority = 'routine'
          then p.turnaround_minutes else coalesce(p.urgent_turnaround_minutes, p.turnaround_minutes) end)
      from lab_samples s, lab_panels p
      where n.id = any(${held}::integer[]) and n.sample_id = s.id and s.id = any(${samples}::integer[]) and p.id = n.panel_id
        and n.due_at is null and n.cancelled_at is null`.execute(db),
  ])
}
