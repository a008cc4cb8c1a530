import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { isLookedAt, isReleased, releaseState } from '#features/laboratory/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type CursorValue } from '#platform/db/keyset.ts'
import type { OwnResults } from '#features/portal/contract.ts'

/**
 * The tests of the request `q` that were not cancelled, each with its approved result as `r` and what that is to its patient: found once,
 * which is what `offset 0` is for.
 */
const testsOf = (now: Date) => sql`
  lab_test_request_panels n join lab_panels k on k.id = n.panel_id join lab_orders o on o.id = n.lab_order_id
  left join lab_profiles f on f.id = o.profile_id
  left join lab_results r on r.request_panel_id = n.id and r.is_current and r.approved_at is not null
  cross join lateral (select case when r.id is null then 'hidden' else ${releaseState(now)} end as state offset 0) z
  where n.lab_test_request_id = q.id and n.patient_id = q.patient_id and n.state <> 'cancelled'`

const isUnread = sql`z.state = 'released' and not ${isLookedAt()}`

/** What of the request `q` its patient may see, counted. What is hidden is in progress, whatever the laboratory knows of it. */
const countsOf = (now: Date) => sql`(
  select count(*) filter (where z.state = 'released')::integer as released, count(*) filter (where z.state = 'at clinic')::integer as at_clinic,
    count(*) filter (where z.state = 'hidden')::integer as pending,
    count(*) filter (where z.state = 'released' and r.flag <> 'normal')::integer as outside,
    count(*) filter (where ${isUnread}) > 0 as is_new, max(r.observed_at) filter (where z.state = 'released') as taken_at,
    json_agg(json_build_object('name', coalesce(f.name, k.name), 'position', k.position)) filter (where z.state = 'released') as tests
  from ${testsOf(now)})`

interface Named {
  name: string
  position: number
}
/** Profiles and tests by name, each once, in the order of the report. */
const namesOf = (tests: readonly Named[]): string[] => [
  ...new Set(tests.toSorted((a, b) => a.position - b.position).map(({ name }) => name)),
]

const ownRequests = (patient: number, now: Date) => sql`
  lab_test_requests q cross join lateral ${countsOf(now)} c where q.patient_id = ${patient} and c.released + c.at_clinic > 0`

/** The requests of a patient of which a result is released, or ready at the clinic, newest first, after the cursor. */
export const findOwnResults = async (
  db: Db,
  patient: number,
  { cursor, limit, now }: { cursor: CursorValue | null; limit: number; now: Date },
): Promise<OwnResults[]> => {
  const { rows } = await sql<Omit<OwnResults, 'tests'> & { tests: Named[] | null }>`
    select q.id, ${clinicDay(sql`coalesce(c.taken_at, q.requested_at)`)}::text as date, q.requested_at, c.tests,
      c.released, c.outside, c.is_new, c.at_clinic, c.pending
    from ${ownRequests(patient, now)} and ${before(sql`q.id`, sql`q.id`, sql`bigint`, cursor)} order by q.id desc limit ${limit}`.execute(
    db,
  )
  return rows.map((row) => ({ ...row, tests: namesOf(row.tests ?? []) }))
}

export const countOwnResults = async (db: Db, patient: number, now: Date): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from ${ownRequests(patient, now)}`.execute(db)
  return rows[0]!.total
}

/** Of how many requests a patient has a released result that they have not looked at yet. */
export const countNewResults = async (db: Db, patient: number, now: Date): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(distinct n.lab_test_request_id)::integer as total
    from lab_results r join lab_test_request_panels n on n.id = r.request_panel_id and n.state <> 'cancelled'
    where r.patient_id = ${patient} and r.is_current and r.approved_at is not null
      and not ${isLookedAt()} and ${isReleased(now)}`.execute(db)
  return rows[0]!.total
}

export interface OwnRequest {
  id: number
  process: number
  requested_at: Date
  requested_by_name: string
  at_clinic: number
  pending: number
  is_new: boolean
}
/** One of the patient's own requests of which something is released or ready at the clinic; undefined for any other. */
export const findOwnRequest = async (db: Db, patient: number, id: number, now: Date): Promise<OwnRequest | undefined> => {
  const { rows } = await sql<OwnRequest>`
    select q.id, q.process_id as process, q.requested_at, coalesce(${nameOf(sql`q.requested_by`)}, '') as requested_by_name,
      c.at_clinic, c.pending, c.is_new
    from ${ownRequests(patient, now)} and q.id = ${id}`.execute(db)
  return rows[0]
}
