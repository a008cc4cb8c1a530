import { sql, type RawBuilder } from 'kysely'

/** What a result is to its patient: shown online, told at the clinic without a word of what it is, or not there yet. */
export type ReleaseState = 'released' | 'at clinic' | 'hidden'

/**
 * What a result is to its patient at an instant; `row` names a row of lab_results. This is the one rule of what patients see of results.
 *
 * - `hidden`: it is not approved, not the current revision or taken back; or the laboratory shows nothing online; or the hours have not
 *   passed that the laboratory leaves the doctor after approval. For the patient it is still in progress.
 * - `at clinic`: somebody who may approve holds the request back, or did, and it is not among what was released since; or nobody has been told yet of its critical value; or its test is one
 *   that is told in person (HIV, histology, genetics: whatever the catalogue marks). That there is a result is said, and to ask at the
 *   clinic; neither the value nor the name of the test, whatever was found: a telephone lies open to others, and if only bad news were
 *   kept back, to be asked to come would be the news.
 * - `released`: all others. What somebody releases by hand is shown at once although its test is told in person. Such a word names the
 *   results that were approved when it was said: one that comes later waits for a word of its own. No word releases a critical value that nobody was told of.
 */
export const releaseState = (now: Date | RawBuilder<Date>, row = 'r') => {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  return sql<ReleaseState>`(
    select case
      when not (${of('is_current')} and ${of('approved_at')} is not null and ${of('withdrawn_at')} is null and s_.portal_is_on) then 'hidden'
      when h_.is_held then 'at clinic'
      when exists (select from lab_critical_calls c_ where c_.result_id = ${of('id')} and c_.closed_at is null) then 'at clinic'
      when ${of('id')} = any(h_.results) then 'released'
      when k_.is_withheld or h_.was_held then 'at clinic'
      when ${of('approved_at')} + make_interval(hours => s_.portal_delay_hours) > ${now}::timestamptz then 'hidden'
      else 'released' end
    from lab_settings s_ join lab_panels k_ on k_.id = ${of('panel_id')}
    left join lateral (
      select l_.is_held, l_.results,
        exists (select from lab_releases b_ where b_.lab_test_request_id = l_.lab_test_request_id and b_.is_held) as was_held
      from lab_test_request_panels n_ join lab_releases l_ on l_.lab_test_request_id = n_.lab_test_request_id
      where n_.id = ${of('request_panel_id')} order by l_.id desc limit 1
    ) h_ on true)`
}

/** True of results that their patient may see; see `releaseState`. */
export const isReleased = (now: Date | RawBuilder<Date>, row = 'r') => sql<boolean>`(${releaseState(now, row)} = 'released')`

/** True of results that the account which is linked with their patient now has looked at. */
export const isLookedAt = (row = 'r') => sql<boolean>`exists (
    select from lab_result_reads s_ join patients w_ on w_.user_id = s_.user_id
    where s_.result_id = ${sql.ref(`${row}.id`)} and w_.id = ${sql.ref(`${row}.patient_id`)})`
