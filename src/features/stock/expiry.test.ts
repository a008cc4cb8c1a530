import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { findStockInconsistencies } from '../../testing/books/stock-books.ts'
import { aDrug, aStore, someStock } from '../../testing/scenarios/stock.ts'
import { jobs } from '../../runtime/jobs.ts'
import { findNote } from './server/moves/notes.ts'
import { quarantineExpired } from './server/moves/expire.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(async () => {
  expect(await findStockInconsistencies(clinic.db)).toEqual([])
  await clinic.close()
})

const run = (time: string) => quarantineExpired({ db: clinic.db, now: new Date(time), signal: new AbortController().signal })
const notesOf = (store: number) =>
  clinic.db.selectFrom('stock_notes').selectAll().where('store_id', '=', store).where('kind', '=', 'expiry').orderBy('id').execute()
const levelOf = async (store: number, item: number) => {
  const { usable, quarantined } = await clinic.db
    .selectFrom('stock_levels')
    .select(['usable', 'quarantined'])
    .where('store_id', '=', store)
    .where('item_id', '=', item)
    .executeTakeFirstOrThrow()
  return [usable, quarantined]
}

test('it comes round every hour, because midnight is at another one everywhere, and when the program starts', () =>
  expect(jobs.find(({ name }) => name === 'quarantine-expired')).toMatchObject({ schedule: '1 * * * *', atStart: true }))

test('just after midnight in the clinic what expired the day before is put aside, one note for each store, once', async () => {
  const [here, there] = [(await aStore(clinic.db)).id, (await aStore(clinic.db)).id]
  const { id: item } = await aDrug(clinic.db)
  for (const store of [here, there]) {
    await someStock(clinic.db, { item, store, quantity: 10, expires_on: '2026-03-02' })
    await someStock(clinic.db, { item, store, quantity: 20, expires_on: '2026-03-03' })
    await someStock(clinic.db, { item, store, quantity: 30, expires_on: null })
  }
  // 23:59 in Nairobi, and a minute past midnight.
  expect(await run('2026-03-02T20:59:00Z')).toBe(0)
  expect(await run('2026-03-02T21:01:00Z')).toBe(2)
  expect(await run('2026-03-02T22:01:00Z')).toBe(0)
  for (const store of [here, there]) {
    expect(await levelOf(store, item)).toEqual([50, 10])
    const notes = await notesOf(store)
    expect(notes).toHaveLength(1)
    expect(notes[0]).toMatchObject({ created_by: null, reason: 'Expired' })
    const note = await findNote(clinic.db, notes[0]!.id, { permissions: new Set() })
    expect(note).toMatchObject({ created_by_name: null, value: '0.00', item_count: 1 })
    expect(note!.movements.map(({ state, quantity, kind }) => [state, quantity, kind])).toEqual([
      ['usable', -10, 'quarantine'],
      ['quarantined', 10, 'quarantine'],
    ])
  }
})

test('a clinic whose server slept at midnight catches up; what expires later that day stands on the same note', async () => {
  const { id: store } = await aStore(clinic.db)
  const { id: item } = await aDrug(clinic.db)
  await someStock(clinic.db, { item, store, quantity: 10, expires_on: '2026-02-01' })
  expect(await run('2026-03-10T06:01:00Z')).toBeGreaterThan(0)
  await someStock(clinic.db, { item, store, quantity: 5, expires_on: '2026-02-02' })
  expect(await run('2026-03-10T07:01:00Z')).toBe(1)
  expect(await notesOf(store)).toHaveLength(1)
  await someStock(clinic.db, { item, store, quantity: 5, expires_on: '2026-02-03' })
  expect(await run('2026-03-11T07:01:00Z')).toBe(1)
  expect(await notesOf(store)).toHaveLength(2)
  expect(await levelOf(store, item)).toEqual([0, 20])
})

test('several runs at once, beside people who use it up, move each unit once', async () => {
  const { id: store } = await aStore(clinic.db)
  const drugs: number[] = []
  for (let n = 0; n < 12; n++) {
    const { id: item } = await aDrug(clinic.db)
    drugs.push(item)
    await someStock(clinic.db, { item, store, quantity: 10, expires_on: '2026-03-02' })
  }
  // It is still the second of March for those who work, and the third for the job.
  const nurse = await clinic.signedInFrom('Nurse')
  const uses = drugs.map((item) =>
    nurse.call('POST', '/inventory/consumptions/', { store, reason: 'Because', items: [{ item, quantity: 3 }] }),
  )
  const moved = await Promise.all([run('2026-03-02T21:01:00Z'), run('2026-03-02T21:01:00Z'), run('2026-03-02T21:01:00Z')])
  const replies = await Promise.all(uses)
  expect(moved.reduce((sum, many) => sum + many, 0)).toBe(12)
  expect(await notesOf(store)).toHaveLength(1)
  for (const [n, item] of drugs.entries()) expect(await levelOf(store, item)).toEqual([0, replies[n]!.status === 201 ? 7 : 10])
})
