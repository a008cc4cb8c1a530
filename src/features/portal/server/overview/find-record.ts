import { sql } from 'kysely'
import { namesOnFile } from '#features/patients/public.ts'
import type { OwnOverview } from '#features/portal/contract.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'

type Counted = Pick<OwnOverview, 'name' | 'number' | 'last_visit_at' | 'question_count' | 'document_count'>

/** Whose record it is, and what is counted of it. */
export const countOwnRecord = async (db: Db, patient: number): Promise<Counted> => {
  const { rows } = await sql<Counted>`
    select coalesce(${namesOnFile}, '') as name, p.unique_id as number, p.last_visit_at,
      (select count(*) from public_prescription_requests q where q.patient_id = p.id and q.status = 'asked') as question_count,
      (select count(*) from medical_records r where r.patient_id = p.id and r.withdrawn_at is null) as document_count
    from patients p where p.id = ${patient}`.execute(db)
  return rows[0]!
}

/** The patient's next appointment that is neither over nor called off. */
export const findNextAppointment = async (db: Db, patient: number, now: Date): Promise<OwnOverview['next_appointment']> => {
  const { rows } = await sql<NonNullable<OwnOverview['next_appointment']>>`
    select a.id, a.appointment_date_time as starts_at, ${nameOf(sql`a.doctor_id`)} as doctor_name, t.name as service_name,
      a.status <> 'pending' as is_confirmed
    from appointments a left join items t on t.id = a.item_id
    where a.patient_id = ${patient} and a.ends_at > ${now} and a.status in ('pending', 'confirmed', 'arrived')
    order by a.appointment_date_time limit 1`.execute(db)
  return rows[0] ?? null
}
