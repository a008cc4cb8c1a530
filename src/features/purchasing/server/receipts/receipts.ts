import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { CursorValue, Position } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import type { GoodsReceipt, GoodsReceiptSummary, listGoodsReceipts } from '#features/purchasing/contract-receipts.ts'

export const beforeId = (id: RawBuilder<unknown>, cursor: CursorValue | null) =>
  cursor === null ? sql`true` : sql`${id} < ${cursor[1]}::bigint`
/** A text as part of a pattern that means itself. */
export const literally = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const summaries = sql`
  select r.id, r.number, r.store_id as store, st.name as store_name, r.supplier_id as supplier, su.name as supplier_name,
    r.purchase_order_id as purchase_order, o.number as purchase_order_number, r.is_donation, r.delivery_note, r.note, r.received_at, r.received_on,
    r.received_by, ${nameOf(sql`r.received_by`)} as received_by_name, r.reverses_id as reverses, was.number as reverses_number,
    back.id as reversed_by, back.number as reversed_by_number, sums.item_count, sums.total
  from goods_receipts r join stores st on st.id = r.store_id left join suppliers su on su.id = r.supplier_id
  left join purchase_orders o on o.id = r.purchase_order_id left join goods_receipts was on was.id = r.reverses_id
  left join goods_receipts back on back.reverses_id = r.id
  cross join lateral (
    select count(*)::integer as item_count, coalesce(sum(l.quantity * l.purchase_price), 0)::numeric(20, 2) as total
    from goods_receipt_items l where l.goods_receipt_id = r.id
  ) sums`

type Filters = Omit<z.output<typeof listGoodsReceipts.query>, 'limit' | 'cursor' | 'count'>
const matching = ({ supplier, purchase_order, store, from, to, donations, search }: Filters) =>
  sql.join(
    [
      sql`true`,
      ...(supplier === undefined ? [] : [sql`r.supplier_id = ${supplier}`]),
      ...(purchase_order === undefined ? [] : [sql`r.purchase_order_id = ${purchase_order}`]),
      ...(store === undefined ? [] : [sql`r.store_id = ${store}`]),
      ...(from === undefined ? [] : [sql`r.received_on >= ${from}::date`]),
      ...(to === undefined ? [] : [sql`r.received_on <= ${to}::date`]),
      ...(donations === undefined ? [] : [sql`r.is_donation = ${donations}`]),
      ...(search === undefined || search.trim() === ''
        ? []
        : [sql`(r.number ilike ${`%${literally(search.trim())}%`} or r.delivery_note ilike ${`%${literally(search.trim())}%`})`]),
    ],
    sql` and `,
  )
/** The deliveries that match, newest first. */
export const findReceipts = async (db: Db, filters: Filters, { cursor, limit }: Position): Promise<GoodsReceiptSummary[]> => {
  const { rows } = await sql<GoodsReceiptSummary>`${summaries}
    where ${matching(filters)} and ${beforeId(sql`r.id`, cursor)} order by r.id desc limit ${limit}`.execute(db)
  return rows
}
export const countReceipts = async (db: Db, filters: Filters): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from goods_receipts r where ${matching(filters)}`.execute(db)
  return rows[0]?.count ?? 0
}

const findItems = async (db: Db, receipt: number): Promise<GoodsReceipt['items']> => {
  const { rows } = await sql<GoodsReceipt['items'][number]>`
    select l.id, l.purchase_order_item_id as purchase_order_item, l.item_id as item, i.name as item_name, i.code as item_code, i.unit,
      l.pack_id as pack, p.name as pack_name, l.pack_units, l.quantity, l.free_quantity, (l.quantity + l.free_quantity) * l.pack_units as units,
      l.damaged_units, l.purchase_price, (l.quantity * l.purchase_price)::numeric(20, 2) as total_price, l.sale_price, l.batch_id as batch,
      l.free_batch_id as free_batch, b.unit_cost, b.lot, b.expires_on
    from goods_receipt_items l join items i on i.id = l.item_id join batches b on b.id = l.batch_id left join item_packs p on p.id = l.pack_id
    where l.goods_receipt_id = ${receipt} order by l.id`.execute(db)
  return rows
}
/** A delivery with its rows; 404 when there is none. */
export const getReceipt = async (db: Db, id: number): Promise<GoodsReceipt> => {
  const [{ rows }, items] = await Promise.all([sql<GoodsReceiptSummary>`${summaries} where r.id = ${id}`.execute(db), findItems(db, id)])
  if (!rows[0]) throw notFound('Delivery')
  return { ...rows[0], items }
}
