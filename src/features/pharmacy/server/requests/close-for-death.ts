import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** Closes the requests for medicines that a patient sent and that are not finished; answers each with the status that it had. */
export const closePrescriptionRequests = async (db: Db, patient: number, by: number, now: Date) => {
  const { rows } = await sql<{ id: number; status: string; version: number }>`
    update public_prescription_requests q set status = 'declined', date_changed = ${now}, changed_by = ${by}, version = q.version + 1
    from (select id, status from public_prescription_requests where patient_id = ${patient} and status not in ('done', 'declined') for update) was
    where q.id = was.id returning q.id, was.status, q.version`.execute(db)
  return rows
}

/** Brings one back as it was; false where it was changed since. */
export const reopenPrescriptionRequest = async (
  db: Db,
  id: number,
  status: string,
  version: number,
  by: number,
  now: Date,
): Promise<boolean> => {
  const { rows } = await sql`
    update public_prescription_requests set status = ${status}::public_prescription_status, date_changed = ${now}, changed_by = ${by},
      version = version + 1
    where id = ${id} and version = ${version} returning id`.execute(db)
  return rows.length > 0
}
