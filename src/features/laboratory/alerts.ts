import { sql } from 'kysely'
import { alertCount, alertRow, type AlertRule } from '#features/notifications/public.ts'
import { isLookedAt, isReleased } from './server/released/is-released.ts'

const criticalCalls: AlertRule = {
  kind: 'critical_result',
  topics: ['laboratory'],
  rows: () => sql`
    select ${alertRow({
      entity: sql`c.id`,
      words: sql`jsonb_build_object('test', k.name, 'result', r.result, 'unit', r.unit)`,
      patient: sql`c.patient_id`,
    })}
    from lab_critical_calls c join lab_results r on r.id = c.result_id join lab_panels k on k.id = r.panel_id where c.closed_at is null`,
}

const resultsToApprove: AlertRule = {
  kind: 'results_to_approve',
  topics: ['laboratory'],
  isQuiet: true,
  rows: () => alertCount(sql`select count(*) from lab_test_request_panels where state = 'entered'`),
}

const publicRequests: AlertRule = {
  kind: 'lab_requests',
  topics: ['laboratory'],
  rows: () => alertCount(sql`select count(*) from public_lab_requests where status = 'pending'`),
}

/** Who has not looked at results by then knows of them, or never looks. */
const NEW_DAYS = 30
const hasAccount = sql`p.user_id is not null and p.deactivated_at is null and died_on(p.id) is null`

/**
 * Tests that were approved, or released by somebody's word, so lately that their patient may still have to be told; of those alone who have an
 * account, which are few beside all that a laboratory approves.
 */
const latelyShown = (now: Date) => sql`(
  select n.id, n.lab_test_request_id, p.user_id from patients p join lab_test_request_panels n on n.patient_id = p.id cross join lab_settings s
  where ${hasAccount} and n.approved_at > ${now}::timestamptz - make_interval(days => ${sql.lit(NEW_DAYS)}, hours => s.portal_delay_hours)
  union
  select n.id, n.lab_test_request_id, p.user_id from lab_releases l join lab_results r on r.id = any(l.results)
  join lab_test_request_panels n on n.id = r.request_panel_id join patients p on p.id = n.patient_id
  where ${hasAccount} and l.decided_at > ${now}::timestamptz - make_interval(days => ${sql.lit(NEW_DAYS)}))`

/** Results that their patient may see and has not looked at; of a request, so that a profile is one entry. */
const releasedResults: AlertRule = {
  kind: 'results_released',
  // Looking at them is news to the patient's own screens.
  topics: ['laboratory', 'portal'],
  rows: (now) => sql`
    select ${alertRow({ entity: sql`s.lab_test_request_id`, weight: sql`count(*)`, user: sql`s.user_id` })}
    from ${latelyShown(now)} s join lab_results r on r.request_panel_id = s.id and r.is_current
    where ${isReleased(now)} and not ${isLookedAt()}
    group by s.lab_test_request_id, s.user_id`,
}

/** What waits for somebody in the laboratory, and what is there for patients. */
export const laboratoryAlerts: readonly AlertRule[] = [criticalCalls, resultsToApprove, publicRequests, releasedResults]
