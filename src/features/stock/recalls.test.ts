import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { findStockInconsistencies } from '../../testing/books/stock-books.ts'
import { aDrug, aStore, aSupplier, someStock } from '../../testing/scenarios/stock.ts'
import type { StockNoteDetail, TransferDetail } from './contract-moves.ts'
import type { Recall, RecallDetail, RecallUse } from './contract-recalls.ts'

const PATH = '/inventory/recalls/'
let clinic: TestClinic
let keeper: Person
let main: number
let ward: number
beforeAll(async () => {
  clinic = await openTestClinic()
  keeper = await clinic.signedInFrom('Storekeeper')
  main = (await aStore(clinic.db, { kind: 'main', name: 'A main store' })).id
  ward = (await aStore(clinic.db, { name: 'B ward' })).id
})
afterAll(async () => {
  expect(await findStockInconsistencies(clinic.db)).toEqual([])
  await clinic.close()
})

const post = async <T>(path: string, body: object, status = 201): Promise<T> => {
  const reply = await keeper.call('POST', path, body)
  expect(reply.status, reply.text).toBe(status)
  return reply.json<T>()
}
const recall = (item: number, lot: string) => post<RecallDetail>(PATH, { item, lot, reason: 'Glass in it' })
const use = (item: number, store = main) =>
  keeper.call('POST', '/inventory/consumptions/', { store, reason: 'Because', items: [{ item, quantity: 1 }] })
const stateOf = async (store: number, item: number) => {
  const { usable, quarantined, in_transit } = await clinic.db
    .selectFrom('stock_levels')
    .select(['usable', 'quarantined', 'in_transit'])
    .where('store_id', '=', store)
    .where('item_id', '=', item)
    .executeTakeFirstOrThrow()
  return [usable, quarantined, in_transit]
}

describe('a recalled lot', () => {
  test('goes to quarantine in every store, expired or not, by one note', async () => {
    const { id: item } = await aDrug(clinic.db)
    const supplier = await aSupplier(clinic.db, { name: 'Nairobi Medical Supplies' })
    const first = await someStock(clinic.db, { item, store: main, lot: 'X1', quantity: 30, supplier: supplier.id })
    const expired = await someStock(clinic.db, { item, store: ward, lot: 'X1', quantity: 5, expires_on: '2026-02-01' })
    await someStock(clinic.db, { item, store: ward, lot: 'X2', quantity: 7 })
    const sent = await post<TransferDetail>('/inventory/transfers/', {
      from_store: main,
      to_store: ward,
      items: [{ item, quantity: 10, batch: first }],
    })
    const used = await post<StockNoteDetail>('/inventory/consumptions/', {
      store: main,
      reason: 'Ward round',
      items: [{ item, quantity: 4 }],
    })

    const made = await recall(item, ' x1 ')
    expect(made).toMatchObject({
      item,
      lot: 'X1',
      reason: 'Glass in it',
      recalled_by: keeper.id,
      date_lifted: null,
      still_quarantined: 21,
      lay: [
        { store: main, store_name: 'A main store', batch: first, quantity: 16 },
        { store: ward, batch: expired, quantity: 5 },
      ],
      out: [
        { store: main, kind: 'consume', quantity: 4 },
        { store: main, kind: 'issue_out', quantity: 10 },
      ],
      may: { lift: true },
    })
    expect(made.batches.find(({ id }) => id === first)).toMatchObject({
      supplier: supplier.id,
      supplier_name: 'Nairobi Medical Supplies',
      came: 30,
      stock: [
        { store: main, state: 'quarantined', quantity: 16 },
        { store: ward, state: 'in transit', quantity: 10 },
      ],
    })
    const note = (await keeper.call('GET', `/inventory/stock-notes/${made.stock_note}/`)).json<StockNoteDetail>()
    expect(note).toMatchObject({ kind: 'recall', store: null, number: made.number, value: '0.00', may: { reverse: false } })
    expect(note.movements).toHaveLength(4)
    const out = await keeper.call('GET', `${PATH}${made.id}/out/?count=true`)
    expect(out.headers['x-total-count']).toBe('2')
    expect(out.json<RecallUse[]>()).toMatchObject([
      {
        kind: 'consume',
        quantity: 4,
        document: 'stock note',
        document_id: used.id,
        number: used.number,
        reason: 'Ward round',
        to_store: null,
      },
      {
        kind: 'issue_out',
        quantity: 10,
        document: 'transfer',
        document_id: sent.id,
        number: sent.number,
        to_store: ward,
        to_store_name: 'B ward',
      },
    ])
    expect((await use(item)).json()).toMatchObject({ code: 'not_enough_stock' })
    expect((await use(item, ward)).status).toBe(201)

    // What was on its way arrives in quarantine.
    await post(`/inventory/transfers/${sent.id}/receive/`, {}, 200)
    expect(await stateOf(ward, item)).toEqual([6, 15, 0])
  })

  test('may be one that nobody has seen yet, and is recalled once', async () => {
    const { id: item } = await aDrug(clinic.db)
    expect(await recall(item, 'N1')).toMatchObject({ batches: [], lay: [], out: [], still_quarantined: 0 })
    const again = await keeper.call('POST', PATH, { item, lot: 'n1', reason: 'Again' })
    expect([again.status, again.json<{ detail: string }>().detail]).toEqual([409, 'This lot is already recalled.'])
  })

  test('comes back into quarantine when what was used up of it is taken back, and cannot be named', async () => {
    const { id: item } = await aDrug(clinic.db)
    const batch = await someStock(clinic.db, { item, store: main, lot: 'Y1', quantity: 10 })
    const note = (await use(item)).json<StockNoteDetail>()
    await recall(item, 'Y1')
    await post(`/inventory/stock-notes/${note.id}/reverse/`, { reason: 'Was not used' })
    expect(await stateOf(main, item)).toEqual([0, 10, 0])
    await someStock(clinic.db, { item, store: main, lot: 'Y2', quantity: 10 })
    const named = { from_store: main, to_store: ward, items: [{ item, quantity: 1, batch }] }
    const reply = await keeper.call('POST', '/inventory/transfers/', named)
    expect(reply.json()).toMatchObject({ code: 'not_enough_stock' })
  })

  test('is used before the recall or not at all, whoever works meanwhile', async () => {
    const { id: item } = await aDrug(clinic.db)
    await someStock(clinic.db, { item, store: main, lot: 'Z1', quantity: 100 })
    await someStock(clinic.db, { item, store: ward, lot: 'Z1', quantity: 100 })
    const transfer = { from_store: main, to_store: ward, items: [{ item, quantity: 10 }] }
    const sent = await post<TransferDetail>('/inventory/transfers/', transfer)
    const replies = await Promise.all([
      ...Array.from({ length: 6 }, (_, n) => use(item, n % 2 ? main : ward)),
      keeper.call('POST', PATH, { item, lot: 'Z1', reason: 'Glass' }),
      keeper.call('POST', `/inventory/transfers/${sent.id}/receive/`, {}),
      keeper.call('POST', '/inventory/transfers/', transfer),
      ...Array.from({ length: 6 }, (_, n) => use(item, n % 2 ? main : ward)),
    ])
    for (const { status } of replies) expect([200, 201, 409]).toContain(status)
    expect(replies[6]!.status).toBe(201)
    expect([(await stateOf(main, item))[0], (await stateOf(ward, item))[0]]).toEqual([0, 0])
    expect((await use(item)).status).toBe(409)
  })
})

describe('lifting a recall', () => {
  test('releases nothing, and says how much lies in quarantine', async () => {
    const { id: item } = await aDrug(clinic.db)
    const batch = await someStock(clinic.db, { item, store: main, lot: 'L1', quantity: 10 })
    const { id } = await recall(item, 'L1')
    const lift = (body: object) => keeper.call('POST', `${PATH}${id}/lift/`, body)
    expect((await lift({})).status).toBe(400)
    expect((await lift({ reason: 'Tested', version: 7 })).status).toBe(412)
    const reply = await lift({ reason: 'Tested, nothing found', version: 1 })
    expect(reply.json()).toMatchObject({
      lift_reason: 'Tested, nothing found',
      lifted_by: keeper.id,
      still_quarantined: 10,
      version: 2,
      may: { lift: false },
    })
    expect((await lift({ reason: 'Again' })).json()).toMatchObject({ code: 'not_open' })
    expect(await stateOf(main, item)).toEqual([0, 10, 0])
    await post('/inventory/releases/', { store: main, reason: 'Tested', items: [{ batch, quantity: 10 }] })
    expect((await use(item)).status).toBe(201)
    // And it may be recalled again.
    await recall(item, 'L1')
  })
})

test('a recall needs an item of the store, a lot, a reason and the right', async () => {
  const { id: item } = await aDrug(clinic.db)
  const refused = async (body: object, by = keeper) => {
    const reply = await by.call('POST', PATH, { item, lot: 'R1', reason: 'Glass', ...body })
    return [reply.status, Object.keys(reply.json())[0]]
  }
  expect(await refused({ item: 999_999 })).toEqual([400, 'item'])
  expect(await refused({ lot: ' ' })).toEqual([400, 'lot'])
  expect(await refused({ reason: '' })).toEqual([400, 'reason'])
  expect((await refused({}, await clinic.signedInFrom('Nurse')))[0]).toBe(403)
  for (const path of ['999999/', '999999/out/']) expect((await keeper.call('GET', PATH + path)).status).toBe(404)
  expect((await keeper.call('POST', `${PATH}999999/lift/`, { reason: 'So' })).status).toBe(404)
})

test('the list is newest first, in pages, by item, store, day and whether it stands', async () => {
  const { id: item } = await aDrug(clinic.db)
  await someStock(clinic.db, { item, store: ward, lot: 'Q2', quantity: 3 })
  const [a, b, c] = [(await recall(item, 'Q1')).id, (await recall(item, 'Q2')).id, (await recall(item, 'Q3')).id]
  await post(`${PATH}${c}/lift/`, { reason: 'Wrong lot' }, 200)
  const ids = async (query: string) => (await keeper.call('GET', `${PATH}?item=${item}&${query}`)).json<Recall[]>().map(({ id }) => id)
  expect(await ids('')).toEqual([c, b, a])
  expect(await ids('status=open')).toEqual([b, a])
  expect(await ids('status=lifted')).toEqual([c])
  expect(await ids(`store=${ward}`)).toEqual([b])
  expect(await ids('from=2026-03-03')).toEqual([])
  expect(await ids('to=2026-03-02&from=2026-03-02')).toEqual([c, b, a])
  const first = await keeper.call('GET', `${PATH}?item=${item}&limit=2&count=true`)
  expect(first.headers['x-total-count']).toBe('3')
  const next = first.next!
  expect((await keeper.call('GET', next)).json<Recall[]>().map(({ id }) => id)).toEqual([a])
})
