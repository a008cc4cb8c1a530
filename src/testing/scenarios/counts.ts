import { expect } from 'vitest'
import type { StockCountSheet } from '../../features/stock/contract-counts.ts'
import type { Person, TestClinic } from '../clinic.ts'
import { aDrug, aStore, someStock } from './stock.ts'

export const COUNTS = '/inventory/counts/'
// Four digits from the first one on: names sort as they were made.
let serial = 1000

const act = (id: number, verb: string, person: Person, body: object = {}) => person.call('POST', `${COUNTS}${id}/${verb}/`, body)

/** Who counts, who helps and who approves, and what they do with a count. */
export const openCounts = async ({ db, signedInAs }: Pick<TestClinic, 'db' | 'signedInAs'>) => {
  const counter = await signedInAs(['stock.view', 'stock.count'])
  const helper = await signedInAs(['stock.view', 'stock.count', 'stock.move'])
  const approver = await signedInAs(['stock.view', 'stock.count', 'stock.approve'])
  const usableOf = async (item: number, store: number) =>
    (await db.selectFrom('stock_levels').selectAll().where('item_id', '=', item).where('store_id', '=', store).executeTakeFirstOrThrow())
      .usable
  /** A store with 10 usable and 4 quarantined of one drug, and 20 of another. */
  const aShelf = async () => {
    const [{ id: first }, { id: second }, { id: store }] = [
      await aDrug(db, { name: `Aspirin ${serial + 1}` }),
      await aDrug(db, { name: `Zinc ${++serial}` }),
      await aStore(db),
    ]
    const batch = await someStock(db, { item: first, store, quantity: 10, lot: 'A1', unit_cost: '2.5' })
    await someStock(db, { item: first, store, quantity: 4, lot: 'A2', state: 'quarantined' })
    await someStock(db, { item: second, store, quantity: 20, lot: 'B1', unit_cost: '1.333333' })
    return { first, second, store, batch }
  }
  const start = async (body: object, person = counter) => {
    const reply = await person.call('POST', COUNTS, body)
    expect(reply.status, reply.text).toBe(201)
    return reply.json<StockCountSheet>()
  }
  const read = async (id: number, person = counter) => (await person.call('GET', `${COUNTS}${id}/`)).json<StockCountSheet>()
  const enter = (id: number, lines: object[], person = counter) => person.call('PUT', `${COUNTS}${id}/lines/`, { lines })
  return { counter, helper, approver, usableOf, aShelf, start, read, enter, act }
}
export type Counts = Awaited<ReturnType<typeof openCounts>>
