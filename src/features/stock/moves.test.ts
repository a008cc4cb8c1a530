import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statuses } from '../../testing/calls/statuses.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { findStockInconsistencies } from '../../testing/books/stock-books.ts'
import { aDrug, aPack, aStore, someStock } from '../../testing/scenarios/stock.ts'
import type { StockNote, StockNoteDetail } from './contract-moves.ts'

let clinic: TestClinic
let keeper: Person
let nurse: Person
let store: number
let ward: number
beforeAll(async () => {
  clinic = await openTestClinic()
  keeper = await clinic.signedInFrom('Storekeeper')
  nurse = await clinic.signedInFrom('Nurse')
  store = (await aStore(clinic.db)).id
  ward = (await aStore(clinic.db)).id
})
afterAll(async () => {
  expect(await findStockInconsistencies(clinic.db)).toEqual([])
  await clinic.close()
})

/** Does something at another time, when whoever was signed in is not any more. */
const at = async <T>(time: string, work: (person: Person) => Promise<T>): Promise<T> => {
  const before = clinic.clock.now
  clinic.clock.now = new Date(time)
  try {
    return await work(await clinic.signedInFrom('Storekeeper'))
  } finally {
    clinic.clock.now = before
  }
}
const levelOf = async (item: number) => {
  const { usable, quarantined } = await clinic.db
    .selectFrom('stock_levels')
    .select(['usable', 'quarantined'])
    .where('store_id', '=', store)
    .where('item_id', '=', item)
    .executeTakeFirstOrThrow()
  return [usable, quarantined]
}
const movementsOf = async (item: number) =>
  (await clinic.db.selectFrom('stock_movements').select('id').where('item_id', '=', item).execute()).length
const drugWith = async (quantity: number, batch: Partial<Parameters<typeof someStock>[1]> = {}) => {
  const { id: item } = await aDrug(clinic.db)
  return { item, batch: await someStock(clinic.db, { item, store, quantity, ...batch }) }
}
const act = async (path: string, body: object, by = keeper) => {
  const reply = await by.call('POST', `/inventory/${path}/`, { store, reason: 'Because', ...body })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<StockNoteDetail>()
}
const refusal = async (path: string, body: object, by = keeper) => {
  const reply = await by.call('POST', `/inventory/${path}/`, { store, reason: 'Because', ...body })
  return [reply.status, reply.json<{ code?: string }>().code ?? Object.keys(reply.json())]
}

const back = (id: number, by = keeper, body: object = { reason: 'Typed twice' }) =>
  by.call('POST', `/inventory/stock-notes/${id}/reverse/`, body)

describe('using up', () => {
  test('takes what expires first, and keeps who, why and from which batch', async () => {
    const { item, batch: late } = await drugWith(50, { expires_on: '2027-06-30', unit_cost: '2.5' })
    const soon = await someStock(clinic.db, { item, store, quantity: 10, expires_on: '2026-06-30', unit_cost: '3', lot: 'S1' })
    const box = await aPack(clinic.db, item, 12)
    const note = await act('consumptions', { reason: 'Night shift', items: [{ item, quantity: 1, pack: box.id }] }, nurse)
    expect(note).toMatchObject({
      kind: 'consumption',
      store,
      reason: 'Night shift',
      created_by: nurse.id,
      item_count: 1,
      value: '-35.00',
      reverses: null,
      reversed_by: null,
      may: { reverse: true },
      movements: [
        { item, batch: soon, lot: 'S1', state: 'usable', kind: 'consume', quantity: -10, unit_cost: '3.000000' },
        { item, batch: late, state: 'usable', kind: 'consume', quantity: -2 },
      ],
    })
    expect(note.number).toMatch(/^SN-2026-\d{5}$/)
    expect(await levelOf(item)).toEqual([48, 0])
    const read = await nurse.call('GET', `/inventory/stock-notes/${note.id}/`)
    expect(read.json()).toEqual(note)
  })

  test('what is not there, expired, in quarantine, or no whole number is refused, and nothing moves', async () => {
    const { item, batch } = await drugWith(10)
    const expired = await someStock(clinic.db, { item, store, quantity: 10, expires_on: '2026-03-01' })
    const aside = await someStock(clinic.db, { item, store, quantity: 10, state: 'quarantined' })
    const use = (line: object) => refusal('consumptions', { items: [{ item, ...line }] })
    expect(await use({ quantity: 11 })).toEqual([409, 'not_enough_stock'])
    expect(await use({ quantity: 1, batch: aside })).toEqual([409, 'not_enough_stock'])
    expect(await use({ quantity: 1, batch: expired })).toEqual([409, 'batch_expired'])
    for (const quantity of [0, -1, 0.5, '1,5', null, 1_000_000, '9007199254740993'])
      expect(await use({ quantity, batch })).toEqual([400, ['items.0.quantity']])
    expect(await use({ quantity: 1, pack: 999_999 })).toEqual([400, ['items.0.pack']])
    expect(await use({ quantity: 1, item: 999_999 })).toEqual([400, ['items.0.item']])
    expect(await refusal('consumptions', { store: 999_999, items: [{ item, quantity: 1 }] })).toEqual([400, ['store']])
    expect(await refusal('consumptions', { reason: ' ', items: [{ item, quantity: 1 }] })).toEqual([400, ['reason']])
    const short = await keeper.call('POST', '/inventory/consumptions/', {
      store,
      reason: 'Because',
      items: [
        { item, quantity: 6 },
        { item, quantity: 6 },
      ],
    })
    expect(short.json()).toMatchObject({ short: [{ item, wanted: 6, left: 4 }] })
    expect([await levelOf(item), await movementsOf(item)]).toEqual([[20, 10], 3])
  })

  test('the last units go to one of those who want them, whether they use or send them', async () => {
    const { item } = await drugWith(10)
    const use = () => nurse.call('POST', '/inventory/consumptions/', { store, reason: 'Because', items: [{ item, quantity: 6 }] })
    const send = () => keeper.call('POST', '/inventory/transfers/', { from_store: store, to_store: ward, items: [{ item, quantity: 6 }] })
    const replies = await Promise.all([use(), send(), use(), send()])
    expect(statuses(replies)).toEqual([201, 409, 409, 409])
    expect((await levelOf(item))[0]).toBe(4)
  })

  test('the last day on which it may be used is a day on which it may be used', async () => {
    const { item } = await drugWith(10, { expires_on: '2026-03-02' })
    await act('consumptions', { items: [{ item, quantity: 1 }] })
    // 21:30 in UTC is half past midnight in Nairobi.
    const late = await at('2026-03-02T21:30:00Z', (person) => refusal('consumptions', { items: [{ item, quantity: 1 }] }, person))
    expect(late).toEqual([409, 'not_enough_stock'])
  })
})

describe('writing off', () => {
  test('takes so much of named batches, of what is usable or in quarantine', async () => {
    const { item, batch } = await drugWith(50, { unit_cost: '2' })
    await act('quarantine', { items: [{ batch, quantity: 20 }] })
    const note = await act('write-offs', {
      kind: 'damaged',
      items: [
        { batch, state: 'quarantined', quantity: 15 },
        { batch, state: 'usable', quantity: 3 },
      ],
    })
    expect(note).toMatchObject({
      kind: 'write-off',
      value: '-36.00',
      movements: [
        { kind: 'damage', quantity: -15 },
        { kind: 'damage', quantity: -3 },
      ],
    })
    expect((await act('write-offs', { kind: 'lost', items: [{ batch, state: 'usable', quantity: 1 }] })).movements).toMatchObject([
      { kind: 'loss' },
    ])
    expect(await levelOf(item)).toEqual([26, 5])
  })

  test('calls expired only what has expired', async () => {
    const { batch } = await drugWith(50)
    const { item, batch: old } = await drugWith(5, { expires_on: '2026-03-01', state: 'quarantined' })
    const line = { state: 'usable', quantity: 1 }
    expect(await refusal('write-offs', { kind: 'expired', items: [{ batch, ...line }] })).toEqual([400, ['items.0.batch']])
    const note = await act('write-offs', { kind: 'expired', items: [{ batch: old, state: 'quarantined', quantity: 5 }] })
    expect([note.movements[0]!.kind, await levelOf(item)]).toEqual(['expire', [0, 0]])
  })

  test('more than there is, another kind, no such batch, no reason or no right are refused, and nothing moves', async () => {
    const { item, batch } = await drugWith(5)
    const off = (line: object, more: object = {}, by = keeper) =>
      refusal('write-offs', { kind: 'lost', items: [{ batch, state: 'usable', quantity: 1, ...line }], ...more }, by)
    expect(await off({ quantity: 6 })).toEqual([409, 'not_enough_stock'])
    expect(await off({ state: 'quarantined' })).toEqual([409, 'not_enough_stock'])
    expect(await off({ state: 'in transit' })).toEqual([400, ['items.0.state']])
    expect(await off({ batch: 999_999 })).toEqual([400, ['items.0.batch']])
    expect(await off({ quantity: 0 })).toEqual([400, ['items.0.quantity']])
    expect(await off({}, { kind: 'eaten' })).toEqual([400, ['kind']])
    expect(await off({}, { reason: '' })).toEqual([400, ['reason']])
    expect(await off({}, { store: ward })).toEqual([409, 'not_enough_stock'])
    expect(await off({}, {}, nurse)).toEqual([403, 'forbidden'])
    const twice = [
      { batch, state: 'usable', quantity: 3 },
      { batch, state: 'usable', quantity: 3 },
    ]
    expect(await off({}, { items: twice })).toEqual([409, 'not_enough_stock'])
    expect([await levelOf(item), await movementsOf(item)]).toEqual([[5, 0], 1])
  })
})

describe('quarantine', () => {
  test('what is put aside cannot be used until it is released', async () => {
    const { item, batch } = await drugWith(10)
    const note = await act('quarantine', { reason: 'Wet boxes', items: [{ batch, quantity: 8 }] })
    expect(note).toMatchObject({ kind: 'quarantine', reason: 'Wet boxes', value: '0.00', may: { reverse: false } })
    expect(await refusal('consumptions', { items: [{ item, quantity: 3 }] })).toEqual([409, 'not_enough_stock'])
    expect(await refusal('releases', { items: [{ batch, quantity: 9 }] })).toEqual([409, 'not_enough_stock'])
    expect(await refusal('quarantine', { items: [{ batch, quantity: 3 }] })).toEqual([409, 'not_enough_stock'])
    expect((await act('releases', { items: [{ batch, quantity: 5 }] })).kind).toBe('release')
    expect(await levelOf(item)).toEqual([7, 3])
  })

  test('what expired or is recalled is not released', async () => {
    const { batch } = await drugWith(10, { expires_on: '2026-03-01', state: 'quarantined' })
    const { item, batch: recalled } = await drugWith(10, { lot: 'BAD1' })
    await keeper.call('POST', '/inventory/recalls/', { item, lot: 'BAD1', reason: 'Glass' })
    expect(await refusal('releases', { items: [{ batch, quantity: 1 }] })).toEqual([409, 'batch_expired'])
    expect(await refusal('releases', { items: [{ batch: recalled, quantity: 1 }] })).toEqual([409, 'batch_recalled'])
    expect(await refusal('releases', { items: [{ batch, quantity: 1 }] }, nurse)).toEqual([403, 'forbidden'])
  })
})

describe('taking back', () => {
  test('brings everything back by another note, once', async () => {
    const { item } = await drugWith(10)
    const note = await act('consumptions', { items: [{ item, quantity: 4 }] }, nurse)
    const reply = await back(note.id, nurse)
    expect(reply.status, reply.text).toBe(201)
    const reversal = reply.json<StockNoteDetail>()
    expect(reversal).toMatchObject({
      kind: 'consumption',
      reason: 'Typed twice',
      value: '10.00',
      reverses: note.id,
      reverses_number: note.number,
      movements: [{ kind: 'consume', quantity: 4 }],
      may: { reverse: false },
    })
    expect((await nurse.call('GET', `/inventory/stock-notes/${note.id}/`)).json()).toMatchObject({
      reversed_by: reversal.id,
      reversed_by_number: reversal.number,
      may: { reverse: false },
    })
    for (const id of [note.id, reversal.id]) expect((await back(id, nurse)).json()).toMatchObject({ code: 'not_reversible' })
    expect(await levelOf(item)).toEqual([10, 0])
  })

  test('of several at once one does', async () => {
    const { item } = await drugWith(10)
    const note = await act('consumptions', { items: [{ item, quantity: 4 }] })
    const replies = await Promise.all(Array.from({ length: 4 }, () => back(note.id)))
    expect(statuses(replies)).toEqual([201, 409, 409, 409])
    expect(await levelOf(item)).toEqual([10, 0])
  })

  test('needs a reason, the right that it took to write the note, and a note of the kind', async () => {
    const { item, batch } = await drugWith(10)
    const off = await act('write-offs', { kind: 'lost', items: [{ batch, state: 'usable', quantity: 4 }] })
    const aside = await act('quarantine', { items: [{ batch, quantity: 4 }] })
    expect((await back(off.id, nurse)).status).toBe(403)
    expect((await nurse.call('GET', `/inventory/stock-notes/${off.id}/`)).json()).toMatchObject({ may: { reverse: false } })
    expect((await back(off.id, keeper, {})).status).toBe(400)
    expect((await back(aside.id)).json()).toMatchObject({ code: 'not_reversible' })
    expect((await back(999_999)).status).toBe(404)
    expect((await back(off.id)).status).toBe(201)
    expect(await levelOf(item)).toEqual([6, 4])
  })

  test('what expired since comes back into quarantine', async () => {
    const { item } = await drugWith(10, { expires_on: '2026-03-02' })
    const note = await act('consumptions', { items: [{ item, quantity: 4 }] })
    const reply = await at('2026-03-03T07:30:00Z', (person) => back(note.id, person))
    expect(reply.json<StockNoteDetail>().movements.map(({ kind, state, quantity }) => [kind, state, quantity])).toEqual([
      ['consume', 'usable', 4],
      ['quarantine', 'usable', -4],
      ['quarantine', 'quarantined', 4],
    ])
    expect(await levelOf(item)).toEqual([6, 4])
  })
})

test('the list of notes is newest first, in pages, by kind, store, item and day', async () => {
  const { id: here } = await aStore(clinic.db)
  const { id: item } = await aDrug(clinic.db)
  const { id: other } = await aDrug(clinic.db)
  const batch = await someStock(clinic.db, { item, store: here, quantity: 50 })
  await someStock(clinic.db, { item: other, store: here, quantity: 50 })
  const body = (one: number) => ({ store: here, items: [{ item: one, quantity: 1 }] })
  const use = async (day: string, one: number) => (await at(`${day}T07:30:00Z`, (person) => act('consumptions', body(one), person))).id
  const [a, b] = [await use('2026-03-02', item), await use('2026-03-04', other)]
  const aside = { store: here, items: [{ batch, quantity: 1 }] }
  const c = (await at('2026-03-04T08:30:00Z', (person) => act('quarantine', aside, person))).id
  const ids = async (query: string) =>
    (await nurse.call('GET', `/inventory/stock-notes/?store=${here}&${query}`)).json<StockNote[]>().map(({ id }) => id)
  expect((await ids('')).slice(0, 3)).toEqual([c, b, a])
  expect(await ids('kind=consumption')).toEqual([b, a])
  expect((await ids(`item=${item}`)).slice(0, 2)).toEqual([c, a])
  expect(await ids('from=2026-03-03&to=2026-03-04')).toEqual([c, b])
  const first = await nurse.call('GET', `/inventory/stock-notes/?store=${here}&kind=consumption&limit=1&count=true`)
  expect([first.headers['x-total-count'], first.json<StockNote[]>()[0]!.id]).toEqual(['2', b])
  const next = first.next!
  expect((await nurse.call('GET', next)).json<StockNote[]>().map(({ id }) => id)).toEqual([a])
  expect((await nurse.call('GET', '/inventory/stock-notes/999999/')).status).toBe(404)
})
