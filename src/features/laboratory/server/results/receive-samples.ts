import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Test } from './lock-tests.ts'

/**
 * What there are results of has come: the samples of these tests, which are held with them, are received, and a test that has no time by
 * which it is due gets one, counted from when the sample was taken.
 */
export const receiveSamples = async (db: Db, tests: readonly Test[], by: number | null, now: Date) => {
  const samples = [...new Set(tests.flatMap(({ sample, sample_state }) => (sample_state === 'collected' ? [sample!] : [])))]
  const undated = tests.flatMap(({ id, sample, due_at }) => (sample !== null && due_at === null ? [id] : []))
  if (samples.length > 0)
    await sql`update lab_samples set state = 'received', received_at = ${now}, received_by = ${by}, version = version + 1
      where id = any(${samples}::integer[]) and state = 'collected'`.execute(db)
  if (undated.length > 0)
    await sql`update lab_test_request_panels n set due_at = s.collected_at + make_interval(mins => case when n.priority = 'routine'
          then p.turnaround_minutes else coalesce(p.urgent_turnaround_minutes, p.turnaround_minutes) end)
      from lab_samples s, lab_panels p
      where n.id = any(${undated}::integer[]) and s.id = n.sample_id and p.id = n.panel_id and p.turnaround_minutes is not null`.execute(db)
}
