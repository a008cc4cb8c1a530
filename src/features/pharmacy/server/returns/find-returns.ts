import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { clinicDayStart } from '#features/company/public.ts'
import { patientName } from '#features/patients/public.ts'
import type { listPatientReturns, PatientReturn } from '#features/pharmacy/contract-counter.ts'
import { nameOf } from '#features/users/public.ts'
import type { Page } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position, readPage } from '#platform/db/keyset.ts'

const items = sql`(
  select coalesce(json_agg(json_build_object('id', l.id, 'dispense_item', l.dispense_item_id, 'item', i.item_id, 'item_name', t.name,
    'unit', t.unit, 'batch', l.batch_id, 'lot', coalesce(b.lot, ''), 'units', l.units) order by l.id), '[]')
  from patient_return_items l join dispense_items i on i.id = l.dispense_item_id join items t on t.id = i.item_id
  left join batches b on b.id = l.batch_id where l.patient_return_id = r.id)`

const returnRows = sql`
  select r.id, r.number, r.dispense_id as dispense, s.number as dispense_number, s.patient_id as patient,
    case when s.patient_id is not null then ${patientName} end as patient_name, s.customer_name, s.store_id as store, o.name as store_name,
    r.reason, r.is_to_be_filled_again, ${items} as items,
    (select coalesce(json_agg(json_build_object('id', n.id, 'number', n.number, 'total', n.total::text) order by n.id), '[]')
      from patient_return_credits k join credit_notes n on n.id = k.credit_note_id where k.patient_return_id = r.id) as credit_notes,
    (select min(x.id) from patient_return_credits k join receipts x on x.credit_note_id = k.credit_note_id and x.received_at = r.returned_at
      where k.patient_return_id = r.id) as refund_receipt,
    r.returned_at, ${nameOf(sql`r.returned_by`)} as returned_by_name
  from patient_returns r join dispenses s on s.id = r.dispense_id join stores o on o.id = s.store_id
  left join patients p on p.id = s.patient_id`

export type ReturnsAsked = z.output<typeof listPatientReturns.query>

const matching = ({ dispense, patient_id, from, to }: ReturnsAsked) => {
  const wanted = [
    dispense !== undefined && sql`r.dispense_id = ${dispense}`,
    patient_id !== undefined && sql`s.patient_id = ${patient_id}`,
    from !== undefined && sql`r.returned_at >= ${clinicDayStart(from)}`,
    to !== undefined && sql`r.returned_at < ${clinicDayStart(to, 1)}`,
  ].filter((one) => one !== false)
  return wanted.length > 0 ? sql.join(wanted, sql` and `) : sql`true`
}

const read = async (db: Db, rest: RawBuilder<unknown>): Promise<PatientReturn[]> => {
  const { rows } = await sql<PatientReturn>`${returnRows} ${rest}`.execute(db)
  return rows
}

/** The return, or undefined. */
export const findReturn = async (db: Db, id: number): Promise<PatientReturn | undefined> => (await read(db, sql`where r.id = ${id}`))[0]

const countReturns = async (db: Db, asked: ReturnsAsked): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from patient_returns r join dispenses s on s.id = r.dispense_id where ${matching(asked)}`.execute(db)
  return rows[0]!.total
}

/** A page of returns, newest first. */
export const readReturnPage = (db: Db, asked: ReturnsAsked): Promise<Page<PatientReturn>> => {
  const find = ({ cursor, limit }: Position) =>
    read(db, sql`where ${matching(asked)} and ${before(sql`r.id`, sql`r.id`, sql`bigint`, cursor)} order by r.id desc limit ${limit}`)
  return readPage(asked, { find, count: () => countReturns(db, asked) })
}
