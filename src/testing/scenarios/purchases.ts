import type { Insertable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { PurchaseOrderItems, PurchaseOrders } from '#platform/db/tables.gen.ts'
import { aDoctor } from '../builders.ts'
import { aStore, aSupplier } from './stock.ts'

// Four digits from the first one on: names sort as they were made.
let serial = 1000
const AT = new Date('2026-03-01T08:00:00Z')

type Line = Pick<Insertable<PurchaseOrderItems>, 'item_id' | 'quantity_purchased'> & Partial<Insertable<PurchaseOrderItems>>

/** An order that was sent, by SQL, with its lines at 10.00 without tax unless said; of a new supplier, for a new store unless named. */
export const anOrder = async (db: Db, lines: readonly Line[], overrides: Partial<Insertable<PurchaseOrders>> = {}) => {
  const supplier = overrides.supplier_id ?? (await aSupplier(db)).id
  const by = overrides.created_by ?? (await aDoctor(db)).id
  const isDraft = overrides.status === 'draft'
  const order = await db
    .insertInto('purchase_orders')
    .values({
      number: `T-PO-${++serial}`,
      status: 'sent',
      created_at: AT,
      approved_at: isDraft ? null : AT,
      approved_by: isDraft ? null : by,
      sent_at: isDraft ? null : AT,
      sent_by: isDraft ? null : by,
      ...overrides,
      created_by: by,
      supplier_id: supplier,
      store_id: overrides.store_id ?? (await aStore(db)).id,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const items = await db
    .insertInto('purchase_order_items')
    .values(lines.map((line) => ({ unit_price: '10.00', date_created: AT, ...line, purchase_order_id: order.id, supplier_id: supplier })))
    .returning(['id', 'item_id', 'pack_id', 'pack_units', 'units'])
    .execute()
  return { ...order, supplier, store: order.store_id, items }
}
