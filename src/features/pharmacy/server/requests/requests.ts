import { sql, type RawBuilder } from 'kysely'
import { patientName } from '#features/patients/index.ts'
import { nameOf } from '#features/users/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type CursorValue } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import type { PrescriptionRequest, RequestRemark, RequestStatus } from '#features/pharmacy/contract-requests.ts'

/** What became of the lines that were written for the request `q`: where they stand, and whether all of them is handed out. */
const becameOf = sql`
  select max(d.prescription_id) filter (where d.stands) as prescription, bool_and(d.is_closed) and bool_or(d.stands) as is_handed_out
  from (
    select d.prescription_id, d.cancelled_at is null and (d.refused_at is null or d.quantity_dispensed > 0) as stands,
      d.is_dispensed or d.cancelled_at is not null or d.refused_at is not null as is_closed
    from prescribed_drugs d where d.request_id = q.id
  ) d`

const requestRows = sql`
  select q.id, q.patient_id as patient,
    ${patientName} as patient_name,
    p.unique_id as patient_number, case when w.is_handed_out then 'done' else q.status end as status,
    w.prescription, coalesce(w.is_handed_out, false) as is_handed_out,
    (select count(*)::integer from prescription_request_remarks r where r.public_prescription_request_id = q.id) as remark_count,
    '/pharmacy/public-prescription-requests/' || q.id || '/file/' as public_prescription,
    json_build_object('name', f.name, 'type', f.type, 'size', f.size) as file, q.note, q.answer, q.date_created,
    coalesce(${nameOf(sql`q.created_by`)}, '') as created_by_name, q.date_changed, ${nameOf(sql`q.changed_by`)} as changed_by_name, q.version
  from public_prescription_requests q join patients p on p.id = q.patient_id join files f on f.id = q.file_id
  cross join lateral (${becameOf}) w`

const find = async (db: Db, rest: RawBuilder<unknown>) => {
  const { rows } = await sql<PrescriptionRequest>`${requestRows} ${rest}`.execute(db)
  return rows
}

export interface RequestFilters {
  status?: RequestStatus | undefined
  patient_id?: number | undefined
}
/** As it is shown: handed out in full is done, whatever was answered. */
const isAt = (status: RequestStatus) => {
  const isHandedOut = sql`exists (select from (${becameOf}) w where w.is_handed_out)`
  if (status === 'done') return sql`q.status in ('accepted', 'done') and (q.status = 'done' or ${isHandedOut})`
  return status === 'accepted' ? sql`q.status = 'accepted' and not ${isHandedOut}` : sql`q.status = ${status}`
}
const matching = ({ status, patient_id }: RequestFilters) => {
  const all = [sql`true`]
  if (status !== undefined) all.push(isAt(status))
  if (patient_id !== undefined) all.push(sql`q.patient_id = ${patient_id}`)
  return sql.join(all, sql` and `)
}

/** Prescriptions that were sent in, newest first, after the cursor. */
export const findRequests = (db: Db, filters: RequestFilters, page: { cursor: CursorValue | null; limit: number }) =>
  find(
    db,
    sql`where ${matching(filters)} and ${before(sql`q.id`, sql`q.id`, sql`bigint`, page.cursor)} order by q.id desc limit ${page.limit}`,
  )

export const countRequests = async (db: Db, filters: RequestFilters) => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from public_prescription_requests q where ${matching(filters)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** The request, or undefined. */
export const findRequest = async (db: Db, id: number) => (await find(db, sql`where q.id = ${id}`))[0]

/** The request as it stands, nobody else changing it until the transaction ends; 404 when there is none. */
export const lockRequest = async (db: Db, id: number) => {
  const locked = await db.selectFrom('public_prescription_requests').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  const request = locked && (await findRequest(db, id))
  if (!request) throw notFound('Prescription request')
  return request
}

/** Questions and answers about a request, in the order in which they were written. */
export const findRemarks = async (db: Db, request: number) => {
  const { rows } = await sql<RequestRemark>`
    select r.id, r.body, r.is_from_patient, r.created_at as at, coalesce(${nameOf(sql`r.created_by`)}, '') as by_name
    from prescription_request_remarks r where r.public_prescription_request_id = ${request} order by r.id`.execute(db)
  return rows
}

/** The patient on whose record somebody's account is; undefined when it is on none. */
export const findOwnPatient = async (db: Db, user: number) =>
  (await db.selectFrom('patients').select('id').where('user_id', '=', user).executeTakeFirst())?.id

/** The file of a request and whose it is, or undefined. */
export const findRequestFile = (db: Db, id: number) =>
  db
    .selectFrom('public_prescription_requests as q')
    .innerJoin('files as f', 'f.id', 'q.file_id')
    .select(['q.patient_id as patient', 'f.sha256', 'f.type', 'f.name'])
    .where('q.id', '=', id)
    .executeTakeFirst()
