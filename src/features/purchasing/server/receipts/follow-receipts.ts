import { arrival } from '#features/purchasing/rules.ts'
import type { Db } from '#platform/db/connect.ts'

/**
 * Brings the status of an order that is held in line with what came of it: part-received, received, or, when all was taken back, what it
 * was before. One that is closed or cancelled stays so.
 */
export const followReceipts = async (db: Db, order: number): Promise<void> => {
  const [lines, { sent_at }] = await Promise.all([
    db.selectFrom('purchase_order_items').select(['units', 'received_units']).where('purchase_order_id', '=', order).execute(),
    db.selectFrom('purchase_orders').select('sent_at').where('id', '=', order).executeTakeFirstOrThrow(),
  ])
  const arrived = arrival(lines)
  const status = arrived === 'sent' && sent_at === null ? 'approved' : arrived
  await db
    .updateTable('purchase_orders')
    .set((is) => ({ status, version: is('version', '+', 1) }))
    .where('id', '=', order)
    .where('status', 'in', ['approved', 'sent', 'part-received', 'received'])
    .where('status', '<>', status)
    .execute()
}
