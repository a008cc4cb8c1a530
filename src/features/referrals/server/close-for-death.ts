import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** Referrals of a patient in which something is still to be done. */
export const findOpenReferrals = async (db: Db, patient: number) => {
  const { rows } = await sql<{ id: number; text: string; referred_at: Date }>`
    select r.id, coalesce(r.provider, r.service, (select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = r.doctor_id),
      (select d.name from departments d where d.id = r.department_id), '') as text, r.referred_at
    from referrals r where r.patient_id = ${patient} and r.status in ('pending', 'accepted') order by r.id`.execute(db)
  return rows
}

/** Cancels them with a reason; answers each with the status that it had. */
export const closeReferrals = async (db: Db, patient: number, reason: string, by: number, now: Date) => {
  const { rows } = await sql<{ id: number; status: string; version: number }>`
    update referrals r set status = 'cancelled', status_at = ${now}, status_by = ${by}, status_reason = ${reason}, version = r.version + 1
    from (select id, status from referrals where patient_id = ${patient} and status in ('pending', 'accepted') for update) was
    where r.id = was.id returning r.id, was.status, r.version`.execute(db)
  return rows
}

/** Brings one back as it was; false where it was changed since. */
export const reopenReferral = async (db: Db, id: number, status: string, version: number, by: number, now: Date): Promise<boolean> => {
  const { rows } = await sql`
    update referrals set status = ${status}::referral_status, status_at = ${now}, status_by = ${by}, status_reason = null, version = version + 1
    where id = ${id} and version = ${version} returning id`.execute(db)
  return rows.length > 0
}
