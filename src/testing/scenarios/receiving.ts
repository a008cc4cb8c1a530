import { expect } from 'vitest'
import type { GoodsReceipt } from '../../features/purchasing/contract-receipts.ts'
import type { TestClinic } from '../clinic.ts'
import { aStore, aSupplier } from './stock.ts'

export const RECEIPTS = '/inventory/goods-receipts/'
export const lot = { lot: 'A1', expires_on: '2027-06-30' }

/** A store, a supplier, whoever takes deliveries in, and what became of them. */
export const openReceiving = async ({ db, signedInAs }: Pick<TestClinic, 'db' | 'signedInAs'>) => {
  const keeper = await signedInAs(['stock.receive', 'stock.view', 'purchasing.view'], 'storekeeper')
  const [{ id: store }, { id: supplier }] = [await aStore(db), await aSupplier(db)]
  const receive = (body: object, by = keeper, headers: Record<string, string> = {}) => by.call('POST', RECEIPTS, body, headers)
  const took = async (body: object, by = keeper) => {
    const reply = await receive(body, by)
    expect(reply.status, reply.text).toBe(201)
    return reply.json<GoodsReceipt>()
  }
  const onHand = (item: number, at = store) =>
    db
      .selectFrom('stock_levels')
      .select(['usable', 'quarantined'])
      .where('item_id', '=', item)
      .where('store_id', '=', at)
      .executeTakeFirst()
  const statusOf = async (order: number) =>
    (await db.selectFrom('purchase_orders').select('status').where('id', '=', order).executeTakeFirstOrThrow()).status
  return { keeper, store, supplier, receive, took, onHand, statusOf }
}
export type Receiving = Awaited<ReturnType<typeof openReceiving>>
