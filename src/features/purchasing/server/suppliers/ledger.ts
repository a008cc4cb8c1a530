import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { SupplierLedgerRow } from '#features/purchasing/contract-suppliers.ts'

/**
 * What happened between the clinic and a supplier. Ids are those of the documents, four apart, so that every row has its own; `effect` is
 * what a row adds to what is owed.
 */
const eventsOf = (supplier: number) => sql`
  select b.id::bigint * 4 as id, 'bill' as kind, b.id as document, b.invoice_no as number, b.bill_date as date, b.created_at as at,
    b.total_cost as amount, b.cancelled_at is not null as is_cancelled, case when b.cancelled_at is null then b.total_cost else 0 end as effect
  from supplier_bills b where b.supplier_id = ${supplier}
  union all
  select p.id::bigint * 4 + 1, p.kind::text, p.id, p.number, p.paid_on, p.created_at, abs(p.amount), false, -p.amount
  from supplier_payments p where p.supplier_id = ${supplier}
  union all
  select r.id::bigint * 4 + 2, 'return', r.id, r.number, ${clinicDay(sql`r.returned_at`)}, r.returned_at,
    (select coalesce(round(sum(i.quantity * b.unit_cost), 2), 0.00) from supplier_return_items i join batches b on b.id = i.batch_id
      where i.supplier_return_id = r.id), false, 0
  from supplier_returns r where r.supplier_id = ${supplier}`

/** Newest first, after the cursor, each with what was owed after it. */
export const findLedger = async (db: Db, supplier: number, { cursor, limit }: Position) => {
  const { rows } = await sql<SupplierLedgerRow & { sort_at: string }>`
    select e.id, e.kind, e.document, e.number, e.date::text as date, e.at, e.amount, e.is_cancelled, e.balance, e.at::text as sort_at
    from (select *, sum(effect) over (order by at, id) + 0.00 as balance from (${eventsOf(supplier)}) all_events) e
    where ${before(sql`e.at`, sql`e.id`, sql`timestamptz`, cursor)}
    order by e.at desc, e.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}
export const countLedger = async (db: Db, supplier: number): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${eventsOf(supplier)}) e`.execute(db)
  return rows[0]!.total
}
