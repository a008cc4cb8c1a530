import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { AuditEntry, Context, Trail } from '#platform/http/handle.ts'

const columns = sql`audit_log (at, actor_id, action, entity, entity_id, patient_id, request_id, ip, change)`

export type TrailRow = AuditEntry & { action: string }

/** The patient, or an error of the database that undoes everything where the record is restricted and `trail.actor_id` may not open it. */
const opened = (trail: Trail, patient: number | RawBuilder<unknown>) =>
  sql`opened_record(${patient}::integer, ${trail.actor_id}::integer, ${trail.at}::timestamptz)`

/** The same for a row that shows these bills and nothing else of the record: the till may see them (`may_open_bills` of the database). */
const openedBills = (trail: Trail, patient: number, bills: readonly number[]) =>
  sql`opened_bills(${patient}::integer, ${bills}::integer[], ${trail.actor_id}::integer, ${trail.at}::timestamptz)`

/** Which records may be shut to whoever asks: they are looked at once more. */
type MayBeShut = (patient: number) => boolean

const isAsked = ({ action, patient = null, opensNothing }: TrailRow, mayBeShut: MayBeShut) =>
  patient !== null && !opensNothing && action !== 'denied' && mayBeShut(patient)

const valuesOf = (trail: Trail, row: TrailRow, mayBeShut: MayBeShut) => {
  const { action, entity, id, patient = null, bills, change } = row
  const gate = (patientId: number) => (bills ? openedBills(trail, patientId, bills) : opened(trail, patientId))
  return sql`(${trail.at}, ${trail.actor_id}, ${action}, ${entity}, ${id},
    ${patient !== null && isAsked(row, mayBeShut) ? gate(patient) : patient}, ${trail.request_id}, ${trail.ip},
    ${change === undefined ? null : JSON.stringify(change)})`
}

/** Beyond so many rows, one parameter for all of them: as many as there are columns for each would take longer to write down than to insert. */
const FEW = 20

const manyRows = (trail: Trail, rows: readonly TrailRow[], mayBeShut: MayBeShut) => sql`
  select ${trail.at}::timestamptz, ${trail.actor_id}::integer, action, entity, id,
    case when is_asked then ${opened(trail, sql`patient`)} else patient end, ${trail.request_id}, ${trail.ip}, change
  from json_to_recordset(${JSON.stringify(rows.map((row) => ({ ...row, is_asked: isAsked(row, mayBeShut) })))}::json) x
    (action text, entity text, id bigint, patient integer, is_asked boolean, change jsonb)`

const insertOf = (trail: Trail, rows: readonly TrailRow[], mayBeShut: MayBeShut) =>
  rows.length > FEW
    ? sql`insert into ${columns} ${manyRows(trail, rows, mayBeShut)}`
    : sql`insert into ${columns} values ${sql.join(rows.map((row) => valuesOf(trail, row, mayBeShut)))}`

interface Beside {
  /** One more changing statement. */
  also?: RawBuilder<unknown> | undefined
  /** The patients whose accounts, and whether they are restricted, are asked for. */
  patients?: readonly number[]
  /** Whose record stops it where it is restricted, of everything that a member of staff asks for. */
  mayBeShut?: MayBeShut
}

/** One of the patients that was asked for: the account of the record, and whether it is restricted. */
export interface Owner {
  patient: number
  account: number | null
  is_restricted: boolean
}

/**
 * Appends rows to the audit trail, in the transaction of `db`, with what goes along in the same round trip. Answers whose records the
 * patients' are. It fails where a row says that a record was opened which may be shut and which the person may not
 * open (`restrictedOf`).
 */
export const writeTrail = async (
  db: Db,
  trail: Trail,
  rows: readonly TrailRow[],
  { also, patients = [], mayBeShut = () => false }: Beside = {},
): Promise<Owner[]> => {
  const steps = [
    ...(also ? [sql`also as (${also})`] : []),
    ...(rows.length > 0 ? [sql`written as (${insertOf(trail, rows, mayBeShut)})`] : []),
  ]
  if (steps.length === 0) return []
  const owner =
    patients.length > 0
      ? sql`select id as patient, user_id as account, id = any((select restricted_patients())::integer[]) as is_restricted
          from patients where id = any(${patients}::integer[])`
      : sql`select null::integer as patient, null::integer as account, false as is_restricted where false`
  const answered = await sql<Owner>`with ${sql.join(steps)} ${owner}`.execute(db)
  return answered.rows
}

/**
 * A data-modifying CTE body that leaves one audit row for each row of `source` (which has the columns entity_id and patient_id): for
 * reads that are audited in the statement that reads. Gated.
 */
export const auditFrom = (trail: Trail, action: string, entity: string, source: RawBuilder<unknown>) =>
  sql`insert into ${columns} select ${trail.at}::timestamptz, ${trail.actor_id}::integer, ${action}, ${entity}, entity_id,
    ${opened(trail, sql`patient_id`)}, ${trail.request_id}, ${trail.ip}, null from ${source}`

/** Says of a list that it was read: a row for each patient who is on it, and one for the patient it was asked about. */
export const auditReads = (audit: Context['audit'], entity: string, rows: readonly { patient: number | null }[], asked?: number) => {
  const seen = new Set(asked === undefined ? [] : [asked])
  for (const { patient } of rows) if (patient !== null) seen.add(patient)
  if (seen.size === 0) audit('read', { entity, id: null })
  for (const patient of seen) audit('read', { entity, id: null, patient, ...(patient !== asked && { opensNothing: true }) })
}

/** The fields that differ, before and after. */
export const changedFields = (before: Record<string, unknown>, after: Record<string, unknown>) => {
  const changed: Record<string, [unknown, unknown]> = {}
  for (const key of Object.keys(after)) {
    if (key in before && JSON.stringify(before[key]) !== JSON.stringify(after[key])) changed[key] = [before[key], after[key]]
  }
  return changed
}
