import { sql } from 'kysely'
import { z } from 'zod'
import type { ParsedOf, ReplyOf } from '#shared/endpoint.ts'
import { MAX_ID } from '#shared/paging.ts'
import { findPanelsById } from '#features/lab-catalogue/public.ts'
import type { getWorklist, WorkRow } from '#features/laboratory/contract-results.ts'
import { diedOn, patientName, searchedPatients, type Seeker } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { limitLiteral } from '#platform/db/keyset.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { Reader } from '../requests/find-requests.ts'
import { seesEntered } from '../policy.ts'
import { hasRange } from './result-row.ts'

export type WorkFilters = ParsedOf<typeof getWorklist>['query']
const MOST_ROWS = 500
const SEARCHED_PATIENTS = 100

/** Conditions on a test `n` of a panel `p`. */
const ofKind = ({ profile, panel, section, specimen }: WorkFilters) =>
  sql.join(
    [
      sql`true`,
      ...(profile === undefined ? [] : [sql`n.panel_id in (select panel_id from lab_profile_panels where profile_id = ${profile})`]),
      ...(panel === undefined ? [] : [sql`n.panel_id = ${panel}`]),
      ...(section === undefined ? [] : [sql`p.section = ${section}`]),
      ...(specimen === undefined ? [] : [sql`p.specimen_id = ${specimen}`]),
    ],
    sql` and `,
  )
/** The sample of a test `n` is in one of these states, by the index of samples that wait. */
const isOn = (...states: ('to collect' | 'collected')[]) =>
  sql`exists (select from lab_samples s where s.id = n.sample_id and s.state in (${sql.join(states.map((state) => sql.lit(state)))}))`
/**
 * A test that somebody has to do something with: entered, or without result on a sample that was taken. What is calculated follows by
 * itself, or not at all.
 */
const waiting = (show: WorkFilters['show']) => {
  const toDo = sql`p.kind <> 'calculated' and not ${isOn('to collect')}`
  // Each state is named once: two conditions on one column look to the planner like a handful of rows.
  if (show === 'work') return sql`n.state = 'requested' and ${toDo}`
  return show === 'approve' ? sql`n.state = 'entered'` : sql`n.state in ('requested', 'entered') and (n.state = 'entered' or ${toDo})`
}
const sought = (q: string | undefined, seeker: Seeker) => {
  const words = q?.trim()
  return words
    ? sql`(n.sample_id in (select s.id from lab_samples s where s.code = upper(${words})) or n.patient_id in (select f.patient_id from ${searchedPatients(words, SEARCHED_PATIENTS, seeker)} f))`
    : sql`true`
}

const Place = z.tuple([z.enum(['stat', 'urgent', 'routine']), z.string().max(40), z.int(), z.int()])
/** The rows after the one that a cursor names: of a lower priority, or of the same and a later request. */
const afterPlace = (cursor: string | undefined) => {
  if (cursor === undefined) return sql`true`
  let place: z.output<typeof Place>
  try {
    place = Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
    if (Number.isNaN(Date.parse(place[1]))) throw new RangeError('Not a time.')
  } catch {
    throw fieldError('cursor', 'Invalid cursor for this list.')
  }
  const [priority, requested, request, sample] = place
  return sql`(max(n.priority) < ${priority}::lab_priority or max(n.priority) = ${priority}::lab_priority and
    (min(n.requested_at), min(n.lab_test_request_id), coalesce(n.sample_id, ${LAST})) >
      (${requested}::timestamptz, ${request}::bigint, ${sample}::bigint))`
}
const LAST = sql.lit(MAX_ID)

type Placed = WorkRow & { place: string }

const rowsOf = (filters: WorkFilters, reader: Reader & Seeker['user'], now: Date, limit: number) => {
  const { show, received, q, cursor } = filters
  const shown = sql`(r.approved_at is not null or ${seesEntered(reader)})`
  return sql`
  with open as (
    select n.sample_id, case when n.sample_id is null then n.lab_test_request_id end as of_request, min(n.lab_test_request_id) as request,
      max(n.priority) as priority, min(n.requested_at) as requested_at, min(n.due_at) as due_at
    from lab_test_request_panels n join lab_panels p on p.id = n.panel_id
    where ${waiting(show)} and ${ofKind(filters)}
      and ${received ? sql`not ${isOn('to collect', 'collected')}` : sql`true`} and ${sought(q, { user: reader, now })}
    group by 1, 2 having ${afterPlace(cursor)} order by priority desc, requested_at, request, 1 limit ${limitLiteral(limit)}
  )
  select case when o.sample_id is null then 'r' || o.request else 's' || o.sample_id end as key, o.sample_id as sample, s.code as sample_code,
    s.state as sample_state, m.name as specimen_name, g.id as process, g.visit_id as visit, q.patient_id as patient,
    ${patientName} as patient_name, p.unique_id as patient_number, p.gender, p.date_of_birth, p.is_birth_date_estimated, ${diedOn(sql`p.id`)} as died_on,
    json_build_array(o.priority, o.requested_at, o.request, coalesce(o.sample_id, ${LAST}))::text as place,
    o.priority, o.requested_at, o.due_at, s.collected_at, q.note, c.cells
  from open o join lab_test_requests q on q.id = o.request join process_test_requests g on g.id = q.process_id
  join patients p on p.id = q.patient_id left join lab_samples s on s.id = o.sample_id left join lab_specimens m on m.id = s.specimen_id
  cross join lateral (
    select json_agg(json_build_object('id', n.id, 'test_panel', n.panel_id, 'state', n.state, 'result', case when ${shown} then r.result end,
      'unit', case when ${shown} then r.unit end,
      'flag', case when ${shown} then r.flag end, 'is_delta_exceeded', ${shown} and coalesce(r.is_delta_exceeded, false),
      'comment', case when ${shown} then coalesce(r.comment, '') else '' end, 'entered_by', r.entered_by, 'origin', r.origin,
      'has_range', coalesce(${shown} and ${hasRange}, false), 'is_range_confirmed', case when ${shown} then (
        select g.confirmed_at is not null from lab_reference_ranges g where g.id = r.range_id) end,
      'instrument_comment', case when ${shown} then coalesce(r.instrument_comment, '') else '' end,
      'instrument_flags', case when ${shown} then coalesce(r.instrument_flags, '') else '' end,
      'version', n.version) order by p.position, lower(p.name), n.id) as cells
    from (
      select t.id, t.panel_id, t.state, t.version from lab_test_request_panels t where t.sample_id = o.sample_id and t.cancelled_at is null
      union all
      select t.id, t.panel_id, t.state, t.version from lab_test_request_panels t
      where t.lab_test_request_id = o.of_request and t.sample_id is null and t.cancelled_at is null
    ) n join lab_panels p on p.id = n.panel_id left join lab_results r on r.is_current
      and r.request_panel_id = case when n.state <> 'requested' then n.id end
    where ${ofKind(filters)}
  ) c
  order by o.priority desc, o.requested_at, o.request, o.sample_id`
}

/** The rows of a work list that match, without their panels. */
export const findWorkRows = async (db: Db, filters: WorkFilters, reader: Reader & Seeker['user'], now: Date): Promise<Placed[]> => {
  const limit = (filters.limit ?? MOST_ROWS) + 1
  const { rows } = await sql<Placed>`${rowsOf(filters, reader, now, limit)}`.execute(db)
  return rows
}

/** What is to be done or approved, urgent first, then longest waiting: a row a sample (or a request, of tests without one). */
export const findWorklist = async (
  db: Db,
  filters: WorkFilters,
  reader: Reader & Seeker['user'],
  now: Date,
): Promise<ReplyOf<typeof getWorklist> & { next: string | null }> => {
  const limit = filters.limit ?? MOST_ROWS
  const found = await findWorkRows(db, filters, reader, now)
  const rows = found.slice(0, limit)
  const panels = await findPanelsById(db, [...new Set(rows.flatMap(({ cells }) => cells.map(({ test_panel }) => test_panel)))])
  const last = found.length > limit ? rows.at(-1) : undefined
  return { rows, panels, has_more: last !== undefined, next: last ? Buffer.from(last.place).toString('base64url') : null }
}
