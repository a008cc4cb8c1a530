import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { AuditEntry, Trail } from '#platform/http/handle.ts'

const columns = sql`audit_log (at, actor_id, action, entity, entity_id, patient_id, request_id, ip, change)`

/** Appends one row to the audit trail, in the transaction of `db`. */
export const writeAudit = async (db: Db, trail: Trail, action: string, { entity, id, patient = null, change }: AuditEntry) => {
  await sql`insert into ${columns} values (${trail.at}, ${trail.actor_id}, ${action}, ${entity}, ${id}, ${patient},
    ${trail.request_id}, ${trail.ip}, ${change === undefined ? null : JSON.stringify(change)})`.execute(db)
}

/**
 * A data-modifying CTE body that leaves one audit row for each row of `source` (which has the columns entity_id and patient_id): for
 * reads that are audited in the statement that reads.
 */
export const auditFrom = (trail: Trail, action: string, entity: string, source: RawBuilder<unknown>) =>
  sql`insert into ${columns} select ${trail.at}::timestamptz, ${trail.actor_id}::integer, ${action}, ${entity}, entity_id, patient_id,
    ${trail.request_id}, ${trail.ip}, null from ${source}`

/** The fields that differ, before and after. */
export const changedFields = (before: Record<string, unknown>, after: Record<string, unknown>) => {
  const changed: Record<string, [unknown, unknown]> = {}
  for (const key of Object.keys(after)) {
    if (key in before && JSON.stringify(before[key]) !== JSON.stringify(after[key])) changed[key] = [before[key], after[key]]
  }
  return changed
}
