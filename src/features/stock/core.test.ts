import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { aDrug, aPack, aStore, someStock } from '../../testing/scenarios/stock.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { allocate, lockLevels, reverseEntries, unitsOf, writeEntry, writeNote } from './public.ts'

let clinic: TestClinic
let db: Db
const now = new Date('2026-03-02T07:30:00Z')
const day = '2026-03-02'
beforeAll(async () => {
  clinic = await openTestClinic({ now })
  db = clinic.db
})
afterAll(() => clinic.close())

const levelOf = (item: number, store: number) =>
  db.selectFrom('stock_levels').selectAll().where('item_id', '=', item).where('store_id', '=', store).executeTakeFirstOrThrow()

/** Takes units out of a store by first expiry, in a transaction of its own. */
const use = (item: number, store: number, quantity: number) =>
  db.transaction().execute(async (trx) => {
    await lockLevels(trx, [{ item, store }])
    const taken = await allocate(trx, { store, wants: [{ item, quantity }], day })
    const note = await writeNote(trx, { kind: 'consumption', store, reason: 'Used', by: null, now })
    const entry = await writeEntry(
      trx,
      { number: note.number, document: { stock_note: note.id }, by: null, now },
      taken.map((one) => ({ store, state: 'usable', kind: 'consume', ...one, quantity: -one.quantity })),
    )
    return { taken, entry, note }
  })

test('the batch that expires first goes out first, and what must not be used stays', async () => {
  const [{ id: item }, { id: store }] = [await aDrug(db), await aStore(db)]
  const late = await someStock(db, { item, store, quantity: 50, expires_on: '2027-06-30' })
  const none = await someStock(db, { item, store, quantity: 50, expires_on: null })
  const soon = await someStock(db, { item, store, quantity: 30, expires_on: '2026-04-30' })
  await someStock(db, { item, store, quantity: 30, expires_on: '2026-03-01' })
  await someStock(db, { item, store, quantity: 30, expires_on: '2026-05-30', state: 'quarantined' })
  const { taken } = await use(item, store, 90)
  expect(taken).toEqual([
    { item, batch: soon, quantity: 30 },
    { item, batch: late, quantity: 50 },
    { item, batch: none, quantity: 10 },
  ])
  await expect(use(item, store, 41)).rejects.toMatchObject({ code: 'not_enough_stock', extra: { short: [{ item, wanted: 41, left: 40 }] } })
  expect(await levelOf(item, store)).toMatchObject({ usable: 70, quarantined: 30 })
})

test('of 64 who take at once exactly as much goes out as there is', async () => {
  const [{ id: item }, { id: store }] = [await aDrug(db), await aStore(db)]
  await someStock(db, { item, store, quantity: 30 })
  await someStock(db, { item, store, quantity: 20 })
  const results = await Promise.allSettled(Array.from({ length: 64 }, () => use(item, store, 1)))
  expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(50)
  for (const one of results) if (one.status === 'rejected') expect(one.reason).toMatchObject({ status: 409, code: 'not_enough_stock' })
  expect((await levelOf(item, store)).usable).toBe(0)
})

test('the database refuses what the code believed to be there', async () => {
  const [{ id: item }, { id: store }] = [await aDrug(db), await aStore(db)]
  const batch = await someStock(db, { item, store, quantity: 5 })
  const note = await writeNote(db, { kind: 'consumption', store, reason: 'Used', by: null, now })
  const entry = { number: note.number, document: { stock_note: note.id }, by: null, now }
  await expect(writeEntry(db, entry, [{ store, item, batch, state: 'usable', kind: 'consume', quantity: -6 }])).rejects.toMatchObject({
    constraint: 'stock_levels_enough',
  })
  await expect(writeEntry(db, entry, [{ store, item, batch, state: 'usable', kind: 'issue_out', quantity: -1 }])).rejects.toThrow(
    /vanishes/,
  )
  expect((await levelOf(item, store)).usable).toBe(5)
})

test('what was moved is taken back once, and only while it is there', async () => {
  const [{ id: item }, { id: store }] = [await aDrug(db), await aStore(db)]
  await someStock(db, { item, store, quantity: 10 })
  const { entry, note } = await use(item, store, 4)
  const back = () =>
    db
      .transaction()
      .execute((trx) => reverseEntries(trx, [entry], { number: note.number, document: { stock_note: note.id }, by: null, now }))
  await back()
  expect((await levelOf(item, store)).usable).toBe(10)
  await expect(back()).rejects.toMatchObject({ status: 409 })
  const { rows } = await sql<{ balance: number }>`select balance from stock_movements where item_id = ${item} order by id`.execute(db)
  expect(rows.map(({ balance }) => balance)).toEqual([10, 6, 10])
})

test('packs convert exactly; a pack of another item or an item without stock is refused by its place', async () => {
  const [{ id: item }, { id: other }] = [await aDrug(db), await aDrug(db)]
  const box = await aPack(db, item, 100)
  expect(
    await unitsOf(db, [
      { item, pack: box.id, quantity: 3 },
      { item, quantity: 3 },
    ]),
  ).toMatchObject([
    { units: 300, pack_units: 100, pack_name: 'Box of 100' },
    { units: 3, pack_units: 1, pack: null },
  ])
  await expect(unitsOf(db, [{ item: other, pack: box.id, quantity: 1 }])).rejects.toMatchObject({
    status: 400,
    fields: { 'items.0.pack': ['This is not a pack of the item.'] },
  })
  await expect(unitsOf(db, [{ item: 999_999, quantity: 1 }])).rejects.toMatchObject({ fields: { 'items.0.item': [expect.any(String)] } })
  await expect(unitsOf(db, [{ item, pack: box.id, quantity: 99_999 }])).rejects.toMatchObject({
    fields: { 'items.0.quantity': [expect.any(String)] },
  })
})

test('the unit in which stock was counted stays, whoever changes the item', async () => {
  const [{ id: item }, { id: store }] = [await aDrug(db), await aStore(db)]
  const accountant = await clinic.signedInAs(['catalogue.change', 'services.view'])
  const change = () => accountant.call('PATCH', `/catalogue/items/${item}/`, { unit: 'box' })
  expect((await change()).status).toBe(200)
  await someStock(db, { item, store, quantity: 5 })
  const reply = await accountant.call('PATCH', `/catalogue/items/${item}/`, { unit: 'tablet' })
  expect([reply.status, reply.json<{ code: string }>().code]).toEqual([409, 'counted_in_unit'])
})
