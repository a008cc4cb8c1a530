import { sql, type RawBuilder } from 'kysely'
import { patientName } from '#features/patients/public.ts'
import type { MedicalRecord, MedicalRecordRow, RecordKind, RecordPage, RecordStatus } from '../contract-fields.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import { notFound, Problem, requireFound } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { findEntitiesOf } from './entities/find-entities-of.ts'
import { findIdentities } from './identity/find-comparison.ts'
import { visibleRecords } from './policy.ts'

type Head = Omit<MedicalRecordRow, 'entities' | 'identity'>
type Seer = Pick<Context, 'db' | 'user'>

// Who sent a document that was moved is another patient, whom this record does not name.
const heads = sql`
  select r.id, r.patient_id as patient, ${patientName} as patient_name, p.unique_id as patient_number, r.title, r.kind, r.document_date, r.note,
    case when f.id is not null then json_build_object('name', f.name, 'type', f.type, 'size', f.size, 'sha256', f.sha256) end as file,
    r.thumbnail_sha256 is not null as has_thumbnail, r.status, r.error, r.page_count, r.pages_read, r.is_from_patient,
    not r.is_from_patient or r.verified_at is not null as is_verified, r.withdrawn_at, r.withdraw_reason, r.purged_at,
    r.purge_reason, r.created_at,
    case when r.is_from_patient and r.moved_at is not null then 'Portal' else coalesce(${nameOf(sql`r.created_by`)}, '') end as created_by_name, r.version
  from medical_records r join patients p on p.id = r.patient_id left join files f on f.id = r.file_id`

export interface RecordFilters {
  patient_id?: number | undefined
  record_id?: number | undefined
  kind?: RecordKind | undefined
  status?: RecordStatus | undefined
  unverified?: boolean | undefined
  withdrawn?: boolean | undefined
}
const matching = ({ patient_id, record_id, kind, status, unverified, withdrawn = false }: RecordFilters, visible: RawBuilder<boolean>) => {
  const all = [visible, withdrawn ? sql`r.withdrawn_at is not null` : sql`r.withdrawn_at is null`]
  const isUnverified = sql`r.is_from_patient and r.verified_at is null`
  if (patient_id !== undefined) all.push(sql`r.patient_id = ${patient_id}`)
  if (record_id !== undefined) all.push(sql`r.id = ${record_id}`)
  if (kind !== undefined) all.push(sql`r.kind = ${kind}`)
  if (status !== undefined) all.push(sql`r.status = ${status}`)
  if (unverified !== undefined) all.push(unverified ? isUnverified : sql`not (${isUnverified})`)
  return sql.join(all, sql` and `)
}

/** Documents among the visible ones, newest first, after the cursor, without what was found in them. */
export const findHeads = async (db: Db, filters: RecordFilters, visible: RawBuilder<boolean>, page: Position) => {
  const { rows } =
    await sql<Head>`${heads} where ${matching(filters, visible)} and ${before(sql`r.id`, sql`r.id`, sql`bigint`, page.cursor)}
    order by r.id desc limit ${page.limit}`.execute(db)
  return rows
}

export const countRecords = async (db: Db, filters: RecordFilters, visible: RawBuilder<boolean>) => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from medical_records r where ${matching(filters, visible)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** The same rows with what was found in them, rejected findings left out, and whether they are of their patients. */
export const withFindings = async ({ db, user }: Seer, rows: readonly Head[]): Promise<MedicalRecordRow[]> => {
  const ids = rows.map(({ id }) => id)
  const found = await findEntitiesOf(db, ids, { rejected: false })
  const identities = await findIdentities({ db, user }, ids, false)
  return rows.map((row) => ({ ...row, identity: identities.get(row.id) ?? null, entities: found.get(row.id) ?? [] }))
}

const findText = async (db: Db, record: number) => {
  const { rows } = await sql<{ text: string }>`
    select coalesce(string_agg(text, E'\f' order by number), '') as text from medical_record_pages where record_id = ${record}`.execute(db)
  return rows[0]?.text ?? ''
}

/** One document with its text and everything that was found in it; 404 for one that this person may not see. */
export const findRecord = async ({ db, user }: Seer, id: number): Promise<MedicalRecord> => {
  const visible = visibleRecords(user)
  const { rows } = await sql<Head>`${heads} where r.id = ${id} and ${visible}`.execute(db)
  if (!rows[0]) throw notFound('Medical record')
  const [text, found, identities] = await Promise.all([
    findText(db, id),
    findEntitiesOf(db, [id]),
    findIdentities({ db, user }, [id], true),
  ])
  return { ...rows[0], text, identity: identities.get(id) ?? null, entities: found.get(id) ?? [] }
}

export interface LockedRecord {
  id: number
  patient: number
  title: string
  kind: string
  document_date: string | null
  note: string
  file_id: number | null
  status: RecordStatus
  is_from_patient: boolean
  verified_at: Date | null
  withdrawn_at: Date | null
  purged_at: Date | null
  created_by: number
  version: number
}
/** The document as it stands, nobody else changing it until the transaction ends; 404 for one that this person may not see. */
export const lockRecord = async ({ db, user }: Seer, id: number): Promise<LockedRecord> => {
  const visible = visibleRecords(user)
  const { rows } = await sql<LockedRecord>`
    select r.id, r.patient_id as patient, r.title, r.kind, r.document_date, r.note, r.file_id, r.status, r.is_from_patient, r.verified_at,
      r.withdrawn_at, r.purged_at, r.created_by, r.version
    from medical_records r where r.id = ${id} and ${visible} for no key update`.execute(db)
  return requireFound(rows[0], 'Medical record')
}

/** A kept file of a document: what it is known by, what it is and what it is called. */
export interface KeptFile {
  patient: number
  sha256: string
  type: string
  name: string
}
const firstVisible = async <T extends object>(
  { db, user }: Seer,
  what: string,
  select: (visible: RawBuilder<boolean>) => RawBuilder<T>,
): Promise<T> => {
  const { rows } = await select(visibleRecords(user)).execute(db)
  return requireFound(rows[0], what)
}

/** Whose document it is; 404 for one that this person may not see. */
export const findVisible = (seer: Seer, id: number) =>
  firstVisible(
    seer,
    'Medical record',
    (visible) => sql<{ patient: number }>`select r.patient_id as patient from medical_records r where r.id = ${id} and ${visible}`,
  )

/** The file of a document; 404 for a document without one, and for one that this person may not see; 410 when its content was purged. */
export const findFile = async (seer: Seer, id: number): Promise<KeptFile> => {
  const { purged_at, ...file } = await firstVisible(
    seer,
    'File',
    (visible) => sql<KeptFile & { purged_at: Date | null }>`
    select r.patient_id as patient, f.sha256, f.type, f.name, r.purged_at from medical_records r join files f on f.id = r.file_id
    where r.id = ${id} and ${visible}`,
  )
  if (purged_at) throw new Problem(410, 'purged', `The content of this document was deleted on ${purged_at.toISOString().slice(0, 10)}.`)
  return file
}

/** The small picture of a document; 404 as above. */
export const findThumbnail = (seer: Seer, id: number) =>
  firstVisible(
    seer,
    'Image',
    (visible) => sql<KeptFile>`
    select r.patient_id as patient, r.thumbnail_sha256 as sha256, 'image/webp' as type, 'thumbnail.webp' as name from medical_records r
    where r.id = ${id} and r.thumbnail_sha256 is not null and ${visible}`,
  )

/** The picture of a page; 404 as above. */
export const findPageImage = (seer: Seer, id: number, page: number) =>
  firstVisible(
    seer,
    'Image',
    (visible) => sql<KeptFile>`
    select r.patient_id as patient, g.image_sha256 as sha256, 'image/webp' as type, 'page-' || g.number || '.webp' as name
    from medical_records r join medical_record_pages g on g.record_id = r.id
    where r.id = ${id} and g.number = ${page} and g.image_sha256 is not null and ${visible}`,
  )

/** A page with its text and the places of its words; 404 as above. */
export const findPage = (seer: Seer, id: number, page: number) =>
  firstVisible(
    seer,
    'Page',
    (visible) => sql<RecordPage & { patient: number }>`
    select r.patient_id as patient, g.number, g.text, g.words, g.method, g.quality, g.width, g.height, g.image_sha256 is not null as has_image
    from medical_records r join medical_record_pages g on g.record_id = r.id
    where r.id = ${id} and g.number = ${page} and ${visible}`,
  )
