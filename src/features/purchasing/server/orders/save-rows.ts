import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { savePurchaseOrderItem } from '#features/purchasing/contract-orders.ts'
import { fieldOf, requireOnce, unitsAt } from '../packs.ts'
import { requireSuppliers } from '../suppliers/suppliers.ts'
import type { Actor } from '../requisitions/cover.ts'
import { priceField, priceRows } from './price-rows.ts'
import { freeRows, freeSurplus } from './sources.ts'

export type OrderRow = Pick<
  z.output<typeof savePurchaseOrderItem.body>,
  'item' | 'quantity_purchased' | 'pack' | 'supplier' | 'unit_price' | 'tax_rate'
>
interface Order {
  id: number
  supplier_id: number | null
}

const usualSupplier = async (db: Db, item: number): Promise<number | null> =>
  (await db.selectFrom('stocked_items').select('supplier_id').where('item_id', '=', item).executeTakeFirst())?.supplier_id ?? null

/**
 * From whom an order with these rows is: its own supplier, else the first that a row names, else the usual one of the first item, kept on the
 * order from then on. 400 when that is nobody, when rows name another one, and for a supplier who is out of use.
 */
const settleSupplier = async (db: Db, order: Order, rows: readonly OrderRow[], path: string | undefined): Promise<number> => {
  const named = rows.findIndex(({ supplier }) => supplier != null)
  const supplier = order.supplier_id ?? rows[named]?.supplier ?? (await usualSupplier(db, rows[0]!.item))
  if (supplier === null) throw fieldError(fieldOf(path, 0, 'supplier'), 'Choose the supplier: this item has no usual supplier.')
  const field = fieldOf(path, Math.max(0, named), 'supplier')
  await requireSuppliers(db, [supplier], () => field)
  const other = rows.findIndex((row) => row.supplier != null && row.supplier !== supplier)
  if (other >= 0) throw fieldError(fieldOf(path, other, 'supplier'), 'This order is for another supplier.')
  if (order.supplier_id === null)
    await db.updateTable('purchase_orders').set({ supplier_id: supplier }).where('id', '=', order.id).execute()
  return supplier
}

/**
 * Adds rows to a draft that is held; the row of the same item is replaced, and what it served of requisitions beyond its new quantity is open
 * again. Answers their ids in the order given. 400 with the place (under `path`, or the plain field for one row).
 */
export const saveRows = async (db: Db, order: Order, rows: readonly OrderRow[], actor: Actor, path?: string): Promise<number[]> => {
  if (rows.length === 0) return []
  requireOnce(rows, path)
  const packs = await unitsAt(
    db,
    rows.map(({ item, pack, quantity_purchased }) => ({ item, pack, quantity: quantity_purchased })),
    { path, quantity: 'quantity_purchased' },
  )
  const supplier = await settleSupplier(db, order, rows, path)
  const wanted = rows.map(({ item, quantity_purchased: quantity, unit_price, tax_rate }, place) => {
    const { pack_units } = packs[place]!
    return { item, pack_units, quantity, unit_price, tax_rate }
  })
  const priced = await priceRows(db, supplier, wanted, priceField(path))
  const values = rows.map(({ item, quantity_purchased }, place) => ({
    purchase_order_id: order.id,
    item_id: item,
    supplier_id: supplier,
    pack_id: packs[place]!.pack,
    pack_units: packs[place]!.pack_units,
    quantity_purchased,
    ...priced[place]!,
    date_created: actor.now,
  }))
  const saved = await db
    .insertInto('purchase_order_items')
    .values(values)
    .onConflict((conflict) =>
      conflict.constraint('purchase_order_items_once').doUpdateSet({
        supplier_id: sql`excluded.supplier_id`,
        pack_id: sql`excluded.pack_id`,
        pack_units: sql`excluded.pack_units`,
        quantity_purchased: sql`excluded.quantity_purchased`,
        unit_price: sql`excluded.unit_price`,
        tax_rate: sql`excluded.tax_rate`,
      }),
    )
    .returning(['id', 'item_id'])
    .execute()
  const idOf = new Map(saved.map(({ id, item_id }) => [item_id, id]))
  const ids = rows.map(({ item }) => idOf.get(item)!)
  await freeSurplus(db, ids, actor)
  return ids
}

/** Removes rows of a draft that is held, and opens again what they served of requisitions. */
export const removeRows = async (db: Db, ids: readonly number[], actor: Actor): Promise<void> => {
  await freeRows(db, ids, actor)
  await sql`delete from purchase_order_items where id = any(${ids}::integer[])`.execute(db)
}

/** The rows of an order whose items are not among these. */
export const findOthers = async (db: Db, order: number, items: readonly number[]): Promise<number[]> => {
  const { rows } = await sql<{ id: number }>`
    select id from purchase_order_items where purchase_order_id = ${order} and item_id <> all(${items}::integer[]) order by id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The day on which all of an order should be there: so many days from today as the slowest of its items takes. */
export const expectedOn = async (db: Db, order: number, today: string): Promise<string | null> => {
  const { rows } = await sql<{ day: string | null }>`
    select (${today}::date + max(k.lead_days)::integer)::text as day
    from purchase_order_items r join stocked_items k on k.item_id = r.item_id where r.purchase_order_id = ${order}`.execute(db)
  return rows[0]?.day ?? null
}
