import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** Closes the laboratory requests that a patient sent and that are not finished; answers each with the status that it had. */
export const closePublicRequests = async (db: Db, patient: number, by: number, now: Date) => {
  const { rows } = await sql<{ id: number; status: string; version: number }>`
    update public_lab_requests q set status = 'cancelled', date_changed = ${now}, changed_by = ${by}, version = q.version + 1
    from (select id, status from public_lab_requests where patient_id = ${patient} and status not in ('done', 'cancelled') for update) was
    where q.id = was.id returning q.id, was.status, q.version`.execute(db)
  return rows
}

/** Brings one back as it was; false where it was changed since. */
export const reopenPublicRequest = async (db: Db, id: number, status: string, version: number, by: number, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    update public_lab_requests set status = ${status}::public_lab_status, date_changed = ${now}, changed_by = ${by}, version = version + 1
    where id = ${id} and version = ${version} returning id`.execute(db)
  return rows.length > 0
}
