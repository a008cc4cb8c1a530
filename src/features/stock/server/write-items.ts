import { sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { CategoryOne } from '../contract-items.ts'
import type { z } from 'zod'

export interface Settings {
  desc?: string | undefined
  category_one?: z.output<typeof CategoryOne> | undefined
  supplier?: number | null | undefined
  needs_lot?: boolean | undefined
  needs_expiry?: boolean | undefined
  is_controlled?: boolean | undefined
  lead_days?: number | undefined
  safety_days?: number | undefined
  slow_moving_period?: number | undefined
}

const columnNames = {
  desc: 'description',
  category_one: 'use',
  supplier: 'supplier_id',
  needs_lot: 'needs_lot',
  needs_expiry: 'needs_expiry',
  is_controlled: 'is_controlled',
  lead_days: 'lead_days',
  safety_days: 'safety_days',
  slow_moving_period: 'slow_after_days',
} as const satisfies Record<keyof Settings, keyof Updateable<DB['stocked_items']>>

/** What was sent of how an item is stocked, under the names of the columns. */
const settingsOf = (sent: Settings): Updateable<DB['stocked_items']> =>
  Object.fromEntries(
    Object.entries(columnNames).flatMap(([name, column]) => {
      const value = sent[name as keyof Settings]
      return value === undefined ? [] : [[column, value]]
    }),
  )

/** 400 unless the supplier is there and in use. */
export const requireSupplier = async (db: Db, id: number | null | undefined) => {
  if (id == null) return
  const found = await db.selectFrom('suppliers').select('is_active').where('id', '=', id).executeTakeFirst()
  if (!found) throw fieldError('supplier', 'Supplier not found.')
  if (!found.is_active) throw fieldError('supplier', 'This supplier is inactive.')
}

/** Keeps an item of the catalogue in stock, with these settings. */
export const insertStockedItem = async (db: Db, id: number, sent: Settings) => {
  await db
    .insertInto('stocked_items')
    .values({ item_id: id })
    .onConflict((on) => on.column('item_id').doNothing())
    .execute()
  const change = settingsOf(sent)
  if (Object.keys(change).length > 0) await db.updateTable('stocked_items').set(change).where('item_id', '=', id).execute()
}

/** Changes how an item is stocked, which gets the next version; nothing when nothing was sent. */
export const updateStockedItem = async (db: Db, id: number, sent: Settings & { is_active?: boolean | undefined }) => {
  const { is_active } = sent
  const change = { ...settingsOf(sent), ...(is_active !== undefined && { is_active }) }
  if (Object.keys(change).length === 0) return
  await db
    .updateTable('stocked_items')
    .set({ ...change, version: sql`version + 1` })
    .where('item_id', '=', id)
    .execute()
}

/** 409 unless nothing of the item lies anywhere, is on its way or is ordered. The item's row is held already. */
export const requireNothingOnHand = async (db: Db, id: number) => {
  const { rows } = await sql<{ lies: boolean; ordered: boolean }>`
    select exists (select from stock_levels where item_id = ${id} and usable + quarantined + in_transit > 0) as lies,
      exists (select from purchase_order_items o join purchase_orders d on d.id = o.purchase_order_id
        where o.item_id = ${id} and o.received_units < o.units and d.status in ('approved', 'sent', 'part-received')) as ordered`.execute(
    db,
  )
  const { lies, ordered } = rows[0]!
  if (lies) throw conflict('This item still has stock.', {}, 'on_hand')
  if (ordered) throw conflict('This item is on order.', {}, 'on_hand')
}
