import { sql } from 'kysely'
import type { z } from 'zod'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { notFound } from '#platform/errors/problem.ts'
import type { Position } from '#platform/db/keyset.ts'
import type { listSupplierReturns, SupplierReturn, SupplierReturnSummary } from '#features/purchasing/contract-receipts.ts'
import { beforeId, literally } from '../receipts/receipts.ts'

const valueOf = sql`coalesce((
  select round(sum(i.quantity * b.unit_cost), 2) from supplier_return_items i join batches b on b.id = i.batch_id
  where i.supplier_return_id = r.id), 0.00)`
const creditedOf = sql`coalesce((select sum(p.amount) from supplier_payments p where p.supplier_return_id = r.id), 0.00)`
const summaries = sql`
  select r.id, r.number, r.supplier_id as supplier, su.name as supplier_name, r.store_id as store, st.name as store_name, r.reason,
    r.returned_at as date_created, r.returned_by, ${nameOf(sql`r.returned_by`)} as returned_by_name,
    (select count(*)::integer from supplier_return_items i where i.supplier_return_id = r.id) as item_count, ${valueOf} as value,
    ${creditedOf} as credited
  from supplier_returns r join suppliers su on su.id = r.supplier_id join stores st on st.id = r.store_id`

type Filters = Omit<z.output<typeof listSupplierReturns.query>, 'limit' | 'cursor' | 'count'>
const matching = ({ supplier, store, uncredited, search }: Filters) =>
  sql.join(
    [
      sql`true`,
      ...(supplier === undefined ? [] : [sql`r.supplier_id = ${supplier}`]),
      ...(store === undefined ? [] : [sql`r.store_id = ${store}`]),
      ...(uncredited === undefined ? [] : [sql`(${creditedOf} < ${valueOf}) = ${uncredited}`]),
      ...(search === undefined || search.trim() === '' ? [] : [sql`r.number ilike ${`%${literally(search.trim())}%`}`]),
    ],
    sql` and `,
  )
/** What went back to suppliers, as far as it matches, newest first. */
export const findReturns = async (db: Db, filters: Filters, { cursor, limit }: Position): Promise<SupplierReturnSummary[]> => {
  const { rows } = await sql<SupplierReturnSummary>`${summaries}
    where ${matching(filters)} and ${beforeId(sql`r.id`, cursor)} order by r.id desc limit ${limit}`.execute(db)
  return rows
}
export const countReturns = async (db: Db, filters: Filters): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from supplier_returns r where ${matching(filters)}`.execute(db)
  return rows[0]?.count ?? 0
}

const findItems = async (db: Db, id: number): Promise<SupplierReturn['items']> => {
  const { rows } = await sql<SupplierReturn['items'][number]>`
    select l.id, l.item_id as item, i.name as item_name, i.code as item_code, i.unit, l.batch_id as batch, b.lot, b.expires_on, l.state,
      l.quantity, b.unit_cost, round(l.quantity * b.unit_cost, 2) as value
    from supplier_return_items l join items i on i.id = l.item_id join batches b on b.id = l.batch_id
    where l.supplier_return_id = ${id} order by l.id`.execute(db)
  return rows
}
/** One of them with its batches; 404 when there is none. */
export const getReturn = async (db: Db, id: number): Promise<SupplierReturn> => {
  const [{ rows }, items] = await Promise.all([sql<SupplierReturnSummary>`${summaries} where r.id = ${id}`.execute(db), findItems(db, id)])
  if (!rows[0]) throw notFound('Return')
  return { ...rows[0], items }
}
