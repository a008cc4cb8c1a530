import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { AuditEntry, Context, Trail } from '#platform/http/handle.ts'

const columns = sql`audit_log (at, actor_id, action, entity, entity_id, patient_id, request_id, ip, change)`

export type TrailRow = AuditEntry & { action: string }

const valuesOf = (trail: Trail, { action, entity, id, patient = null, change }: TrailRow) =>
  sql`(${trail.at}, ${trail.actor_id}, ${action}, ${entity}, ${id}, ${patient}, ${trail.request_id}, ${trail.ip},
    ${change === undefined ? null : JSON.stringify(change)})`

/**
 * Appends rows to the audit trail, in the transaction of `db`. `also` is one more changing statement that goes along in the same round
 * trip.
 */
export const writeTrail = async (db: Db, trail: Trail, rows: readonly TrailRow[], also?: RawBuilder<unknown>) => {
  const first = also ? sql`with also as (${also}) ` : sql``
  if (rows.length > 0) await sql`${first}insert into ${columns} values ${sql.join(rows.map((row) => valuesOf(trail, row)))}`.execute(db)
  else if (also) await also.execute(db)
}

/**
 * A data-modifying CTE body that leaves one audit row for each row of `source` (which has the columns entity_id and patient_id): for
 * reads that are audited in the statement that reads.
 */
export const auditFrom = (trail: Trail, action: string, entity: string, source: RawBuilder<unknown>) =>
  sql`insert into ${columns} select ${trail.at}::timestamptz, ${trail.actor_id}::integer, ${action}, ${entity}, entity_id, patient_id,
    ${trail.request_id}, ${trail.ip}, null from ${source}`

/** Says of a list that it was read: a row for each patient who is on it, and one for the patient it was asked about. */
export const auditReads = (audit: Context['audit'], entity: string, patients: readonly number[], asked?: number) => {
  const seen = new Set(asked === undefined ? patients : [asked, ...patients])
  if (seen.size === 0) audit('read', { entity, id: null })
  for (const patient of seen) audit('read', { entity, id: null, patient })
}

/** The fields that differ, before and after. */
export const changedFields = (before: Record<string, unknown>, after: Record<string, unknown>) => {
  const changed: Record<string, [unknown, unknown]> = {}
  for (const key of Object.keys(after)) {
    if (key in before && JSON.stringify(before[key]) !== JSON.stringify(after[key])) changed[key] = [before[key], after[key]]
  }
  return changed
}
