import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { GoodsReceipt } from '#features/purchasing/contract-receipts.ts'
import { lockSupplier } from '../payments/lock-supplier.ts'

type Delivered = Pick<GoodsReceipt, 'id' | 'supplier' | 'purchase_order' | 'is_donation'>

interface Billed {
  item_name: string
  billed: number
  left: number
}

/** Units of each line of the order that are billed, and that would have come without this delivery. */
const billedOfOrder = (receipt: number) => sql<Billed>`
  select i.name as item_name, b.billed, o.received_units - l.units as left
  from (
    select purchase_order_item_id as id, sum(quantity * pack_units) as units from goods_receipt_items
    where goods_receipt_id = ${receipt} and purchase_order_item_id is not null group by 1
  ) l join purchase_order_items o on o.id = l.id join items i on i.id = o.item_id
  cross join lateral (
    select coalesce(sum(bi.quantity * bi.pack_units), 0) as billed from supplier_bill_items bi
    join supplier_bills s on s.id = bi.supplier_bill_id and s.cancelled_at is null where bi.purchase_order_item_id = o.id
  ) b
  where l.units > 0 and b.billed > o.received_units - l.units order by i.name`

/** The same of what came from a supplier without an order, or beside the lines of one. */
const billedBeside = ({ id, supplier, purchase_order }: Delivered) => sql<Billed>`
  select i.name as item_name, b.billed, came.units - l.units as left
  from (
    select item_id, sum(quantity * pack_units) as units from goods_receipt_items
    where goods_receipt_id = ${id} and purchase_order_item_id is null group by 1
  ) l join items i on i.id = l.item_id
  cross join lateral (
    select coalesce(sum(g.quantity * g.pack_units), 0) as units from goods_receipt_items g join goods_receipts r on r.id = g.goods_receipt_id
    where g.item_id = l.item_id and g.purchase_order_item_id is null and not r.is_donation and r.supplier_id = ${supplier}
      and r.purchase_order_id is not distinct from ${purchase_order}::integer
  ) came
  cross join lateral (
    select coalesce(sum(bi.quantity * bi.pack_units), 0) as billed from supplier_bill_items bi
    join supplier_bills s on s.id = bi.supplier_bill_id and s.cancelled_at is null
    where bi.item_id = l.item_id and bi.purchase_order_item_id is null and s.supplier_id = ${supplier}
      and s.purchase_order_id is not distinct from ${purchase_order}::integer
  ) b
  where l.units > 0 and b.billed > came.units - l.units order by i.name`

/** 409 when bills would be about more than came, once this delivery is taken back. Its order is held, or here its supplier. */
export const refuseBilled = async (db: Db, delivered: Delivered) => {
  if (delivered.supplier === null || delivered.is_donation) return
  if (delivered.purchase_order === null) await lockSupplier(db, delivered.supplier)
  const [ofOrder, beside] = await Promise.all([billedOfOrder(delivered.id).execute(db), billedBeside(delivered).execute(db)])
  const billed = [...ofOrder.rows, ...beside.rows]
  const first = billed[0]
  if (first)
    throw conflict(`A bill is about it: ${first.item_name}, ${first.billed} billed, ${first.left} would be left.`, { billed }, 'billed')
}
