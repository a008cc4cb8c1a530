import { sql, type RawBuilder } from 'kysely'
import { patientName } from '#features/patients/index.ts'
import { nameOf } from '#features/users/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type CursorValue } from '#platform/db/keyset.ts'
import type { PrescriptionRequest } from '#features/pharmacy/contract-requests.ts'

const requestRows = sql`
  select q.id, q.patient_id as patient,
    ${patientName} as patient_name,
    p.unique_id as patient_number, q.status, '/pharmacy/public-prescription-requests/' || q.id || '/file/' as public_prescription,
    json_build_object('name', f.name, 'type', f.type, 'size', f.size) as file, q.note, q.answer, q.date_created,
    coalesce(${nameOf(sql`q.created_by`)}, '') as created_by_name, q.date_changed, ${nameOf(sql`q.changed_by`)} as changed_by_name, q.version
  from public_prescription_requests q join patients p on p.id = q.patient_id join files f on f.id = q.file_id`

const find = async (db: Db, rest: RawBuilder<unknown>) => {
  const { rows } = await sql<PrescriptionRequest>`${requestRows} ${rest}`.execute(db)
  return rows
}

export interface RequestFilters {
  status?: PrescriptionRequest['status'] | undefined
  patient_id?: number | undefined
}
const matching = ({ status, patient_id }: RequestFilters) => {
  const all = [sql`true`]
  if (status !== undefined) all.push(sql`q.status = ${status}`)
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

/** The patient on whose record somebody's account is; undefined when it is on none. */
export const findOwnPatient = async (db: Db, user: number) =>
  (await db.selectFrom('patients').select('id').where('user_id', '=', user).executeTakeFirst())?.id

/** The file of a request and whose it is, or undefined. */
export const findRequestFile = (db: Db, id: number) =>
  db
    .selectFrom('public_prescription_requests as q')
    .innerJoin('files as f', 'f.id', 'q.file_id')
    .select(['q.patient_id', 'f.sha256', 'f.type', 'f.name'])
    .where('q.id', '=', id)
    .executeTakeFirst()
