import { sql } from 'kysely'
import { lockVisit } from '#features/attendance/public.ts'
import type { TillRequests } from '#features/charges/public.ts'
import { refuseDead } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import { resolvePrescription } from './resolve-prescription.ts'

interface Item {
  name: string
  is_controlled: boolean
  /** A line of this prescription names it already. */
  is_prescribed: boolean
}
const findItem = async (db: Db, item: number, prescription: number) => {
  const { rows } = await sql<Item>`
    select t.name, coalesce(k.is_controlled, false) as is_controlled, exists (select from prescribed_drugs d
      where d.prescription_id = ${prescription} and d.item_id = t.id and d.cancelled_at is null) as is_prescribed
    from items t left join stocked_items k on k.item_id = t.id where t.id = ${item}`.execute(db)
  return rows[0]!
}

const refuse = ({ name, is_controlled, is_prescribed }: Item, item: number) => {
  if (is_controlled) throw conflict(`${name} is a controlled drug: it needs a prescription.`, { item }, 'controlled')
  if (is_prescribed)
    throw conflict(`${name} is already on the prescription of this visit. Sell more of it at the pharmacy counter.`, { item }, 'prescribed')
}

const request: TillRequests['request'] = async ({ db, user, now, audit, publish }, { visit, item, quantity }) => {
  await lockVisit(db, visit)
  const written = await resolvePrescription(db, { attendance_process: visit })
  await refuseDead(db, written.patient)
  refuse(await findItem(db, item, written.id), item)
  const { rows } = await sql<{ id: number }>`
    insert into prescribed_drugs (prescription_id, patient_id, item_id, dosage, frequency, duration, quantity, prescribed_at, prescribed_by, is_till_request)
    values (${written.id}, ${written.patient}, ${item}, '', '', '', ${quantity}, ${now}, ${user.id}, true) returning id`.execute(db)
  const { id } = rows[0]!
  // The bill in the same call decides whether the record is open to the till.
  audit('request at till', {
    entity: 'prescribed drug',
    id,
    patient: written.patient,
    opensNothing: true,
    change: { prescription: written.id, item, quantity },
  })
  publish('prescriptions', written.id)
  return id
}

const hold: TillRequests['hold'] = async (db, invoice) => {
  await sql`
    select from visits v where v.id = (select i.visit_id from invoices i where i.id = ${invoice}) and exists (select from charges c
      join prescribed_drugs d on d.id = c.order_id and d.is_till_request where c.invoice_id = ${invoice} and c.order_kind = 'prescription')
    for no key update`.execute(db)
}

interface Request {
  id: number
  prescription: number
  patient: number
  item: number
  name: string
  is_dispensed: boolean
}
const withdraw: TillRequests['withdraw'] = async (
  { db, user, now, audit, publish },
  orders,
  reason,
  { leaveDispensed } = { leaveDispensed: false },
) => {
  const { rows } = await sql<Request>`
    select d.id, d.prescription_id as prescription, d.patient_id as patient, d.item_id as item, t.name, d.quantity_dispensed > 0 as is_dispensed
    from prescribed_drugs d join items t on t.id = d.item_id
    where d.id = any(${orders}::integer[]) and d.is_till_request and d.cancelled_at is null order by d.id for update of d`.execute(db)
  const dispensed = rows.find(({ is_dispensed }) => is_dispensed)
  if (dispensed && !leaveDispensed)
    throw conflict(
      `${dispensed.name} was dispensed: take it back at the pharmacy, and it comes off the bill.`,
      { order: dispensed.id },
      'dispensed',
    )
  const withdrawn = rows.filter(({ is_dispensed }) => !is_dispensed)
  const ids = withdrawn.map(({ id }) => id)
  if (ids.length === 0) return []
  await sql`update prescribed_drugs set cancelled_at = ${now}, cancelled_by = ${user.id}, cancel_reason = ${reason}, version = version + 1
    where id = any(${ids}::integer[])`.execute(db)
  for (const { id, item, patient } of withdrawn)
    audit('cancel', { entity: 'prescribed drug', id, patient, opensNothing: true, change: { item, reason } })
  for (const prescription of new Set(withdrawn.map((one) => one.prescription))) publish('prescriptions', prescription)
  return ids
}

/** The requests that the till makes of the pharmacy, as lines of the visit's prescription. */
export const tillRequests: TillRequests = { request, hold, withdraw }
