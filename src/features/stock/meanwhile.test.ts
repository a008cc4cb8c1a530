import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportReport } from '#shared/csv.ts'
import type { Db } from '#platform/db/connect.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { sendCsv } from '../../testing/scenarios/csv-file.ts'
import { findStockInconsistencies } from '../../testing/books/stock-books.ts'
import { aDrug, aStore, someStock } from '../../testing/scenarios/stock.ts'
import type { StockCountSheet } from './contract-counts.ts'
import type { LowRow } from './contract-ledger.ts'
import type { StockNoteDetail, TransferDetail } from './contract-moves.ts'
import { recallLot } from './server/moves/recall-lot.ts'
import { sendTransfer } from './server/moves/send-transfer.ts'

/** Of the clinic, which is three hours ahead. */
const beforeMidnight = new Date('2026-03-02T20:57:00Z')
let clinic: TestClinic
let db: Db
let keeper: Person
let approver: Person
beforeAll(async () => {
  clinic = await openTestClinic({ now: beforeMidnight })
  db = clinic.db
  keeper = await clinic.signedInFrom('Storekeeper')
  approver = await clinic.signedInAs(['stock.view', 'stock.approve'])
})
afterAll(async () => {
  expect(await findStockInconsistencies(db)).toEqual([])
  await clinic.close()
})

const post = async <T>(path: string, body: object, status = 201, person = keeper): Promise<T> => {
  const reply = await person.call('POST', path, body)
  expect(reply.status, reply.text).toBe(status)
  return reply.json<T>()
}
const close = (store: number) => keeper.call('PATCH', `/inventory/stores/${store}/`, { is_active: false })
const levelOf = async (item: number, store: number) => {
  const level = await db
    .selectFrom('stock_levels')
    .selectAll()
    .where('item_id', '=', item)
    .where('store_id', '=', store)
    .executeTakeFirstOrThrow()
  return [level.usable, level.quarantined, level.in_transit]
}
/** Lets `others` begin while `work` is done and not committed yet. */
const meanwhile = async <T>(work: (trx: Db) => Promise<unknown>, others: () => Promise<T>): Promise<T> => {
  const { promise: isDone, resolve: done } = Promise.withResolvers<void>()
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const first = db.transaction().execute(async (trx) => {
    await work(trx)
    done()
    await mayEnd
  })
  await isDone
  const second = others()
  await new Promise((resolve) => setTimeout(resolve, 300))
  end()
  await first
  return second
}

describe('a count', () => {
  test.each([
    ['was recalled since', '2027-12-31'],
    ['expired since', '2026-03-02'],
  ])('puts what it found more of, and %s, into quarantine', async (why, expires_on) => {
    const [{ id: item }, { id: store }] = [await aDrug(db), await aStore(db)]
    const lot = `CNT ${item}`
    await someStock(db, { item, store, quantity: 10, lot, expires_on })
    const { id, sheet } = await post<StockCountSheet>('/inventory/counts/', { store })
    const lines = [{ id: sheet[0]!.id, counted: 12, reason: 'Behind the shelf' }]
    expect((await keeper.call('PUT', `/inventory/counts/${id}/lines/`, { lines })).status).toBe(200)
    await post(`/inventory/counts/${id}/submit/`, {}, 200)
    if (why === 'expired since') clinic.clock.now = new Date('2026-03-02T21:01:00Z')
    else await post('/inventory/recalls/', { item, lot, reason: 'Glass in it' })
    await post(`/inventory/counts/${id}/approve/`, {}, 200, approver)
    expect(await levelOf(item, store)).toEqual(why === 'expired since' ? [10, 2, 0] : [0, 12, 0])
    clinic.clock.now = beforeMidnight
  })
})

test('a file does not open a lot that is recalled at the same moment', async () => {
  const code = 'MEANWHILE-1'
  const [{ id: item }, { id: store, name }] = [await aDrug(db, { code }), await aStore(db)]
  const file = `code,store,lot,expiry,quantity,unit_cost\n${code},${name},RC-1,2027-06-30,5,1\n`
  const { report } = await meanwhile(
    (trx) => recallLot(trx, { item, lot: 'RC-1', reason: 'Glass in it' }, keeper.id, clinic.clock.now),
    () => sendCsv<ImportReport>(clinic, keeper, '/inventory/opening-stock', file),
  )
  expect(report).toMatchObject({ added: 0, errors: [{ row: 2, field: 'lot', message: 'This lot is recalled.' }] })
  expect(await levelOf(item, store)).toEqual([0, 0, 0])
})

describe('a store that goes out of use', () => {
  test('waits for what is being sent to it, and then stays', async () => {
    const [{ id: item }, { id: from_store }, { id: to_store }] = [await aDrug(db), await aStore(db), await aStore(db)]
    await someStock(db, { item, store: from_store, quantity: 5 })
    const reply = await meanwhile(
      (trx) => sendTransfer(trx, { from_store, to_store, items: [{ item, quantity: 5 }] }, keeper.id, clinic.clock.now),
      () => close(to_store),
    )
    expect([reply.status, reply.json()]).toMatchObject([409, { code: 'store_in_use' }])
  })

  test('gets nothing back of what was used up there', async () => {
    const [{ id: item }, { id: store }] = [await aDrug(db), await aStore(db)]
    await someStock(db, { item, store, quantity: 5 })
    const note = await post<StockNoteDetail>('/inventory/consumptions/', { store, reason: 'Ward round', items: [{ item, quantity: 5 }] })
    expect((await close(store)).status).toBe(200)
    const path = `/inventory/stock-notes/${note.id}/reverse/`
    expect(await post(path, { reason: 'Was not used' }, 409)).toMatchObject({ code: 'not_reversible', detail: 'This store is inactive.' })
    expect(await levelOf(item, store)).toEqual([0, 0, 0])
  })

  test('needs nothing any more', async () => {
    const [{ id: item, name }, { id: store }] = [await aDrug(db), await aStore(db)]
    const level = await keeper.call('PUT', `/inventory/items/${item}/levels/${store}/`, { minimum: 5, reorder_level: 10, maximum: 20 })
    expect(level.status).toBe(200)
    const low = async () => (await keeper.call('GET', `/inventory/low/?q=${encodeURIComponent(name)}`)).json<LowRow[]>().map(({ id }) => id)
    expect(await low()).toEqual([item])
    expect((await close(store)).status).toBe(200)
    expect(await low()).toEqual([])
  })
})

test('a batch that is named is kept for the line that names it', async () => {
  const [{ id: item }, { id: from_store }, { id: to_store }] = [await aDrug(db), await aStore(db), await aStore(db)]
  const first = await someStock(db, { item, store: from_store, quantity: 5, expires_on: '2026-06-30' })
  await someStock(db, { item, store: from_store, quantity: 5, expires_on: '2027-06-30' })
  const items = [
    { item, quantity: 5 },
    { item, quantity: 5, batch: first },
  ]
  const sent = await post<TransferDetail>('/inventory/transfers/', { from_store, to_store, items })
  expect(sent.items.map(({ quantity }) => quantity)).toEqual([5, 5])
})
