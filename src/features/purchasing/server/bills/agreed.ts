import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Agreed } from '../match.ts'

interface Row {
  item: number
  item_name: string
  unit: string
  purchase_order_item: number | null
  pack: number | null
  pack_name: string | null
  /** Units that came and are on no bill yet. */
  open: number
  pack_units: number
  unit_price: string
  tax_rate: string | null
  prices: Agreed['prices']
}
export type AgreedLine = Omit<Row, 'pack_units' | 'unit_price' | 'tax_rate'> & Agreed & { price: NonNullable<Agreed['price']> }

/** Of each line of the order what came and is on no bill yet. */
const ofOrder = (order: number) => sql`
  select o.item_id as item, o.id as purchase_order_item, o.pack_id as pack, o.pack_units, o.unit_price, o.tax_rate,
    greatest(0, o.received_units - coalesce((
      select sum(i.quantity * i.pack_units) from supplier_bill_items i join supplier_bills b on b.id = i.supplier_bill_id
      where i.purchase_order_item_id = o.id and b.cancelled_at is null), 0))::integer as open, null::json as prices
  from purchase_order_items o where o.purchase_order_id = ${order}`

// `is not distinct from` would not be read by index.
const onOrder = (column: RawBuilder<unknown>, order: number | null) => (order === null ? sql`${column} is null` : sql`${column} = ${order}`)

/** What came of the item `c.item` at each price a unit, the delivered packs standing for it, less what is billed at that price. */
const pricesBeside = (supplier: number, order: number | null) => sql`
  select json_agg(json_build_object('pack_units', p.pack_units, 'unit_price', p.unit_price::text, 'open', greatest(0, p.units - coalesce((
    select sum(i.quantity * i.pack_units) from supplier_bill_items i join supplier_bills b on b.id = i.supplier_bill_id
    where i.item_id = c.item and i.purchase_order_item_id is null and b.supplier_id = ${supplier} and b.cancelled_at is null
      and ${onOrder(sql`b.purchase_order_id`, order)} and round(i.unit_price / i.pack_units, 6) = p.each), 0))) order by p.each)
  from (
    select round(l.purchase_price / l.pack_units, 6) as each, max(l.pack_units) as pack_units,
      max(l.purchase_price) as unit_price, sum(l.quantity * l.pack_units) as units
    from goods_receipts r join goods_receipt_items l on l.goods_receipt_id = r.id
    where r.supplier_id = ${supplier} and ${onOrder(sql`r.purchase_order_id`, order)} and l.purchase_order_item_id is null
      and not r.is_donation and l.item_id = c.item
    group by 1 having sum(l.quantity) > 0
  ) p`

/** The same of what came from the supplier without an order, or beside the lines of this one; it costs what the last delivery said. */
const besideOrder = (supplier: number, order: number | null) => sql`
  select c.item, null::integer as purchase_order_item, last.pack_id as pack, last.pack_units, last.purchase_price as unit_price,
    null::numeric as tax_rate,
    greatest(0, c.units - coalesce((
      select sum(i.quantity * i.pack_units) from supplier_bill_items i join supplier_bills b on b.id = i.supplier_bill_id
      where i.item_id = c.item and i.purchase_order_item_id is null and b.supplier_id = ${supplier} and b.cancelled_at is null
        and ${onOrder(sql`b.purchase_order_id`, order)}), 0))::integer as open, (${pricesBeside(supplier, order)}) as prices
  from (
    select l.item_id as item, sum(l.quantity * l.pack_units) as units, max(l.id) filter (where l.quantity > 0 and not exists (
      select from goods_receipts x where x.reverses_id = r.id)) as last_id
    from goods_receipts r join goods_receipt_items l on l.goods_receipt_id = r.id
    where r.supplier_id = ${supplier} and ${onOrder(sql`r.purchase_order_id`, order)} and l.purchase_order_item_id is null
      and not r.is_donation
    group by l.item_id
  ) c join goods_receipt_items last on last.id = c.last_id`

/** What a bill of this supplier, on this order or on none, is held against. The order or the supplier is held. */
export const findAgreed = async (db: Db, supplier: number, order: number | null): Promise<AgreedLine[]> => {
  const { rows } = await sql<Row>`
    select a.*, i.name as item_name, i.unit, p.name as pack_name
    from (${order === null ? sql`` : sql`${ofOrder(order)} union all`} ${besideOrder(supplier, order)}) a
    join items i on i.id = a.item left join item_packs p on p.id = a.pack
    order by a.purchase_order_item nulls last, a.item`.execute(db)
  return rows.map(({ pack_units, unit_price, tax_rate, ...row }) => ({ ...row, price: { pack_units, unit_price, tax_rate } }))
}
