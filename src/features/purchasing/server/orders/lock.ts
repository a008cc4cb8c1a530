import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict, requireFound } from '#platform/errors/problem.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { PurchaseOrder } from '#features/purchasing/contract-orders.ts'
import { getOrder } from './find.ts'

/** The order's own row, held until the transaction ends: before the requisitions that it serves. 404; 412 when it is no longer as seen. */
export const holdOrder = async (db: Db, id: number, seen: number | null, now: Date) => {
  const order = await db.selectFrom('purchase_orders').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return requireUnchanged(requireFound(order, 'Purchase order'), seen, async () => PurchaseOrder.encode(await getOrder(db, id, now)))
}
export type Held = Awaited<ReturnType<typeof holdOrder>>

/** The draft that is about to change, held; 404, 409, 412. */
export const holdDraft = async (db: Db, id: number, now: Date, seen: number | null = null) => {
  const order = await holdOrder(db, id, seen, now)
  if (order.status !== 'draft') throw conflict('Only a draft can be changed.', { status: order.status }, 'not_a_draft')
  return order
}

/** Records who has changed the rows of a draft; what was approved of it first is no longer what it says. */
export const touch = (db: Db, id: number, by: number) =>
  db
    .updateTable('purchase_orders')
    .set({ changed_by: by, first_approved_at: null, first_approved_by: null, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
