import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { SupplierPrice } from '#features/purchasing/contract-suppliers.ts'

/**
 * What suppliers asked, from three places: orders that were approved, deliveries that still stand, bills. Each is a select whose where is
 * open: `a` is the line, `d` its document.
 */
const asked = {
  order: sql`
    select a.id::bigint * 4 as id, 'order' as source, d.id as document, d.number, d.approved_at as at, a.item_id, a.pack_units, a.unit_price as price
    from purchase_order_items a join purchase_orders d on d.id = a.purchase_order_id
    where d.approved_at is not null and d.status <> 'cancelled'`,
  delivery: sql`
    select a.id::bigint * 4 + 1, 'delivery', d.id, d.number, d.received_at, a.item_id, a.pack_units, a.purchase_price
    from goods_receipt_items a join goods_receipts d on d.id = a.goods_receipt_id
    where a.quantity > 0 and not d.is_donation and not exists (select from goods_receipts r where r.reverses_id = d.id)`,
  bill: sql`
    select a.id::bigint * 4 + 2, 'bill', d.id, d.invoice_no, d.created_at, a.item_id, a.pack_units, a.unit_price
    from supplier_bill_items a join supplier_bills d on d.id = a.supplier_bill_id
    where d.cancelled_at is null`,
}

/** What a supplier last asked for one such pack of an item, without tax, for use inside a statement; null when they never did. */
export const lastPrice = (supplier: RawBuilder<unknown>, item: RawBuilder<unknown>, packUnits: RawBuilder<unknown>) => {
  const newest = (select: RawBuilder<unknown>) =>
    sql`(${select} and d.supplier_id = ${supplier} and a.item_id = ${item} and a.pack_units = ${packUnits} order by a.id desc limit 1)`
  return sql<string | null>`(
    select price from (${newest(asked.order)} union all ${newest(asked.delivery)} union all ${newest(asked.bill)}) asked
    order by at desc, id desc limit 1)`
}

/** The same of several, in the order given. */
export const findLastPrices = async (db: Db, supplier: number, packs: readonly { item: number; pack_units: number }[]) => {
  const { rows } = await sql<{ price: string | null }>`
    select ${lastPrice(sql`${supplier}::integer`, sql`w.item`, sql`w.pack_units`)} as price
    from rows from (json_to_recordset(${JSON.stringify(packs)}::json) as (item integer, pack_units integer)) with ordinality
      as w(item, pack_units, place)
    order by w.place`.execute(db)
  return rows.map(({ price }) => price)
}

interface Asked {
  supplier: number
  item: number | undefined
}
const history = ({ supplier, item }: Asked) => {
  const of = item === undefined ? sql`d.supplier_id = ${supplier}` : sql`d.supplier_id = ${supplier} and a.item_id = ${item}`
  return sql`${asked.order} and ${of} union all ${asked.delivery} and ${of} union all ${asked.bill} and ${of}`
}

/** What a supplier asked, newest first, after the cursor. */
export const findPrices = async (db: Db, of: Asked, { cursor, limit }: Position) => {
  const { rows } = await sql<SupplierPrice & { sort_at: string }>`
    select h.id, h.source, h.document, h.number, h.at, h.item_id as item, i.name as item_name, i.unit, h.pack_units, h.price,
      round(h.price / h.pack_units, 6) as unit_cost, h.at::text as sort_at
    from (${history(of)}) h join items i on i.id = h.item_id
    where ${before(sql`h.at`, sql`h.id`, sql`timestamptz`, cursor)}
    order by h.at desc, h.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}
export const countPrices = async (db: Db, of: Asked): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from (${history(of)}) h`.execute(db)
  return rows[0]!.total
}
