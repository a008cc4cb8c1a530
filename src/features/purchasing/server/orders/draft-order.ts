import type { z } from 'zod'
import { dayOf, mainStore, nextNumber, requireStore } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, notFound } from '#platform/errors/problem.ts'
import type { createPurchaseOrder, updatePurchaseOrder } from '#features/purchasing/contract-orders.ts'
import type { Actor } from '../requisitions/cover.ts'
import { requireSuppliers } from '../suppliers/suppliers.ts'
import { holdDraft } from './lock.ts'
import { findOpenLines, orderLines } from './order-lines.ts'
import { expectedOn, findOthers, removeRows, saveRows } from './save-rows.ts'
import { rowsOfOrder } from './sources.ts'

type NewOrder = z.output<typeof createPurchaseOrder.body>
type Change = Omit<z.output<typeof updatePurchaseOrder.body>, 'version'>

const orderRequisition = async (db: Db, { requisition, supplier, ...frame }: NewOrder, actor: Actor): Promise<number> => {
  const known = await db.selectFrom('requisitions').select('id').where('id', '=', requisition!).executeTakeFirst()
  if (!known) throw fieldError('requisition', 'Requisition not found.')
  const lines = await findOpenLines(db, requisition!, supplier ?? null)
  if (lines.length === 0) throw conflict('This requisition has no lines open for ordering from this supplier.', { lines: [] }, 'not_open')
  const [id = 0, another] = await orderLines(db, lines, frame, actor)
  if (another !== undefined) throw fieldError('supplier', 'This requisition is for several suppliers: choose one of them.')
  return id
}

/**
 * Drafts an order: with rows, with the open lines of a requisition, or without rows, when the first may name the supplier. 400 with the field;
 * 409 not_open.
 */
export const draftOrder = async (db: Db, body: NewOrder, actor: Actor): Promise<number> => {
  if (body.requisition != null) return orderRequisition(db, body, actor)
  const { supplier = null, store, expected_on = null, note, items = [] } = body
  if (supplier !== null) await requireSuppliers(db, [supplier], () => 'supplier')
  const { id: store_id } = await requireStore(db, store ?? (await mainStore(db)))
  const { id } = await db
    .insertInto('purchase_orders')
    .values({
      number: await nextNumber(db, 'purchase order', actor.now),
      supplier_id: supplier,
      store_id,
      expected_on,
      note: note ?? '',
      created_at: actor.now,
      created_by: actor.by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await saveRows(db, { id, supplier_id: supplier }, items, actor, 'items')
  if (expected_on === null && items.length > 0)
    await db
      .updateTable('purchase_orders')
      .set({ expected_on: await expectedOn(db, id, await dayOf(db, actor.now)) })
      .where('id', '=', id)
      .execute()
  return id
}

/** Changes a draft; rows that are sent replace all there are. Another supplier only while it has no rows, or together with all of them. */
export const changeOrder = async (db: Db, id: number, version: number, { items, store, supplier, ...change }: Change, actor: Actor) => {
  const before = await holdDraft(db, id, actor.now, version)
  if (store !== undefined) await requireStore(db, store)
  const isOther = supplier !== undefined && supplier !== before.supplier_id
  if (isOther) await requireSuppliers(db, [supplier], () => 'supplier')
  const gone = items
    ? await findOthers(
        db,
        id,
        items.map(({ item }) => item),
      )
    : []
  await removeRows(db, gone, actor)
  if (isOther && !items && (await rowsOfOrder(db, id)).length > 0)
    throw conflict('The lines have prices of this supplier: remove them first.', {}, 'has_rows')
  await db
    .updateTable('purchase_orders')
    .set({
      ...change,
      ...(store !== undefined && { store_id: store }),
      ...(supplier !== undefined && { supplier_id: supplier }),
      ...((items || isOther) && { changed_by: actor.by }),
      first_approved_at: null,
      first_approved_by: null,
      version: before.version + 1,
    })
    .where('id', '=', id)
    .execute()
  await saveRows(db, { id, supplier_id: supplier ?? before.supplier_id }, items ?? [], actor, 'items')
}

/** The draft that a row belongs to, held; 404, 409. */
export const holdDraftOfRow = async (db: Db, row: number, now: Date) => {
  const found = await db.selectFrom('purchase_order_items').select('purchase_order_id').where('id', '=', row).executeTakeFirst()
  if (!found) throw notFound('Row')
  return holdDraft(db, found.purchase_order_id, now)
}
