import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { isOpenTo } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { User } from '#platform/http/handle.ts'
import { requireOpenRecord } from '#platform/http/restricted.ts'

interface View {
  user: Pick<User, 'id' | 'role'>
  now: Date
}

/** Who reads lists that may hold what is past, and where. */
export interface Onlooker extends View {
  db: Db
}

/** Whether the appointment `a` is over, or of a day before today. */
const isPast = (now: Date) =>
  sql`(a.status in ('completed', 'cancelled', 'no-show') or ${clinicDay(sql`a.appointment_date_time`)} < ${clinicDay(now)})`

/**
 * A condition on `a`: of a restricted record that is shut to the reader nothing past is listed, counted or paged over. Patients have their own
 * rows alone.
 */
export const isListedFor = ({ user, now }: View) =>
  user.role === 'patient'
    ? sql<boolean>`true`
    : sql<boolean>`(a.patient_id is null or not ${isPast(now)} or ${isOpenTo(user, now, sql`a.patient_id`)})`

/** Refuses what is past of restricted records that are shut to the reader, by the ids of appointments. */
export const requireOpenPast = async (
  db: Db,
  ids: readonly number[],
  { user, now }: View,
  entity: 'appointment' | 'booking' = 'appointment',
): Promise<void> => {
  const { rows } = await sql<{ patient: number }>`
    select a.patient_id as patient from appointments a where a.id = any(${ids}::integer[]) and not ${isListedFor({ user, now })} limit 1`.execute(
    db,
  )
  if (rows[0]) await requireOpenRecord(db, user, now, rows[0].patient, entity)
}
