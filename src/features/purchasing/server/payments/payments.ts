import { sql } from 'kysely'
import type { z } from 'zod'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { requireFound } from '#platform/errors/problem.ts'
import type { Position } from '#platform/db/keyset.ts'
import type { listSupplierPayments, SupplierPayment } from '#features/purchasing/contract-bills.ts'
import { beforeId, literally } from '../receipts/receipts.ts'

const paymentRows = sql`
  select p.id, p.number, p.kind, p.supplier_id as supplier, su.name as supplier_name, p.payment_mode_id as payment_mode,
    m.name as payment_mode_name, p.supplier_return_id as supplier_return, sr.number as supplier_return_number, p.amount, p.reference, p.paid_on,
    p.reason, parts.allocations, p.reverses_id as reverses, was.number as reverses_number, back.id as reversed_by,
    back.number as reversed_by_number, p.created_at as date_created, p.created_by, ${nameOf(sql`p.created_by`)} as created_by_name
  from supplier_payments p join suppliers su on su.id = p.supplier_id left join payment_modes m on m.id = p.payment_mode_id
  left join supplier_returns sr on sr.id = p.supplier_return_id left join supplier_payments was on was.id = p.reverses_id
  left join supplier_payments back on back.reverses_id = p.id
  cross join lateral (
    select coalesce(json_agg(json_build_object('bill', b.id, 'invoice_no', b.invoice_no, 'amount', a.amount::text) order by b.id), '[]') as allocations
    from supplier_allocations a join supplier_bills b on b.id = a.supplier_bill_id where a.supplier_payment_id = p.id
  ) parts`

type Filters = Omit<z.output<typeof listSupplierPayments.query>, 'limit' | 'cursor' | 'count'>
const matching = ({ supplier, bill, kind, search }: Filters) =>
  sql.join(
    [
      sql`true`,
      ...(supplier === undefined ? [] : [sql`p.supplier_id = ${supplier}`]),
      ...(bill === undefined ? [] : [sql`p.id in (select supplier_payment_id from supplier_allocations where supplier_bill_id = ${bill})`]),
      ...(kind === undefined ? [] : [sql`p.kind = ${kind}`]),
      ...(search === undefined || search.trim() === ''
        ? []
        : [sql`(p.number ilike ${`%${literally(search.trim())}%`} or p.reference ilike ${`%${literally(search.trim())}%`})`]),
    ],
    sql` and `,
  )
/** The payments and credits that match, newest first. */
export const findPayments = async (db: Db, filters: Filters, { cursor, limit }: Position): Promise<SupplierPayment[]> => {
  const { rows } = await sql<SupplierPayment>`${paymentRows}
    where ${matching(filters)} and ${beforeId(sql`p.id`, cursor)} order by p.id desc limit ${limit}`.execute(db)
  return rows
}
export const countPayments = async (db: Db, filters: Filters): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from supplier_payments p where ${matching(filters)}`.execute(db)
  return rows[0]?.count ?? 0
}
/** One of them; 404 when there is none. */
export const getPayment = async (db: Db, id: number): Promise<SupplierPayment> => {
  const { rows } = await sql<SupplierPayment>`${paymentRows} where p.id = ${id}`.execute(db)
  return requireFound(rows[0], 'Payment')
}
