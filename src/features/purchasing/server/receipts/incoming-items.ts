import { sql } from 'kysely'
import type { z } from 'zod'
import { itemMatches } from '#features/catalogue/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Position } from '#platform/db/keyset.ts'
import type { IncomingItem, listIncomingItems } from '#features/purchasing/contract-receipts.ts'
import { beforeId, literally } from './receipts.ts'

type Filters = Omit<z.output<typeof listIncomingItems.query>, 'limit' | 'cursor' | 'count'>

const named = (search: string) => sql`(
  l.item_id in (select items.id from items where ${itemMatches(search)})
  or l.batch_id in (select b.id from batches b where b.lot <> '' and b.lot = upper(${search}))
  or l.goods_receipt_id in (select g.id from goods_receipts g where g.number ilike ${`%${literally(search)}%`}))`
const matching = ({ item, supplier, purchase_order, store, search }: Filters) =>
  sql.join(
    [
      sql`true`,
      ...(item === undefined ? [] : [sql`l.item_id = ${item}`]),
      ...(supplier === undefined ? [] : [sql`r.supplier_id = ${supplier}`]),
      ...(purchase_order === undefined ? [] : [sql`r.purchase_order_id = ${purchase_order}`]),
      ...(store === undefined ? [] : [sql`r.store_id = ${store}`]),
      ...(search === undefined || search.trim() === '' ? [] : [named(search.trim())]),
    ],
    sql` and `,
  )
const rowsOf = sql`goods_receipt_items l join goods_receipts r on r.id = l.goods_receipt_id`

/** The rows of deliveries that match, newest first. */
export const findIncoming = async (db: Db, filters: Filters, { cursor, limit }: Position): Promise<IncomingItem[]> => {
  const { rows } = await sql<IncomingItem>`
    select l.id, r.id as goods_receipt, r.number, l.item_id as item, i.name as item_name, i.code as item_code, l.quantity, l.free_quantity,
      l.damaged_units, (l.quantity + l.free_quantity) * l.pack_units as units, i.unit, l.pack_id as pack, p.name as pack_name, l.pack_units,
      coalesce(p.name, i.unit) as packed, l.pack_units || ' ' || i.unit as subpacked,
      s.use as category_one, l.purchase_price, l.sale_price,
      (l.quantity * l.purchase_price)::numeric(20, 2) as total_price, r.supplier_id as supplier, su.name as supplier_name,
      r.purchase_order_id as purchase_order, o.number as purchase_order_number, r.store_id as store, st.name as store_name, l.batch_id as batch,
      b.lot as lot_no, b.expires_on as expiry_date, r.is_donation, exists (select from goods_receipts x where x.reverses_id = r.id) as is_reversed,
      r.reverses_id is not null as is_reversal, r.received_at as date_created, r.received_on, ${nameOf(sql`r.received_by`)} as received_by_name
    from (
      select l.* from ${rowsOf} where ${matching(filters)} and ${beforeId(sql`l.id`, cursor)} order by l.id desc limit ${limit}
    ) l join goods_receipts r on r.id = l.goods_receipt_id join items i on i.id = l.item_id join stocked_items s on s.item_id = l.item_id
    join batches b on b.id = l.batch_id join stores st on st.id = r.store_id left join item_packs p on p.id = l.pack_id
    left join suppliers su on su.id = r.supplier_id left join purchase_orders o on o.id = r.purchase_order_id
    order by l.id desc`.execute(db)
  return rows
}
export const countIncoming = async (db: Db, filters: Filters): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${rowsOf} where ${matching(filters)}`.execute(db)
  return rows[0]?.count ?? 0
}
/** The one row of a delivery that was made of one. */
export const getIncoming = async (db: Db, receipt: number): Promise<IncomingItem> => {
  const { id } = await db.selectFrom('goods_receipt_items').select('id').where('goods_receipt_id', '=', receipt).executeTakeFirstOrThrow()
  const [row] = await findIncoming(db, {}, { cursor: ['', id + 1], limit: 1 })
  return row!
}
