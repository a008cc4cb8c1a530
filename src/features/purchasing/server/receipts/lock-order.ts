import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { PurchaseOrderStatus } from '#platform/db/tables.gen.ts'
import { fieldError } from '#platform/errors/problem.ts'

export interface LockedOrder {
  id: number
  number: string
  /** None only while it is a draft without rows. */
  supplier: number | null
  store: number
  status: PurchaseOrderStatus
}
export interface OrderLine {
  id: number
  item: number
  item_name: string
  unit: string
  pack: number | null
  pack_name: string | null
  pack_units: number
  /** Of one pack, without tax. */
  unit_price: string
  tax_rate: string
  /** Ordered and received, free goods aside. */
  units: number
  received: number
}

/** The order, held until the transaction ends; 400 of the field when there is none. */
export const lockOrder = async (db: Db, id: number, field = 'purchase_order'): Promise<LockedOrder> => {
  const order = await db
    .selectFrom('purchase_orders')
    .select(['id', 'number', 'supplier_id as supplier', 'store_id as store', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!order) throw fieldError(field, 'Order not found.')
  return order
}

/** The lines of an order that is held. */
export const findOrderLines = async (db: Db, order: number): Promise<OrderLine[]> => {
  const { rows } = await sql<OrderLine>`
    select o.id, o.item_id as item, i.name as item_name, i.unit, o.pack_id as pack, p.name as pack_name, o.pack_units, o.unit_price, o.tax_rate, o.units,
      o.received_units as received
    from purchase_order_items o join items i on i.id = o.item_id left join item_packs p on p.id = o.pack_id where o.purchase_order_id = ${order} order by o.id`.execute(
    db,
  )
  return rows
}
