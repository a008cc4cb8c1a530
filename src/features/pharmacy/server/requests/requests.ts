import { sql, type RawBuilder } from 'kysely'
import { patientName } from '#features/patients/public.ts'
import { wordsOf } from '#features/prescriptions/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import type { PrescriptionRequest, RequestRemark, RequestStatus } from '#features/pharmacy/contract-requests.ts'

/** What became of the lines that were written for the request `q`: where they stand, and whether all of them is handed out. */
const becameOf = sql`
  select max(d.prescription_id) filter (where d.stands) as prescription, bool_and(d.is_closed) and bool_or(d.stands) as is_handed_out
  from (
    select d.prescription_id, d.cancelled_at is null and (d.refused_at is null or d.quantity_dispensed > 0) as stands,
      d.is_dispensed or d.is_external or d.cancelled_at is not null or d.refused_at is not null as is_closed
    from prescribed_drugs d where d.request_id = q.id
  ) d`

/** Nobody has finished the request `q`: neither by an answer nor by handing all of it out. */
export const isOpen = sql`(q.status in ('pending', 'asked', 'accepted')
  and not exists (select from (${becameOf}) w where w.is_handed_out))`

/** What is asked for again, each with how it was prescribed and when it was last handed out. */
const linesJson = sql`(
  select coalesce(json_agg(json_build_object('prescribed_drug', d.id, 'item', d.item_id, 'item_name', t.name, 'unit', t.unit,
    'directions', d.directions, 'structure', d.structure, 'dosage', d.dosage, 'frequency', d.frequency, 'duration', d.duration,
    'quantity', d.quantity::text, 'computed_quantity', d.computed_quantity::text, 'quantity_dispensed', d.quantity_dispensed::text, 'prescription', d.prescription_id,
    'prescribed_at', d.prescribed_at, 'prescribed_by_name', coalesce(d.written_by, ${nameOf(sql`d.prescribed_by`)}),
    'dispensed_at', (select max(x.dispensed_at) from dispense_items x where x.prescribed_drug_id = d.id)) order by d.id), '[]')
  from prescription_request_lines l join prescribed_drugs d on d.id = l.prescribed_drug_id join items t on t.id = d.item_id
  where l.public_prescription_request_id = q.id)`

const requestRows = sql`
  select q.id, q.patient_id as patient,
    ${patientName} as patient_name,
    p.unique_id as patient_number, case when w.is_handed_out then 'done' else q.status end as status,
    w.prescription, coalesce(w.is_handed_out, false) as is_handed_out,
    (select count(*)::integer from prescription_request_remarks r where r.public_prescription_request_id = q.id) as remark_count,
    case when f.id is not null then '/pharmacy/public-prescription-requests/' || q.id || '/file/' end as public_prescription,
    case when f.id is not null then json_build_object('name', f.name, 'type', f.type, 'size', f.size) end as file, ${linesJson} as lines, q.note, q.answer, q.date_created,
    coalesce(${nameOf(sql`q.created_by`)}, '') as created_by_name, q.date_changed, ${nameOf(sql`q.changed_by`)} as changed_by_name, q.version
  from public_prescription_requests q join patients p on p.id = q.patient_id left join files f on f.id = q.file_id
  cross join lateral (${becameOf}) w`

type Line = PrescriptionRequest['lines'][number]
interface LineRow
  extends Omit<Line, 'words' | 'prescribed_at' | 'dispensed_at'>, Pick<Parameters<typeof wordsOf>[0], 'dosage' | 'frequency' | 'duration'> {
  prescribed_at: string
  dispensed_at: string | null
}
const asLine = ({ dosage, frequency, duration, ...line }: LineRow): Line => ({
  ...line,
  words: wordsOf({ ...line, dosage, frequency, duration }),
  prescribed_at: new Date(line.prescribed_at),
  dispensed_at: line.dispensed_at === null ? null : new Date(line.dispensed_at),
})

const find = async (db: Db, rest: RawBuilder<unknown>): Promise<PrescriptionRequest[]> => {
  const { rows } = await sql<Omit<PrescriptionRequest, 'lines'> & { lines: LineRow[] }>`${requestRows} ${rest}`.execute(db)
  return rows.map((row) => ({ ...row, lines: row.lines.map(asLine) }))
}

export interface RequestFilters {
  status?: RequestStatus | undefined
  patient_id?: number | undefined
}
/** As it is shown: handed out in full is done, whatever was answered. */
const isAt = (status: RequestStatus) => {
  const isDispensed = sql`exists (select from (${becameOf}) w where w.is_handed_out)`
  if (status === 'done') return sql`q.status in ('accepted', 'done') and (q.status = 'done' or ${isDispensed})`
  return status === 'accepted' ? sql`q.status = 'accepted' and not ${isDispensed}` : sql`q.status = ${status}`
}
const matching = ({ status, patient_id }: RequestFilters) => {
  const all = [sql`true`]
  if (status !== undefined) all.push(isAt(status))
  if (patient_id !== undefined) all.push(sql`q.patient_id = ${patient_id}`)
  return sql.join(all, sql` and `)
}

/** Prescriptions that were sent in, newest first, after the cursor. */
export const findRequests = (db: Db, filters: RequestFilters, page: Position) =>
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

/** The file of a request and whose it is, or undefined. */
export const findRequestFile = (db: Db, id: number) =>
  db
    .selectFrom('public_prescription_requests as q')
    .innerJoin('files as f', 'f.id', 'q.file_id')
    .select(['q.patient_id as patient', 'f.sha256', 'f.type', 'f.name'])
    .where('q.id', '=', id)
    .executeTakeFirst()
