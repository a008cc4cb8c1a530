import { sql } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, limitLiteral, type Position } from '#platform/db/keyset.ts'
import { requireFound } from '#platform/errors/problem.ts'
import type { CreditNote } from '../contract-payments.ts'

/** Credit notes as they are answered: a select without a where. Refunds that were taken back do not count. */
const noteRows = sql`
  select n.id, n.number, n.invoice_id as invoice, i.number as invoice_number, n.reason, n.total, n.tax, n.insurer_amount, n.patient_amount,
    n.waiver, n.rounding, g.refunded,
    greatest(0.00, least(n.patient_amount - g.patient, -i.patient_balance))
      + greatest(0.00, least(n.insurer_amount - g.insurer, -i.insurer_balance)) as refundable,
    (select json_agg(json_build_object('invoice_item', l.charge_id, 'item_name', c.item_name, 'quantity', l.quantity::text,
        'total', l.total::text) order by l.id)
      from credit_note_items l join charges c on c.id = l.charge_id where l.credit_note_id = n.id) as items,
    n.issued_at, n.issued_on::text as issued_on, ${nameOf(sql`n.issued_by`)} as issued_by_name
  from credit_notes n join invoices i on i.id = n.invoice_id
  cross join lateral (
    select coalesce(-sum(a.amount), 0.00) as refunded, coalesce(-sum(a.amount) filter (where a.party = 'patient'), 0) as patient,
      coalesce(-sum(a.amount) filter (where a.party = 'insurer'), 0) as insurer
    from receipts r join payments p on p.receipt_id = r.id join allocations a on a.payment_id = p.id
    where r.credit_note_id = n.id and not exists (select from receipts b where b.reverses_id = r.id)
  ) g`

export const getCreditNote = async (db: Db, id: number): Promise<CreditNote> => {
  const { rows } = await sql<CreditNote>`${noteRows} where n.id = ${id}`.execute(db)
  return requireFound(rows[0], 'Credit note')
}

const matching = (invoice: number | undefined) => (invoice === undefined ? sql`true` : sql`n.invoice_id = ${invoice}`)
/** Credit notes, newest first, after the cursor. */
export const findCreditNotes = async (db: Db, invoice: number | undefined, page: Position) => {
  const { rows } = await sql<CreditNote>`${noteRows}
    where ${matching(invoice)} and ${before(sql`n.id`, sql`n.id`, sql`bigint`, page.cursor)} order by n.id desc limit ${limitLiteral(page.limit)}`.execute(
    db,
  )
  return rows
}
/** Orders of prescriptions of whose charge nothing is left after this credit note. */
export const findCreditedOrders = async (db: Db, note: number): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select c.order_id as id from credit_note_items n join charges c on c.id = n.charge_id
    where n.credit_note_id = ${note} and c.order_kind = 'prescription'
      and c.credited_total >= c.total and (c.total > 0 or c.credited_quantity >= c.quantity) order by 1`.execute(db)
  return rows.map(({ id }) => id)
}
export const countCreditNotes = async (db: Db, invoice: number | undefined) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from credit_notes n where ${matching(invoice)}`.execute(db)
  return rows[0]?.total ?? 0
}
