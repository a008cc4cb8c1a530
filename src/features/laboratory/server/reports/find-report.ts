import { sql } from 'kysely'
import type { Flag, PanelState, SampleState } from '#features/laboratory/contract-fields.ts'
import { patientName } from '#features/patients/public.ts'
import { nameOf, type Signer, signerOf } from '#features/users/public.ts'
import { requestPregnancy } from '../requests/request-pregnancy.ts'
import type { Db } from '#platform/db/connect.ts'
import { isReleased } from '../released/is-released.ts'

/** Whose report it is, and of which visit. */
export interface ReportHead {
  patient: number
  name: string
  number: string
  gender: 'male' | 'female' | 'other' | 'unknown'
  date_of_birth: string | null
  is_birth_date_estimated: boolean
  visit: string
  requests: { id: number; at: string; by: string | null; note: string | null; is_fasting: boolean | null; is_pregnant: boolean | null }[]
}
/** A result that was reported before, and why it is no more. */
export interface Replaced {
  /** Null: not for whoever reads this report. */
  result: string | null
  unit: string | null
  approved_at: string
  reason: string | null
  is_withdrawn: boolean
}
/** A test of the visit that was not cancelled; what is null of its result is not approved. */
export interface ReportTest {
  id: number
  state: PanelState
  panel: number
  name: string
  kind: 'quantitative' | 'qualitative' | 'text' | 'calculated'
  section: string
  request: number
  /** As it was asked for: a profile is one, with all its tests. */
  order: number
  profile: string | null
  requested_at: Date
  sample: number | null
  sample_state: SampleState | null
  result_id: number | null
  /** When its sample was taken; null: nothing is approved. */
  observed_at: Date | null
  result: string | null
  unit: string | null
  flag: Flag | null
  low: string | null
  high: string | null
  range_text: string | null
  comment: string | null
  approved_at: Date | null
  approved_by: string | null
  /** Who approved, as documents name them. */
  approver: Signer | null
  previous: { result: string; unit: string | null; observed_at: string; is_imported: boolean } | null
  /** Oldest first. */
  replaced: Replaced[] | null
}
export interface ReportSample {
  id: number
  code: string
  specimen: string
  requested_at: Date
  collected_at: Date | null
  collected_by: string | null
  received_at: Date | null
  received_by: string | null
}

/** The patient and visit of a request group with its requests, or of one of them; undefined when there is none such. */
export const findReportHead = async (db: Db, process: number, request: number | undefined): Promise<ReportHead | undefined> => {
  const { rows } = await sql<ReportHead>`
    select p.id as patient, ${patientName} as name, p.unique_id as number, p.gender, p.date_of_birth::text, p.is_birth_date_estimated,
      v.track_number as visit, q.requests
    from process_test_requests g join visits v on v.id = g.visit_id join patients p on p.id = v.patient_id cross join lateral (
      select json_agg(json_build_object('id', q.id, 'at', q.requested_at, 'by', ${nameOf(sql`q.requested_by`)}, 'note', q.note,
        'is_fasting', q.is_fasting, 'is_pregnant', ${requestPregnancy}) order by q.id) as requests
      from lab_test_requests q where q.process_id = g.id and ${request === undefined ? sql`true` : sql`q.id = ${request}`}
    ) q
    where g.id = ${process} and q.requests is not null`.execute(db)
  return rows[0]
}

/** For a patient: that what they read was corrected, and no more of what it was. */
const correctedJson = sql`(
  select json_agg(json_build_object('result', null, 'unit', null, 'approved_at', e.approved_at, 'is_withdrawn', false, 'reason', null) order by e.revision)
  from lab_results e where r.id is not null and e.request_panel_id = n.id and not e.is_current and e.approved_at is not null)`

const replacedJson = sql`(
  select json_agg(json_build_object('result', e.result, 'unit', e.unit, 'approved_at', e.approved_at, 'is_withdrawn', e.withdrawn_at is not null,
    'reason', coalesce(e.withdraw_reason, (
      select x.amend_reason from lab_results x where x.request_panel_id = e.request_panel_id and x.revision = e.revision + 1))) order by e.revision)
  from lab_results e where e.request_panel_id = n.id and not e.is_current and e.approved_at is not null)`

/** What a report shows, and what it compares with: all that is approved, or what the patient may see at an instant. */
const sights = (forPatientAt: Date | null) =>
  forPatientAt === null
    ? { isShown: sql`true`, isThere: sql`true`, isCompared: sql`true`, replaced: replacedJson }
    : {
        isShown: isReleased(forPatientAt),
        // What is approved and not released is not named, and neither is a test that is told in person.
        isThere: sql`(r.id is not null or (n.state <> 'approved' and not k.is_withheld))`,
        isCompared: isReleased(forPatientAt, 'b'),
        replaced: correctedJson,
      }

/** The tests of requests in the order of the report, each with its approved result (for a patient: its released one), in one look. */
export const findReportTests = async (db: Db, requests: readonly number[], forPatientAt: Date | null = null): Promise<ReportTest[]> => {
  const { isShown, isThere, isCompared, replaced } = sights(forPatientAt)
  const { rows } = await sql<ReportTest>`
    select n.id, n.state, k.id as panel, k.name, k.kind, k.section, n.lab_test_request_id as request, o.id as order, f.name as profile, n.requested_at, n.sample_id as sample, s.state as sample_state, r.id as result_id,
      r.observed_at, r.result, r.unit, r.flag, trim_scale(r.low)::text as low, trim_scale(r.high)::text as high, r.range_text, r.comment, r.approved_at,
      ${signerOf(sql`r.signed_as`, sql`r.approved_by`)} ->> 'name' as approved_by, ${signerOf(sql`r.signed_as`, sql`r.approved_by`)} as approver, ${replaced} as replaced,
      (select json_build_object('result', b.result, 'unit', b.unit, 'observed_at', b.observed_at, 'is_imported', b.origin = 'imported') from lab_results b
        where b.id = r.previous_id and ${isCompared}) as previous
    from lab_test_request_panels n join lab_panels k on k.id = n.panel_id join lab_orders o on o.id = n.lab_order_id
    left join lab_profiles f on f.id = o.profile_id left join lab_samples s on s.id = n.sample_id
    left join lab_results r on r.request_panel_id = n.id and r.is_current and r.approved_at is not null and ${isShown}
    where n.lab_test_request_id = any(${requests}::integer[]) and n.state <> 'cancelled' and ${isThere}
    order by min(k.position) over (partition by k.section), k.section, min(k.position) over (partition by k.section, o.profile_id),
      o.profile_id, k.position, lower(k.name), n.id`.execute(db)
  return rows
}

/** Samples by id, in the order of their numbers. */
export const findReportSamples = async (db: Db, ids: readonly number[]): Promise<ReportSample[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<ReportSample>`
    select s.id, s.code, m.name as specimen, s.requested_at, s.collected_at, ${nameOf(sql`s.collected_by`)} as collected_by, s.received_at,
      ${nameOf(sql`s.received_by`)} as received_by
    from lab_samples s join lab_specimens m on m.id = s.specimen_id where s.id = any(${ids}::integer[]) order by s.id`.execute(db)
  return rows
}
