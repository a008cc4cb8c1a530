import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'
import { cancelLocked, lockPanels } from './cancel-panels.ts'

export interface UncollectedTest {
  id: number
  visit: number
  name: string
  requested_at: Date
}

/**
 * Tests of a patient for which nothing was collected or entered yet. What is calculated, or needs no sample, goes with its request: it stays
 * while another test of the request does.
 */
export const findUncollected = async (db: Db, patient: number): Promise<UncollectedTest[]> => {
  const { rows } = await sql<UncollectedTest>`
    with open as (
      select n.id, n.lab_test_request_id as request, r.visit_id as visit, p.name, n.requested_at, n.sample_id,
        n.state = 'requested' and coalesce(s.state = 'to collect', true) as is_idle
      from lab_test_request_panels n join lab_panels p on p.id = n.panel_id
      join lab_test_requests q on q.id = n.lab_test_request_id join process_test_requests r on r.id = q.process_id
      left join lab_samples s on s.id = n.sample_id
      where n.patient_id = ${patient} and n.cancelled_at is null
    )
    select o.id, o.visit, o.name, o.requested_at from open o
    where o.is_idle and (o.sample_id is not null or not exists (
      select from open x where x.request = o.request and x.sample_id is not null and not x.is_idle))
    order by o.visit, o.id`.execute(db)
  return rows
}

/** Cancels such tests with their samples and charges, visit by visit. */
export const cancelUncollected = async (
  context: Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>,
  tests: readonly UncollectedTest[],
  reason: string,
) => {
  for (const [visit, group] of Map.groupBy(tests, (test) => test.visit)) {
    const panels = await lockPanels(
      context,
      visit,
      group.map(({ id }) => id),
    )
    await cancelLocked(context, panels, reason)
    for (const { id, patient_id: patient } of panels) context.audit('cancel', { entity: 'lab test', id, patient, change: { reason } })
  }
  if (tests.length > 0) {
    context.publish('laboratory')
    context.publish('billing')
  }
}
