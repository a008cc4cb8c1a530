import { sql } from 'kysely'
import type { z } from 'zod'
import { numberDocuments } from '#features/charges/public.ts'
import { namesOnFile } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, limitLiteral, type Position } from '#platform/db/keyset.ts'
import { requireFound } from '#platform/errors/problem.ts'
import type { listReceipts, Receipt } from '../contract-payments.ts'

/** Receipts as they are answered: a select without a where. */
const receiptRows = sql`
  select r.id, r.number, r.kind, r.patient_id as patient,
    coalesce(
      case when r.patient_id is null then (select co.name from insurance_companies co where co.id = r.insurance_company_id) end,
      (select ${namesOnFile}
        from patients p where p.id = r.patient_id),
      (select i.customer_name from payments m join allocations a on a.payment_id = m.id join invoices i on i.id = a.invoice_id
        where m.receipt_id = r.id and i.customer_name is not null limit 1),
      'Unknown') as payer_name,
    r.total, coalesce((select sum(m.change) from payments m where m.receipt_id = r.id), 0.00) as change,
    (select json_agg(json_build_object('id', m.id, 'payment_mode', m.payment_mode_id, 'payment_mode_name', o.name,
        'payment_category', o.category, 'amount', m.amount::text, 'tendered', m.tendered::text, 'change', m.change::text,
        'reference', m.reference) order by m.id)
      from payments m join payment_modes o on o.id = m.payment_mode_id where m.receipt_id = r.id) as payments,
    coalesce((select json_agg(json_build_object('id', s.id, 'number', coalesce(s.number, ''), 'party', s.party, 'amount', s.amount::text) order by s.id, s.party)
      from (select i.id, i.number, a.party, sum(a.amount) as amount from payments m join allocations a on a.payment_id = m.id
        join invoices i on i.id = a.invoice_id where m.receipt_id = r.id group by i.id, i.number, a.party) s), '[]') as invoices,
    r.reason, r.reverses_id as reverses, b.id as reversed_by, b.number as reversed_by_number, r.credit_note_id as credit_note,
    r.received_at, r.received_on::text as received_on, r.received_by, ${nameOf(sql`r.received_by`)} as received_by_name, r.counter
  from receipts r left join receipts b on b.reverses_id = r.id`

export const getReceipt = async (db: Db, id: number): Promise<Receipt> => {
  const { rows } = await sql<Receipt>`${receiptRows} where r.id = ${id}`.execute(db)
  return requireFound(rows[0], 'Receipt')
}

/** A receipt that was just written, with its number: the last thing that a request does. */
export const numbered = async (db: Db, id: number): Promise<Receipt> => {
  const receipt = await getReceipt(db, id)
  const { receipt: number } = await numberDocuments(db, { receipt: id })
  return { ...receipt, number: number ?? receipt.number }
}

export type ReceiptFilters = Partial<Omit<z.output<typeof listReceipts.query>, 'limit' | 'cursor' | 'count'>>
/** Receipts by their number, of this series and year, or by a reference. Each part is one look into an index. */
const named = (q: string) => sql`r.id in (
  select id from receipts where number = upper(${q})
  union all select o.id from number_formats f join receipts o on o.number = f.prefix
      || case when f.with_year then fiscal_year(current_date) || '-' else '' end || lpad(${q}, greatest(f.width, length(${q})), '0')
    where f.series = 'receipt' and ${q} ~ '^[0-9]{1,9}$'
  union all select receipt_id from payments where lower(reference) = lower(${q}))`

/** The receipts `r` that are meant, as a condition. */
export const receiptsMatching = (filters: ReceiptFilters) => {
  const { q, invoice, patient_id, kind, received_by, payment_mode, counter, date, start_date, end_date } = filters
  return sql.join(
    [
      sql`true`,
      ...(q === undefined || q.trim() === '' ? [] : [named(q.trim())]),
      ...(invoice === undefined
        ? []
        : [sql`r.id in (select m.receipt_id from allocations a join payments m on m.id = a.payment_id where a.invoice_id = ${invoice})`]),
      ...(patient_id === undefined ? [] : [sql`r.patient_id = ${patient_id}`]),
      ...(kind === undefined ? [] : [sql`r.kind = ${kind}`]),
      ...(received_by === undefined ? [] : [sql`r.received_by = ${received_by}`]),
      ...(payment_mode === undefined
        ? []
        : [sql`exists (select from payments m where m.receipt_id = r.id and m.payment_mode_id = ${payment_mode})`]),
      ...(counter === undefined ? [] : [sql`r.counter = ${counter}`]),
      ...(date === undefined ? [] : [sql`r.received_on = ${date}`]),
      ...(start_date === undefined ? [] : [sql`r.received_on >= ${start_date}`]),
      ...(end_date === undefined ? [] : [sql`r.received_on <= ${end_date}`]),
    ],
    sql` and `,
  )
}
/** What counts of the receipt `r`: all of it, or of a payment mode that is named what was paid in that mode alone. */
export const amountMeant = ({ payment_mode }: Pick<ReceiptFilters, 'payment_mode'>) =>
  payment_mode === undefined
    ? sql`r.total`
    : sql`(select sum(m.amount) from payments m where m.receipt_id = r.id and m.payment_mode_id = ${payment_mode})`

/** The receipts that match, newest first, after the cursor. */
export const findReceipts = async (db: Db, filters: ReceiptFilters, page: Position) => {
  const { rows } = await sql<Receipt>`${receiptRows}
    where ${receiptsMatching(filters)} and ${before(sql`r.id`, sql`r.id`, sql`bigint`, page.cursor)} order by r.id desc limit ${limitLiteral(page.limit)}`.execute(
    db,
  )
  return rows
}
export const countReceipts = async (db: Db, filters: ReceiptFilters) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from receipts r where ${receiptsMatching(filters)}`.execute(db)
  return rows[0]?.total ?? 0
}
