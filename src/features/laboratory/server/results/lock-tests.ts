import { sql } from 'kysely'
import type { PanelState, SampleState } from '#features/laboratory/contract-fields.ts'
import { rangesOfPregnancy } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { oneOf } from '#platform/db/one-of.ts'

/** A test as whoever enters, approves or corrects its result has to know it. */
export interface Test {
  id: number
  request: number
  process: number
  visit: number
  panel: number
  patient: number
  state: PanelState
  version: number
  sample: number | null
  sample_state: SampleState | null
  /** When its sample was taken; null: not taken, or there is none. */
  collected_at: Date | null
  /** When the sample was taken, else when what is approved was entered, else now. */
  observed_at: Date
  /** The clinic's day of that, YYYY-MM-DD. */
  on: string
  sex: 'male' | 'female' | null
  date_of_birth: string | null
  is_birth_date_estimated: boolean
  /** What the request says, else what the record says of the day on which the sample was taken. */
  is_pregnant: boolean | null
  /** Of the latest revision, whatever became of it; 0: there was none. */
  revision: number
  /** Why what was reported was taken back; where nothing was, why the latest revision was. */
  withdraw_reason: string | null
  due_at: Date | null
  /** What the instrument said beside the latest revision on this sample, whatever became of it. */
  remarks: InstrumentRemarks
}

/** What an instrument says beside a result: its comments, and its abnormal flags. */
export interface InstrumentRemarks {
  comment: string
  flags: string
}

const testRows = (now: Date) => {
  const observed = sql`coalesce(s.collected_at, case when n.state = 'approved' then l.observed_at end, ${now}::timestamptz)`
  return sql`
  select n.id, n.lab_test_request_id as request, q.process_id as process, g.visit_id as visit, n.panel_id as panel, n.patient_id as patient, n.state, n.version,
    n.sample_id as sample, s.state as sample_state, s.collected_at, ${observed} as observed_at,
    (${observed} at time zone c.time_zone)::date as on,
    case when k.gender in ('male', 'female') then k.gender end as sex, k.date_of_birth, k.is_birth_date_estimated,
    coalesce(case when k.gender = 'female' then q.is_pregnant end,
      ${rangesOfPregnancy(sql`k.id`, sql`(${observed} at time zone c.time_zone)`)}) as is_pregnant, coalesce(l.revision, 0) as revision, l.withdraw_reason, n.due_at,
    json_build_object('comment', case when l.observed_at = s.collected_at then l.instrument_comment else '' end,
      'flags', case when l.observed_at = s.collected_at then l.instrument_flags else '' end) as remarks
  from lab_test_request_panels n join lab_test_requests q on q.id = n.lab_test_request_id
  join process_test_requests g on g.id = q.process_id join patients k on k.id = n.patient_id
  left join lab_samples s on s.id = n.sample_id
  left join lateral (
    select r.revision, r.observed_at, r.instrument_comment, r.instrument_flags, coalesce((
      select w.withdraw_reason from lab_results w where w.request_panel_id = n.id and not w.is_current and w.approved_at is not null
      order by w.revision desc limit 1), r.withdraw_reason) as withdraw_reason
    from lab_results r where r.request_panel_id = n.id order by r.revision desc limit 1
  ) l on true
  cross join company c`
}

/** The tests by their ids, with whom they are of and when. */
export const findTests = async (db: Db, ids: readonly number[], now: Date): Promise<Test[]> => {
  const { rows } = await sql<Test>`${testRows(now)} where n.id = ${oneOf(ids)} order by n.id`.execute(db)
  return rows
}

/** These tests and the calculated ones of their visits; with their samples, where they were named. */
const withCalculated = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<{ id: number; sample_id: number | null }>`
    with named as (
      select n.id, n.sample_id, q.process_id from lab_test_request_panels n join lab_test_requests q on q.id = n.lab_test_request_id
      where n.id = any(${ids}::integer[])
    )
    select id, sample_id from named
    union all
    select n.id, null from (select distinct process_id from named) g join lab_test_requests q on q.process_id = g.process_id
    join lab_test_request_panels n on n.lab_test_request_id = q.id join lab_panels p on p.id = n.panel_id
    where p.kind = 'calculated' and n.cancelled_at is null`.execute(db)
  return rows
}

/**
 * Holds tests, what is calculated in their visits, and their samples until the transaction ends: samples by id, then tests by id, as
 * everybody does. Answers all of them as they are then; ids that there are not are left out.
 */
export const lockTests = async (db: Db, ids: readonly number[], now: Date): Promise<Test[]> => {
  const rows = await withCalculated(db, ids)
  const all = [...new Set(rows.map(({ id }) => id))]
  const samples = rows.flatMap(({ sample_id }) => sample_id ?? [])
  const [, , tests] = await Promise.all([
    sql`select from lab_samples where id = any(${samples}::integer[]) order by id for no key update`.execute(db),
    sql`select from lab_test_request_panels where id = any(${all}::integer[]) order by id for no key update`.execute(db),
    findTests(db, all, now),
  ])
  return tests
}
