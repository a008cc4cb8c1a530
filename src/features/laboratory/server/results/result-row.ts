import { sql } from 'kysely'
import { nameOf } from '#features/users/public.ts'

/** A number without the zeros that its column adds. */
const plain = (column: ReturnType<typeof sql>) => sql`trim_scale(${column})::text`

/** Whether a row of lab_results that is named `r` corrects what was reported: a revision before it was approved. */
export const isAmendment = sql`(r.revision > 1 and exists (
  select from lab_results o where o.request_panel_id = r.request_panel_id and o.revision < r.revision and o.approved_at is not null))`

/** Whether a row of lab_results that is named `r` was held against something that says what is normal; coded tests and words need nothing of the kind. */
export const hasRange = sql`(r.low is not null or r.high is not null or r.range_text <> ''
  or not exists (select from lab_panels h where h.id = r.panel_id and h.kind in ('quantitative', 'calculated')))`

/** The contract's `Result` as JSON, of a row of lab_results that is named `r`. */
export const resultJson = sql`json_build_object(
  'id', r.id, 'request_panel', r.request_panel_id, 'patient', r.patient_id, 'test_panel', r.panel_id, 'revision', r.revision,
  'is_current', r.is_current, 'observed_at', r.observed_at, 'result', r.result, 'value', r.value::text, 'comparator', r.comparator, 'result_kind', r.result_kind, 'rank', r.rank::text,
  'unit', r.unit, 'entered', r.entered, 'flag', r.flag, 'low', ${plain(sql`r.low`)}, 'high', ${plain(sql`r.high`)},
  'low_critical', ${plain(sql`r.low_critical`)}, 'high_critical', ${plain(sql`r.high_critical`)}, 'range_text', r.range_text,
  'has_range', ${hasRange}, 'is_range_confirmed', (select g.confirmed_at is not null from lab_reference_ranges g where g.id = r.range_id),
  'instrument_comment', r.instrument_comment, 'instrument_flags', r.instrument_flags,
  'previous', (select json_build_object('result', b.result, 'observed_at', b.observed_at) from lab_results b where b.id = r.previous_id),
  'is_delta_exceeded', r.is_delta_exceeded, 'comment', r.comment, 'origin', r.origin, 'entered_at', r.entered_at,
  'entered_by', r.entered_by, 'entered_by_name', ${nameOf(sql`r.entered_by`)}, 'approved_at', r.approved_at,
  'approved_by_name', ${nameOf(sql`r.approved_by`)}, 'amend_reason', r.amend_reason, 'is_amendment', ${isAmendment},
  'withdrawn_at', r.withdrawn_at, 'withdrawn_by_name', ${nameOf(sql`r.withdrawn_by`)}, 'withdraw_reason', r.withdraw_reason, 'version', r.version)`
