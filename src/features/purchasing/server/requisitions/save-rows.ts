import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#platform/db/connect.ts'
import type { saveRequisitionItem } from '#features/purchasing/contract-requisitions.ts'
import { fieldOf, requireOnce, unitsAt } from '../packs.ts'
import { requireSuppliers } from '../suppliers/suppliers.ts'

type Row = Pick<z.output<typeof saveRequisitionItem.body>, 'item' | 'quantity_requested' | 'pack' | 'supplier' | 'note'>

const requireRowSuppliers = async (db: Db, rows: readonly Row[], path: string | undefined) => {
  const named = rows.flatMap(({ supplier }) => supplier ?? [])
  if (named.length === 0) return
  await requireSuppliers(db, named, (id) => {
    const place = rows.findIndex(({ supplier }) => supplier === id)
    return fieldOf(path, place, 'supplier')
  })
}

/**
 * Adds rows to a draft that is held; the row of the same item is replaced. Answers their ids in the order given. 400 with the place (under
 * `path`, or the plain field for one row) of an item that is not stocked or named twice, a pack of another, a supplier that is none.
 */
export const saveRows = async (db: Db, requisition: number, rows: readonly Row[], now: Date, path?: string): Promise<number[]> => {
  if (rows.length === 0) return []
  requireOnce(rows, path)
  const packs = await unitsAt(
    db,
    rows.map(({ item, pack, quantity_requested }) => ({ item, pack, quantity: quantity_requested })),
    { path, quantity: 'quantity_requested' },
  )
  await requireRowSuppliers(db, rows, path)
  const values = rows.map(({ item, supplier, quantity_requested, note }, place) => ({
    requisition_id: requisition,
    item_id: item,
    supplier_id: supplier ?? null,
    pack_id: packs[place]!.pack,
    pack_units: packs[place]!.pack_units,
    quantity_requested,
    note: note ?? '',
    date_created: now,
  }))
  const saved = await db
    .insertInto('requisition_items')
    .values(values)
    .onConflict((conflict) =>
      conflict.constraint('requisition_items_once').doUpdateSet({
        supplier_id: sql`excluded.supplier_id`,
        pack_id: sql`excluded.pack_id`,
        pack_units: sql`excluded.pack_units`,
        quantity_requested: sql`excluded.quantity_requested`,
        note: sql`excluded.note`,
      }),
    )
    .returning(['id', 'item_id'])
    .execute()
  const idOf = new Map(saved.map(({ id, item_id }) => [item_id, id]))
  return rows.map(({ item }) => idOf.get(item)!)
}

/** Removes rows of a draft that is held: those whose items are not in `kept`. */
export const removeRows = async (db: Db, requisition: number, kept: readonly number[] = []): Promise<void> => {
  await sql`delete from requisition_items where requisition_id = ${requisition} and item_id <> all(${kept}::integer[])`.execute(db)
}
