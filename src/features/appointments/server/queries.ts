import { sql } from 'kysely'
import { payerOf } from '#features/charges/index.ts'
import { clinicDay } from '#features/company/index.ts'
import { nameOf } from '#features/users/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type CursorValue } from '#platform/db/keyset.ts'
import type { Appointment } from '../contract.ts'

/** When a reply is read, and whether its prices may be seen. */
export interface View {
  now: Date
  mayPrice: boolean
}

const appointmentRows = ({ now, mayPrice }: View) => sql`
  select a.id, a.appointment_date_time, a.patient_id as patient, p.unique_id as patient_number, p.first_name, p.second_name, p.gender,
    extract(year from age(${clinicDay(now)}, p.date_of_birth))::integer as age,
    a.doctor_id as doctor, ${nameOf(sql`a.doctor_id`)} as assigned_doctor, a.status, a.reason, a.item_id as item, t.name as item_name,
    price.price as sale_price, a.created_at as date_created, a.changed_at as date_changed, a.created_by, a.version
  from appointments a join patients p on p.id = a.patient_id left join items t on t.id = a.item_id
  left join lateral (
    select i.price from item_price(a.item_id, ${payerOf(sql`a.patient_id`, clinicDay(now))}, ${clinicDay(now)}) i
    where ${mayPrice} and a.item_id is not null and i.source <> 'none'
  ) price on true`

/** The appointment, or undefined. */
export const findAppointment = async (db: Db, id: number, view: View) => {
  const { rows } = await sql<Appointment>`${appointmentRows(view)} where a.id = ${id}`.execute(db)
  return rows[0]
}

export interface Filters {
  patient__id?: number | undefined
  assigned_doctor__id?: number | undefined
  status?: Appointment['status'] | undefined
}
const matching = ({ patient__id, assigned_doctor__id, status }: Filters) =>
  sql.join(
    [
      sql`true`,
      ...(patient__id === undefined ? [] : [sql`a.patient_id = ${patient__id}`]),
      ...(assigned_doctor__id === undefined ? [] : [sql`a.doctor_id = ${assigned_doctor__id}`]),
      ...(status === undefined ? [] : [sql`a.status = ${status}`]),
    ],
    sql` and `,
  )

/** The appointments that match, those made last first, after the cursor. */
export const findAppointments = async (db: Db, filters: Filters, view: View, page: { cursor: CursorValue | null; limit: number }) => {
  const { rows } = await sql<Appointment>`${appointmentRows(view)}
    where ${matching(filters)} and ${before(sql`a.id`, sql`a.id`, sql`bigint`, page.cursor)} order by a.id desc limit ${page.limit}`.execute(
    db,
  )
  return rows
}

export const countAppointments = async (db: Db, filters: Filters) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from appointments a where ${matching(filters)}`.execute(db)
  return rows[0]?.total ?? 0
}
