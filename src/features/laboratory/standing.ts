import { sql } from 'kysely'
import { standingCount, standingRow, type Standing } from '#features/notifications/index.ts'

const criticalCalls: Standing = {
  kind: 'critical_result',
  topics: ['laboratory'],
  rows: () => sql`
    select ${standingRow({
      entity: sql`c.id`,
      words: sql`jsonb_build_object('test', k.name, 'result', concat_ws(' ', r.result, r.unit))`,
      patient: sql`c.patient_id`,
    })}
    from lab_critical_calls c join lab_results r on r.id = c.result_id join lab_panels k on k.id = r.panel_id where c.closed_at is null`,
}

const resultsToApprove: Standing = {
  kind: 'results_to_approve',
  topics: ['laboratory'],
  isQuiet: true,
  rows: () => standingCount(sql`select count(*) from lab_test_request_panels where state = 'entered'`),
}

const publicRequests: Standing = {
  kind: 'lab_requests',
  topics: ['laboratory'],
  rows: () => standingCount(sql`select count(*) from public_lab_requests where status = 'pending'`),
}

/** What waits for somebody in the laboratory. */
export const laboratoryStanding: readonly Standing[] = [criticalCalls, resultsToApprove, publicRequests]
