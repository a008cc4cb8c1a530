import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { before, limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import type { Page } from '#shared/endpoint.ts'
import type { OwnBill, OwnBillDetails } from '#features/portal/contract.ts'

/** Issued bills of one patient: a select that ends in a where. */
const billsOf = (patient: number) => sql`
  select i.id, i.number, i.issued_on::text as date, i.issued_at, i.status, i.total, i.insurer_total,
    (select c.name from insurance_companies c where c.id = i.insurance_company_id) as insurer_name,
    i.patient_total as own_total, i.paid_patient as paid, i.credited_patient as credited, i.patient_balance as due
  from invoices i where i.patient_id = ${patient} and i.issued_at is not null`

interface Asked {
  limit?: number | undefined
  cursor?: string | undefined
  count?: boolean | undefined
}

/** A page of a patient's bills, newest first. */
export const readOwnBills = async (db: Db, patient: number, { limit: asked, cursor, count }: Asked): Promise<Page<OwnBill>> => {
  const limit = limitOf(asked)
  const { rows } = await sql<OwnBill>`${billsOf(patient)}
    and ${before(sql`i.issued_at`, sql`i.id`, sql`timestamptz`, readCursor(cursor))}
    order by i.issued_at desc, i.id desc limit ${limit + 1}`.execute(db)
  const total = count
    ? (await sql<{ total: number }>`select count(*) as total from (${billsOf(patient)}) bills`.execute(db)).rows[0]?.total
    : undefined
  return pageOf(rows, limit, ({ issued_at }) => issued_at.toISOString(), total)
}

/** One issued bill of the patient with all that belongs to it; undefined for another's. */
export const findOwnBill = async (db: Db, patient: number, id: number): Promise<OwnBillDetails | undefined> => {
  const { rows } = await sql<OwnBillDetails>`
    select own.*,
      coalesce((select json_agg(json_build_object('id', c.id, 'name', c.item_name, 'quantity', c.quantity::text, 'amount', c.total::text,
          'insurer_amount', c.insurer_amount::text, 'own_amount', c.patient_amount::text, 'credited', c.credited_total::text) order by c.id)
        from charges c where c.invoice_id = own.id and c.cancelled_at is null), '[]') as lines,
      coalesce((select json_agg(r order by r.id) from (
        select r.id, r.number, r.kind, r.received_on::text as date, sum(a.amount)::text as amount, json_agg(distinct m.name) as ways,
          exists (select from receipts b where b.reverses_id = r.id) as is_taken_back
        from allocations a join payments p on p.id = a.payment_id join receipts r on r.id = p.receipt_id
        join payment_modes m on m.id = p.payment_mode_id
        -- One payment for bills of several people is nobody's own receipt.
        where a.invoice_id = own.id and a.party = 'patient' and r.patient_id = ${patient}
        group by r.id) r), '[]') as receipts,
      coalesce((select json_agg(json_build_object('id', n.id, 'number', n.number, 'date', n.issued_on::text, 'reason', n.reason,
          'total', n.total::text) order by n.id)
        from credit_notes n where n.invoice_id = own.id), '[]') as credit_notes
    from (${billsOf(patient)} and i.id = ${id}) own`.execute(db)
  return rows[0]
}

/** Whether there is such an issued bill, or receipt, of this patient. */
export const isOwnDocument = async (db: Db, kind: 'invoice' | 'receipt', patient: number, id: number): Promise<boolean> => {
  const found =
    kind === 'invoice'
      ? sql`select from invoices where id = ${id} and patient_id = ${patient} and issued_at is not null`
      : sql`select from receipts where id = ${id} and patient_id = ${patient}`
  return (await found.execute(db)).rows.length > 0
}
