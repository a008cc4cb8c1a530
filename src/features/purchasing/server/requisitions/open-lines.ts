import { sql } from 'kysely'
import type { z } from 'zod'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { listRequisitionLines, RequisitionLine } from '#features/purchasing/contract-requisitions.ts'
import { lastPrice } from '../suppliers/prices.ts'
import { itemColumns, itemJoins } from './rows.ts'

type Asked = Omit<z.output<typeof listRequisitionLines.query>, 'cursor' | 'limit' | 'count'>

const usual = sql`coalesce(r.supplier_id, k.supplier_id)`
const matching = ({ q, item, supplier, store, requisition }: Asked) => {
  const all = [
    sql`q.status in ('approved', 'part-ordered')`,
    sql`coalesce(r.quantity_approved, 0) * r.pack_units > r.ordered_units + r.issued_units`,
  ]
  if (q !== undefined)
    all.push(sql`(search_fold(i.name) like '%' || search_fold(${q}) || '%' or lower(i.code) = lower(btrim(${q}))
      or q.number = upper(btrim(${q})))`)
  if (item !== undefined) all.push(sql`r.item_id = ${item}`)
  if (supplier !== undefined) all.push(sql`${usual} = ${supplier}`)
  if (store !== undefined) all.push(sql`q.store_id = ${store}`)
  if (requisition !== undefined) all.push(sql`r.requisition_id = ${requisition}`)
  return sql.join(all, sql` and `)
}

/** Approved lines of which something is open, newest first, after the cursor. */
export const findOpenLines = async (db: Db, asked: Asked, { cursor, limit }: Position) => {
  const { rows } = await sql<RequisitionLine>`
    select ${itemColumns}, q.number as requisition_number, q.store_id as store, t.name as store_name,
      ${nameOf(sql`q.requested_by`)} as requested_by_name, q.needed_by, u.id as usual_supplier, u.name as usual_supplier_name,
      ${lastPrice(sql`u.id`, sql`r.item_id`, sql`r.pack_units`)} as last_price
    from ${itemJoins} join stocked_items k on k.item_id = r.item_id join stores t on t.id = q.store_id
    left join suppliers u on u.id = ${usual} and u.is_active
    where ${matching(asked)} and ${before(sql`r.id`, sql`r.id`, sql`bigint`, cursor)}
    order by r.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}
export const countOpenLines = async (db: Db, asked: Asked): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from requisition_items r join requisitions q on q.id = r.requisition_id join items i on i.id = r.item_id
    join stocked_items k on k.item_id = r.item_id where ${matching(asked)}`.execute(db)
  return rows[0]!.total
}
