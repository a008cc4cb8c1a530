import { sql } from 'kysely'
import { chargeColumns, joinCharge } from '#features/charges/index.ts'
import { patientName } from '#features/patients/index.ts'
import { nameOf } from '#features/users/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type CursorValue } from '#platform/db/keyset.ts'
import type { LabTestRequest, LabTestRequestPanel } from '../contract.ts'

const panelRows = (mayPrice: boolean) => sql`
  select n.id, n.lab_test_request_id as lab_test_request, n.item_id as test_panel, t.name as test_panel_name, n.item_id as item,
    ${chargeColumns}, n.cancelled_at, ${nameOf(sql`n.cancelled_by`)} as cancelled_by_name, n.cancel_reason, n.version
  from lab_test_request_panels n join items t on t.id = n.item_id ${joinCharge('laboratory', sql`n.id`, mayPrice)}`

/** The visit and the patient of a request group, or undefined. */
export const findGroup = (db: Db, id: number) =>
  db
    .selectFrom('process_test_requests')
    .innerJoin('visits', 'visits.id', 'process_test_requests.visit_id')
    .select(['visits.id as visit_id', 'visits.patient_id'])
    .where('process_test_requests.id', '=', id)
    .executeTakeFirst()

/** The panel, or undefined. */
export const findPanel = async (db: Db, id: number, mayPrice: boolean) => {
  const { rows } = await sql<LabTestRequestPanel>`${panelRows(mayPrice)} where n.id = ${id}`.execute(db)
  return rows[0]
}

const requestRows = sql`
  select q.id, q.process_id as process, r.visit_id as visit, q.patient_id as patient,
    ${patientName} as patient_name,
    p.unique_id as patient_number, q.note, q.requested_by, ${nameOf(sql`q.requested_by`)} as requested_by_name, q.requested_at,
    to_char(q.requested_at at time zone c.time_zone, 'YYYY-MM-DD') as created_on,
    to_char(q.requested_at at time zone c.time_zone, 'HH24:MI:SS') as requested_on
  from lab_test_requests q join process_test_requests r on r.id = q.process_id join patients p on p.id = q.patient_id cross join company c`

/** The panels of requests, in the order in which they were named. */
export const findPanelsOf = async (db: Db, requests: readonly number[], mayPrice: boolean) => {
  const { rows } = await sql<LabTestRequestPanel>`
    ${panelRows(mayPrice)} where n.lab_test_request_id = any(${requests}::integer[]) order by n.id`.execute(db)
  return rows
}

type RequestRow = Omit<LabTestRequest, 'panels'>

const withPanels = async (db: Db, requests: readonly RequestRow[], mayPrice: boolean): Promise<LabTestRequest[]> => {
  const rows = await findPanelsOf(
    db,
    requests.map(({ id }) => id),
    mayPrice,
  )
  const panels = Map.groupBy(rows, ({ lab_test_request }) => lab_test_request)
  return requests.map((request) => ({ ...request, panels: panels.get(request.id) ?? [] }))
}

/** The request with its panels, or undefined. */
export const findRequest = async (db: Db, id: number, mayPrice: boolean) => {
  const { rows } = await sql<RequestRow>`${requestRows} where q.id = ${id}`.execute(db)
  const [request] = await withPanels(db, rows, mayPrice)
  return request
}

export interface Filters {
  process?: number | undefined
  patient_id?: number | undefined
}
const matching = ({ process, patient_id }: Filters) =>
  sql.join(
    [
      sql`true`,
      ...(process === undefined ? [] : [sql`q.process_id = ${process}`]),
      ...(patient_id === undefined ? [] : [sql`q.patient_id = ${patient_id}`]),
    ],
    sql` and `,
  )

interface PageAsked {
  cursor: CursorValue | null
  limit: number
}

/** The requests that match, newest first, after the cursor, without their panels. */
export const findRequestRows = async (db: Db, filters: Filters, { cursor, limit }: PageAsked) => {
  const { rows } = await sql<RequestRow>`${requestRows}
    where ${matching(filters)} and ${before(sql`q.id`, sql`q.id`, sql`bigint`, cursor)} order by q.id desc limit ${limit}`.execute(db)
  return rows
}

/** The same with their panels: two queries, however long the page. */
export const findRequests = async (db: Db, filters: Filters, mayPrice: boolean, page: PageAsked) =>
  withPanels(db, await findRequestRows(db, filters, page), mayPrice)

export const countRequests = async (db: Db, filters: Filters) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from lab_test_requests q where ${matching(filters)}`.execute(db)
  return rows[0]?.total ?? 0
}
