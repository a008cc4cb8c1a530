import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import type { PublicLabRequest, PublicLabStatus } from '#features/laboratory/contract-public.ts'
import { patientName } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { maySeeAllRequests } from '../policy.ts'

export type Request = z.output<typeof PublicLabRequest>
type Status = z.output<typeof PublicLabStatus>
type Reader = Pick<User, 'permissions'>

/** The open visit is the clinic's own business: a patient is not shown it. */
const requestRows = (reader: Reader) => sql`
  select q.id, q.patient_id as patient, case when p.id is not null then ${patientName} end as patient_name, p.unique_id as patient_number,
    q.name, q.phone, q.email, q.birth_date, q.status, q.profile_id as test_profile, f.name as test_profile_name, q.appointment_date,
    case when q.file_id is not null then '/lab/public-lab-test-request/' || q.id || '/file/' end as lab_request,
    case when e.id is not null then json_build_object('name', e.name, 'type', e.type, 'size', e.size) end as file, q.note, q.answer,
    q.sample_collected, q.sample_id, q.request_id as request, v.id as visit, g.id as process, q.date_created, q.date_changed,
    ${nameOf(sql`q.changed_by`)} as changed_by_name, q.version
  from public_lab_requests q join lab_profiles f on f.id = q.profile_id left join patients p on p.id = q.patient_id
  left join files e on e.id = q.file_id
  left join visits v on ${maySeeAllRequests(reader)} and v.patient_id = q.patient_id and v.closed_at is null
  left join process_test_requests g on g.visit_id = v.id`

const find = async (db: Db, reader: Reader, rest: RawBuilder<unknown>) => {
  const { rows } = await sql<Request>`${requestRows(reader)} ${rest}`.execute(db)
  return rows
}

export interface PublicFilters {
  status?: Status | undefined
  patient_id?: number | undefined
}
const matching = ({ status, patient_id }: PublicFilters) => {
  const all = [sql`true`]
  if (status !== undefined) all.push(sql`q.status = ${status}`)
  if (patient_id !== undefined) all.push(sql`q.patient_id = ${patient_id}`)
  return sql.join(all, sql` and `)
}

/** Laboratory services that were asked for, newest first, after the cursor. */
export const findPublicRequests = (db: Db, filters: PublicFilters, reader: Reader, { cursor, limit }: Position) =>
  find(
    db,
    reader,
    sql`where ${matching(filters)} and ${before(sql`q.id`, sql`q.id`, sql`bigint`, cursor)} order by q.id desc limit ${limit}`,
  )

export const countPublicRequests = async (db: Db, filters: PublicFilters) => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from public_lab_requests q where ${matching(filters)}`.execute(db)
  return rows[0]!.total
}

/** The request, or undefined. */
export const findPublicRequest = async (db: Db, id: number, reader: Reader) => (await find(db, reader, sql`where q.id = ${id}`))[0]

/** The request as it stands, nobody else changing it until the transaction ends; 404 when there is none. */
export const lockPublicRequest = async (db: Db, id: number, reader: Reader) => {
  const locked = await db.selectFrom('public_lab_requests').select('id').where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  const request = locked && (await findPublicRequest(db, id, reader))
  if (!request) throw notFound('Laboratory request')
  return request
}

/** The paper of a request and whose it is, or undefined. */
export const findPublicFile = (db: Db, id: number) =>
  db
    .selectFrom('public_lab_requests as q')
    .innerJoin('files as f', 'f.id', 'q.file_id')
    .select(['q.patient_id as patient', 'f.sha256', 'f.type', 'f.name'])
    .where('q.id', '=', id)
    .executeTakeFirst()
