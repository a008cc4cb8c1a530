import { sql } from 'kysely'
import { chargeColumns, joinCharge } from '#features/charges/public.ts'
import type { LabTestRequest, LabTestRequestPanel } from '#features/laboratory/contract.ts'
import type { PanelState, Priority } from '#features/laboratory/contract-fields.ts'
import { patientName } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import { oneOf } from '#platform/db/one-of.ts'
import type { User } from '#platform/http/handle.ts'
import { resultJson } from '../results/result-row.ts'
import { requestPregnancy } from './request-pregnancy.ts'
import { areUnpaid } from './unpaid-orders.ts'

export type Reader = Pick<User, 'permissions'>

/** What a reader may see of a test: its price, and a result that nobody has approved yet. */
const sights = ({ permissions }: Reader) => ({
  mayPrice: permissions.has('services.view'),
  seesEntered: permissions.has('laboratory.enter') || permissions.has('laboratory.approve'),
})

const panelRows = (reader: Reader) => {
  const { mayPrice, seesEntered } = sights(reader)
  const shown = sql`(r.approved_at is not null or ${seesEntered})`
  return sql`
  select n.id, n.lab_test_request_id as lab_test_request, n.panel_id as test_panel, p.name as test_panel_name, p.code as test_code, p.kind,
    p.kind in ('quantitative', 'calculated') as is_quantitative, p.kind in ('qualitative', 'text') as is_qualitative, p.section,
    n.lab_order_id as order, o.profile_id as profile, f.name as profile_name, o.item_id as item, ${chargeColumns}, n.patient_id as patient,
    n.state, n.priority, n.sample_id as patient_sample, s.code as sample_code, s.state as sample_state, n.requested_at, n.due_at,
    case when ${shown} then r.result end as result, n.state = 'approved' as result_approved, n.approved_at as approved_on,
    case when r.id is not null and ${shown} then ${resultJson} end as current,
    n.cancelled_at, ${nameOf(sql`n.cancelled_by`)} as cancelled_by_name, n.cancel_reason, n.sex_override, n.version
  from lab_test_request_panels n join lab_orders o on o.id = n.lab_order_id join lab_panels p on p.id = n.panel_id
  left join lab_profiles f on f.id = o.profile_id left join lab_samples s on s.id = n.sample_id
  left join lab_results r on r.request_panel_id = n.id and r.is_current
  ${joinCharge('laboratory', sql`n.lab_order_id`, mayPrice)}`
}

/** Instants inside JSON are texts: they become dates, as the columns beside them are. */
const withDates = <T extends LabTestRequestPanel>(row: T): T => {
  if (row.current) row.current = readResult(row.current)
  return row
}
const instants = ['observed_at', 'entered_at', 'approved_at', 'withdrawn_at'] as const
/** A result as JSON has it, with its instants as dates. */
export const readResult = <T extends NonNullable<LabTestRequestPanel['current']>>(found: T): T => {
  const result = { ...found, previous: found.previous && { ...found.previous, observed_at: new Date(found.previous.observed_at) } }
  for (const name of instants) if (result[name] !== null) Object.assign(result, { [name]: new Date(result[name]) })
  return result
}

/** The visit and the patient of a request group, or undefined. */
export const findGroup = (db: Db, id: number) =>
  db
    .selectFrom('process_test_requests')
    .innerJoin('visits', 'visits.id', 'process_test_requests.visit_id')
    .select(['visits.id as visit_id', 'visits.patient_id'])
    .where('process_test_requests.id', '=', id)
    .executeTakeFirst()

/** Tests by a condition on `n`, in the order in which they are reported. */
export const findPanelsWhere = async (db: Db, where: ReturnType<typeof sql>, reader: Reader): Promise<LabTestRequestPanel[]> => {
  const { rows } = await sql<LabTestRequestPanel>`${panelRows(reader)} where ${where} order by n.id`.execute(db)
  return rows.map(withDates)
}

/** The test, or undefined. */
export const findPanel = async (db: Db, id: number, reader: Reader) => (await findPanelsWhere(db, sql`n.id = ${id}`, reader))[0]

/** Tests by their ids. */
export const findPanelsById = (db: Db, ids: readonly number[], reader: Reader) => findPanelsWhere(db, sql`n.id = ${oneOf(ids)}`, reader)

/** The tests of requests. */
export const findPanelsOf = (db: Db, requests: readonly number[], reader: Reader) =>
  findPanelsWhere(db, sql`n.lab_test_request_id = any(${requests}::integer[])`, reader)

const requestRows = sql`
  select q.id, q.process_id as process, g.visit_id as visit, q.patient_id as patient, ${patientName} as patient_name,
    p.unique_id as patient_number, q.profile_id as test_profile, f.name as test_profile_name, q.priority, q.note, ${requestPregnancy} as is_pregnant, q.is_fasting,
    ${areUnpaid(sql`select o.id from lab_orders o where o.lab_test_request_id = q.id and o.cancelled_at is null`)} as is_unpaid,
    q.requested_by, ${nameOf(sql`q.requested_by`)} as requested_by_name, q.requested_at,
    to_char(q.requested_at at time zone c.time_zone, 'YYYY-MM-DD') as created_on,
    to_char(q.requested_at at time zone c.time_zone, 'HH24:MI:SS') as requested_on
  from lab_test_requests q join process_test_requests g on g.id = q.process_id join patients p on p.id = q.patient_id
  left join lab_profiles f on f.id = q.profile_id cross join company c`

type RequestRow = Omit<LabTestRequest, 'panels' | 'has_result'>

const withPanels = async (db: Db, requests: readonly RequestRow[], reader: Reader): Promise<LabTestRequest[]> => {
  const rows = await findPanelsOf(
    db,
    requests.map(({ id }) => id),
    reader,
  )
  const panels = Map.groupBy(rows, ({ lab_test_request }) => lab_test_request)
  return requests.map((request) => {
    const own = panels.get(request.id) ?? []
    const current = own.filter(({ state }) => state !== 'cancelled')
    return { ...request, has_result: current.length > 0 && current.every(({ result_approved }) => result_approved), panels: own }
  })
}

/** The request with its tests, or undefined. */
export const findRequest = async (db: Db, id: number, reader: Reader) => {
  const { rows } = await sql<RequestRow>`${requestRows} where q.id = ${id}`.execute(db)
  const [request] = await withPanels(db, rows, reader)
  return request
}

const SEARCHED_PATIENTS = 100

export interface Filters {
  process?: number | undefined
  patient_id?: number | undefined
  state?: PanelState | undefined
  priority?: Priority | undefined
  q?: string | undefined
}
const hasPanel = (state: PanelState) =>
  sql`exists (select from lab_test_request_panels n where n.lab_test_request_id = q.id and n.state = ${state})`
const matching = ({ process, patient_id, state, priority, q }: Filters) => {
  const words = q?.trim()
  return sql.join(
    [
      sql`true`,
      ...(process === undefined ? [] : [sql`q.process_id = ${process}`]),
      ...(patient_id === undefined ? [] : [sql`q.patient_id = ${patient_id}`]),
      ...(state === undefined ? [] : [hasPanel(state)]),
      ...(priority === undefined ? [] : [sql`q.priority = ${priority}`]),
      ...(words
        ? [
            sql`q.id in (
              select o.id from search_patients(${words}, ${sql.lit(SEARCHED_PATIENTS)}) f join lab_test_requests o on o.patient_id = f.patient_id
              union all
              select n.lab_test_request_id from lab_samples s join lab_test_request_panels n on n.sample_id = s.id where s.code = upper(${words}))`,
          ]
        : []),
    ],
    sql` and `,
  )
}

/** The requests that match, newest first, after the cursor, without their tests. */
export const findRequestRows = async (db: Db, filters: Filters, { cursor, limit }: Position) => {
  const { rows } = await sql<RequestRow>`${requestRows}
    where ${matching(filters)} and ${before(sql`q.id`, sql`q.id`, sql`bigint`, cursor)} order by q.id desc limit ${limit}`.execute(db)
  return rows
}

/** The same with their tests: two queries, however long the page. */
export const findRequests = async (db: Db, filters: Filters, reader: Reader, page: Position) =>
  withPanels(db, await findRequestRows(db, filters, page), reader)

export const countRequests = async (db: Db, filters: Filters) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from lab_test_requests q where ${matching(filters)}`.execute(db)
  return rows[0]?.total ?? 0
}
