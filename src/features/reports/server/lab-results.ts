import { sql } from 'kysely'
import { within, type Span } from './handed-out.ts'

/** The greatest of so large a share of minutes, in whole ones. */
export const share = (part: number, minutes = sql`minutes`) =>
  sql`round(percentile_cont(${part}) within group (order by ${minutes}))::integer`

/** Whether a result took the place of one that was approved. */
const isCorrection = sql`r.revision > 1 and exists (
  select from lab_results o where o.request_panel_id = r.request_panel_id and o.revision < r.revision and o.approved_at is not null)`

/** Results of requests that were approved in a span, by revision: the first one that was reported, and corrections. */
export const approvedIn = (span: Span) => sql`
  select r.panel_id, r.request_panel_id, r.flag, r.approved_at, ${isCorrection} as is_correction
  from lab_results r where ${within(sql`r.approved_at`, span)} and r.request_panel_id is not null`
