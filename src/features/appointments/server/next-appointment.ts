import { sql } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { NextAppointment } from '../contract.ts'

/** The next open appointment of a patient, from today on; null without one. */
export const findNextAppointment = async (db: Db, patient: number, now: Date): Promise<NextAppointment | null> => {
  const { rows } = await sql<NextAppointment>`
    select a.id, a.appointment_date_time as at, nullif(${nameOf(sql`a.doctor_id`)}, '') as doctor_name, a.status, t.name as item_name
    from appointments a left join items t on t.id = a.item_id
    where a.patient_id = ${patient} and a.status in ('pending', 'confirmed') and ${clinicDay(sql`a.appointment_date_time`)} >= ${clinicDay(now)}
    order by a.appointment_date_time, a.id limit 1`.execute(db)
  return rows[0] ?? null
}
