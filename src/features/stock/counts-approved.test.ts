import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aDrug, aStore, someStock } from '../../testing/stock.ts'
import type { StockCountSheet } from './contract-counts.ts'

const COUNTS = '/inventory/counts/'
let serial = 0
let clinic: TestClinic
let db: Db
let counter: Person
let helper: Person
let approver: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  db = clinic.db
  counter = await clinic.signedInAs(['stock.view', 'stock.count'])
  helper = await clinic.signedInAs(['stock.view', 'stock.count', 'stock.move'])
  approver = await clinic.signedInAs(['stock.view', 'stock.count', 'stock.approve'])
})
afterAll(() => clinic.close())

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
const act = (id: number, verb: string, person: Person, body: object = {}) => person.call('POST', `${COUNTS}${id}/${verb}/`, body)
/** A count whose lines were all found as the books say, but the first, of which so many were found; handed in. */
const counted = async (store: number, found: number) => {
  const { id, sheet } = await start({ store })
  const reply = await enter(
    id,
    sheet.map((line, place) => (place === 0 ? { id: line.id, counted: found, reason: 'Broken' } : { id: line.id, counted: line.expected })),
  )
  expect(reply.status, reply.text).toBe(200)
  expect((await act(id, 'submit', counter)).status).toBe(200)
  return { id, sheet }
}

test('nobody approves what they counted or handed in, not even after somebody counted it again', async () => {
  const { store } = await aShelf()
  const { id, sheet } = await start({ store })
  await enter(id, [{ id: sheet[0]!.id, counted: 10 }], approver)
  await enter(id, [{ id: sheet[0]!.id, counted: 10 }], helper)
  const handedIn = await act(id, 'submit', counter, { leave_out_uncounted: true })
  expect(handedIn.status).toBe(200)
  expect((await act(id, 'approve', approver)).json()).toMatchObject({ code: 'own_work' })
  expect((await read(id, approver)).may).toMatchObject({ approve: false, reject: true })
})

test('a count is sent back with a reason and handed in again', async () => {
  const { store } = await aShelf()
  const { id, sheet } = await counted(store, 2)
  expect((await act(id, 'reject', counter, { reason: 'No' })).status).toBe(403)
  expect((await act(id, 'reject', approver, {})).status).toBe(400)
  expect((await act(id, 'reject', approver, { reason: 'Eight are missing? Count again' })).json()).toMatchObject({
    status: 'counting',
    submitted_by: null,
    end_reason: 'Eight are missing? Count again',
  })
  await enter(id, [{ id: sheet[0]!.id, counted: 9, reason: 'One broke' }])
  expect((await act(id, 'submit', counter)).json()).toMatchObject({ status: 'submitted', variance_value: '-2.50', end_reason: '' })
})

test('what the books have is kept as it was when each line was counted, and what goes out meanwhile stays out', async () => {
  const { first, store } = await aShelf()
  const { id, sheet } = await start({ store, items: [first] })
  const use = (quantity: number) =>
    helper.call('POST', '/inventory/consumptions/', { store, reason: 'Ward', items: [{ item: first, quantity }] })
  const line = sheet[0]!.id
  await enter(id, [{ id: line, counted: 9, reason: 'One broke' }])
  expect((await use(4)).status).toBe(201)
  expect((await read(id)).sheet[0]).toMatchObject({ expected: 10, counted: 9 })
  await act(id, 'submit', counter, { leave_out_uncounted: true })
  await act(id, 'approve', approver)
  expect(await usableOf(first, store)).toBe(5)
})

test('a count that would leave less than nothing says of which line, and posts none', async () => {
  const { first, store } = await aShelf()
  const { id, sheet } = await counted(store, 2)
  const used = await helper.call('POST', '/inventory/consumptions/', { store, reason: 'Ward', items: [{ item: first, quantity: 5 }] })
  expect(used.status, used.text).toBe(201)
  const reply = await act(id, 'approve', approver)
  expect([reply.status, reply.json()]).toMatchObject([
    409,
    { code: 'not_enough_stock', lines: [{ id: sheet[0]!.id, item: first, lot: 'A1', variance: -8, left: 5 }] },
  ])
  expect([await usableOf(first, store), (await read(id)).status]).toEqual([5, 'submitted'])
})

test('of two who approve at once one posts', async () => {
  const { first, store } = await aShelf()
  const { id } = await counted(store, 6)
  const second = await clinic.signedInAs(['stock.view', 'stock.approve'])
  const replies = await Promise.all([approver, second, approver, second].map((person) => act(id, 'approve', person)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  expect(await usableOf(first, store)).toBe(6)
})

test('counting while goods go out: whatever the order, the books end as what was found less what went out after', async () => {
  const { first, store } = await aShelf()
  const { id, sheet } = await start({ store, items: [first] })
  const line = sheet[0]!.id
  const uses = Array.from({ length: 6 }, () =>
    helper.call('POST', '/inventory/consumptions/', { store, reason: 'Ward', items: [{ item: first, quantity: 1 }] }),
  )
  const counts = Array.from({ length: 6 }, () => enter(id, [{ id: line, counted: 8, reason: 'Seen' }]))
  const replies = await Promise.all([...uses, ...counts])
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 201]))
  const { expected } = (await read(id)).sheet[0]!
  await act(id, 'submit', counter, { leave_out_uncounted: true })
  await act(id, 'approve', approver)
  expect(await usableOf(first, store)).toBe(4 + 8 - expected!)
})
