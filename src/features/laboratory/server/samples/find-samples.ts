import { sql, type RawBuilder } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Sample } from '#features/laboratory/contract.ts'
import { priorities, type Priority, type SampleState } from '#features/laboratory/contract-fields.ts'
import { diedOn, patientName, searchedPatients, type Seeker } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type CursorValue, limitLiteral, type Position } from '#platform/db/keyset.ts'
import { oneOf } from '#platform/db/one-of.ts'
import { areUnpaid, ordersOfSample } from '../requests/unpaid-orders.ts'
import { fieldError } from '#platform/errors/problem.ts'

/** A profile in the place of the tests that came with it; only those that were not cancelled. */
const testsInShort = sql`array(
  select t.code from (
    select coalesce(f.code, k.code) as code, min(n.id) as place
    from lab_test_request_panels n join lab_orders o on o.id = n.lab_order_id join lab_panels k on k.id = n.panel_id
    left join lab_profiles f on f.id = o.profile_id
    where n.sample_id = s.id and n.cancelled_at is null group by 1
  ) t order by t.place)`

/** `samples`: where the samples are read from; a page of them is cut before anything is looked up for its rows. */
const sampleRows = (samples: RawBuilder<unknown>) => sql`
  select s.id, s.code as patient_sample_code, s.process_id as process, g.visit_id as visit, s.patient_id as patient,
    ${patientName} as patient_name, p.unique_id as patient_number, p.gender, p.date_of_birth, p.is_birth_date_estimated, ${diedOn(sql`p.id`)} as died_on,
    s.specimen_id as specimen, m.name as specimen_name, c.name as container_name, c.colour,
    trim_scale(m.volume)::text as volume, m.instructions, q.id as lab_test_request, ${testsInShort} as tests, q.is_fasting, s.note, s.state,
    s.state in ('collected', 'received') as is_sample_collected,
    ${areUnpaid(ordersOfSample)} as is_unpaid, s.unpaid_reason, s.priority, s.requested_at,
    ${nameOf(sql`q.requested_by`)} as requested_by_name, s.collected_at, ${nameOf(sql`s.collected_by`)} as collected_by_name,
    s.received_at, ${nameOf(sql`s.received_by`)} as received_by_name, s.rejected_at, ${nameOf(sql`s.rejected_by`)} as rejected_by_name,
    s.reject_reason, (select o.code from lab_samples o where o.id = s.replaces_id) as replaces_code,
    (select o.code from lab_samples o where o.replaces_id = s.id) as replaced_by_code, s.labels_printed, s.version
  from ${samples} s join process_test_requests g on g.id = s.process_id join patients p on p.id = s.patient_id
  join lab_specimens m on m.id = s.specimen_id join lab_containers c on c.id = m.container_id
  left join lateral (
    select r.id, r.is_fasting, r.requested_by from lab_test_request_panels n join lab_test_requests r on r.id = n.lab_test_request_id
    where n.sample_id = s.id order by n.id limit 1
  ) q on true`

const find = async (db: Db, rest: RawBuilder<unknown>, samples = sql`lab_samples`): Promise<Sample[]> => {
  const { rows } = await sql<Sample>`${sampleRows(samples)} ${rest}`.execute(db)
  return rows
}

/** The samples with these ids, in no order. */
export const findSamplesById = (db: Db, ids: readonly number[]) => find(db, sql`where s.id = ${oneOf(ids)}`)

/** The sample, or undefined. */
export const findSample = async (db: Db, id: number) => (await findSamplesById(db, [id]))[0]

/** Every sample of a request group, in the order of draw. */
export const findSamplesOfProcess = (db: Db, process: number) =>
  find(db, sql`where s.process_id = ${process} order by c.order_of_draw, m.id, s.id`)

export interface SampleFilters {
  state?: SampleState | undefined
  q?: string | undefined
  patient_id?: number | undefined
  process_id?: number | undefined
  specimen?: number | undefined
  /** Who searches. */
  seeker: Seeker
}

const SEARCHED_PATIENTS = 100
const matching = ({ state, q, patient_id, process_id, specimen, seeker }: SampleFilters) => {
  const words = q?.trim()
  const all = [sql`true`]
  if (state !== undefined) all.push(sql`s.state = ${sql.lit(state)}`)
  if (patient_id !== undefined) all.push(sql`s.patient_id = ${patient_id}`)
  if (process_id !== undefined) all.push(sql`s.process_id = ${process_id}`)
  if (specimen !== undefined) all.push(sql`s.specimen_id = ${specimen}`)
  if (words)
    all.push(sql`s.id in (
      select o.id from lab_samples o where o.code = upper(${words})
      union all
      select o.id from ${searchedPatients(words, SEARCHED_PATIENTS, seeker)} f join lab_samples o on o.patient_id = f.patient_id)`)
  return sql.join(all, sql` and `)
}

/** Something is to be done with samples in this state: they are listed the most urgent first. */
export const waits = (state: SampleState | undefined) => state === 'to collect' || state === 'collected'

/** What a waiting sample is sorted by, as a cursor holds it. */
export const waitingPlace = ({ priority, requested_at }: Sample) => `${priority} ${requested_at.toISOString()}`

const isPriority = (text: string): text is Priority => (priorities as readonly string[]).includes(text)
const afterPlace = ([place, id]: CursorValue) => {
  const [priority = '', since = ''] = String(place).split(' ')
  if (!isPriority(priority) || Number.isNaN(Date.parse(since))) throw fieldError('cursor', 'Send a cursor of this list.')
  const at = sql`${priority}::lab_priority`
  return sql`s.priority <= ${at} and (s.priority < ${at} or (s.requested_at, s.id) > (${new Date(since)}::timestamptz, ${id}::bigint))`
}

/** The samples that match, after the cursor: those that wait urgent first and then longest waiting, all others newest first. */
export const findSamples = (db: Db, filters: SampleFilters, { cursor, limit }: Position) => {
  const isWaiting = waits(filters.state)
  const order = isWaiting ? sql`order by s.priority desc, s.requested_at, s.id` : sql`order by s.id desc`
  const after = isWaiting ? (cursor === null ? sql`true` : afterPlace(cursor)) : before(sql`s.id`, sql`s.id`, sql`bigint`, cursor)
  return find(db, order, sql`(select s.* from lab_samples s where ${matching(filters)} and ${after} ${order} limit ${limitLiteral(limit)})`)
}

export const countMatching = async (db: Db, filters: SampleFilters) => {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from lab_samples s where ${matching(filters)}`.execute(db)
  return rows[0]!.total
}

/** How many wait to be taken and to be received, and were rejected on the clinic's day of `now`. */
export const findSampleCounts = async (db: Db, now: Date) => {
  const { rows } = await sql<{ to_collect: number; to_receive: number; rejected_today: number }>`
    select (select count(*)::integer from lab_samples where state = 'to collect') as to_collect,
      (select count(*)::integer from lab_samples where state = 'collected') as to_receive,
      (select count(*)::integer from lab_samples
        where rejected_at >= ${clinicDay(now)}::timestamp at time zone (select time_zone from company)) as rejected_today`.execute(db)
  return rows[0]!
}
