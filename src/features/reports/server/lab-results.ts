import { sql } from 'kysely'
import { within, type Span } from './dispensed.ts'

const replaced = sql`select o.request_panel_id, min(o.approved_at) as approved_at from lab_results o
  where not o.is_current and o.approved_at is not null group by o.request_panel_id`

/**
 * Tests whose first result was approved in a span. The test itself keeps when its present result was approved, which is the first one except
 * for the few whose result was replaced: these are looked up.
 */
export const firstApproved = (span: Span) => sql`
  select n.id, n.panel_id, n.sample_id, n.due_at, n.approved_at from lab_test_request_panels n
  where ${within(sql`n.approved_at`, span)} and not exists (
    select from lab_results o where o.request_panel_id = n.id and not o.is_current and o.approved_at is not null)
  union all
  select n.id, n.panel_id, n.sample_id, n.due_at, f.approved_at from (${replaced}) f join lab_test_request_panels n on n.id = f.request_panel_id
  where ${within(sql`f.approved_at`, span)}`

/** Corrections that were approved in a span: results that took the place of one that was approved. */
export const corrections = (span: Span) => sql`
  select r.panel_id from (${replaced}) f join lab_results r on r.request_panel_id = f.request_panel_id and r.approved_at > f.approved_at
  where ${within(sql`r.approved_at`, span)}`

/** Results that were approved in a span and stand out, as they were reported first. */
export const isOutstanding = (span: Span) => sql`
  select r.panel_id, r.flag from lab_results r left join (${replaced}) f on f.request_panel_id = r.request_panel_id
  where ${within(sql`r.approved_at`, span)} and r.request_panel_id is not null and r.flag <> 'normal'
    and (f.approved_at is null or f.approved_at = r.approved_at)`

/** The minutes within which half, and nine in ten, were done: whole ones. */
export const shares = (minutes = sql`minutes`) => sql`(percentile_cont(array[0.5, 0.9]) within group (order by ${minutes}))`
export const shareAt = (place: 1 | 2, of = sql`g.shares`) => sql`round(${of}[${sql.lit(place)}])::integer`
