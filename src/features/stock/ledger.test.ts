import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aDrug, aPack, aStore, someStock } from '../../testing/scenarios/stock.ts'
import type { LowRow, StockMovement } from './contract-ledger.ts'
import { allocate, lockLevels, writeEntry, writeNote } from './public.ts'

let clinic: TestClinic
let keeper: Person
let nurse: Person
beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date('2026-03-04T07:30:00Z') })
  keeper = await clinic.signedInFrom('Storekeeper')
  nurse = await clinic.signedInFrom('Nurse')
})
afterAll(() => clinic.close())

/** Uses units up at an instant. */
const use = (item: number, store: number, quantity: number, at = '2026-03-04T06:00:00Z') =>
  clinic.db.transaction().execute(async (trx) => {
    const now = new Date(at)
    await lockLevels(trx, [{ item, store }])
    const taken = await allocate(trx, { store, wants: [{ item, quantity }], day: at.slice(0, 10) })
    const note = await writeNote(trx, { kind: 'consumption', store, reason: 'Used', by: keeper.id, now })
    await writeEntry(
      trx,
      { number: note.number, document: { stock_note: note.id }, by: keeper.id, now },
      taken.map((one) => ({ store, state: 'usable', kind: 'consume', ...one, quantity: -one.quantity })),
    )
    return note
  })
const ledger = async (path: string) => (await nurse.call('GET', path)).json<StockMovement[]>()

describe('the ledger', () => {
  test('of an item says what moved it, newest first, with what then was there', async () => {
    const [{ id: item, name }, { id: a, name: store_name }, { id: b }] = [
      await aDrug(clinic.db),
      await aStore(clinic.db),
      await aStore(clinic.db),
    ]
    const batch = await someStock(clinic.db, { item, store: a, quantity: 50, lot: 'L1', unit_cost: '2.5' })
    await someStock(clinic.db, { item, store: b, quantity: 10 })
    const note = await use(item, a, 20)
    const rows = await ledger(`/inventory/items/${item}/movements/`)
    expect(rows.map(({ kind, quantity, balance }) => [kind, quantity, balance])).toEqual([
      ['consume', -20, 30],
      ['opening', 10, 10],
      ['opening', 50, 50],
    ])
    expect(rows[0]).toMatchObject({
      number: note.number,
      document: 'stock_note',
      document_id: note.id,
      reverses: null,
      happened_at: '2026-03-04T06:00:00.000Z',
      store: a,
      store_name,
      item_name: name,
      units_of_measure: 'tablet',
      batch,
      lot: 'L1',
      expires_on: '2027-12-31',
      unit_cost: '2.50',
      state: 'usable',
      created_by: keeper.id,
      created_by_name: 'Test receptionist',
    })
    expect(rows[2]).toMatchObject({ created_by: null, created_by_name: null })
    expect(await ledger(`/inventory/items/${item}/movements/?store=${b}`)).toHaveLength(1)
    expect(await ledger(`/inventory/items/${item}/movements/?batch=${batch}`)).toHaveLength(2)
    expect(await ledger(`/inventory/items/${item}/movements/?kind=consume`)).toHaveLength(1)
    expect(await ledger(`/inventory/movements/?item=${item}`)).toEqual(rows)
    expect(await ledger(`/inventory/movements/?store=${a}`)).toEqual([rows[0], rows[2]])
    expect(await ledger(`/inventory/movements/?entry=${rows[0]!.entry}`)).toEqual([rows[0]])
    const first = await nurse.call('GET', `/inventory/items/${item}/movements/?limit=2`)
    const next = first.next!
    expect(await ledger(next)).toEqual([rows[2]])
  })

  test('is of items that are kept in stock, and of those who may see stock', async () => {
    const stranger = await clinic.signedInAs(['services.view'])
    expect((await nurse.call('GET', '/inventory/items/2000000000/movements/')).status).toBe(404)
    expect((await nurse.call('GET', '/inventory/items/2000000000/usage/')).status).toBe(404)
    for (const path of ['movements/', 'items/', 'stock/', 'low/', 'overview/', 'expiring/', 'inventories/', 'stores/', 'scan/?code=x'])
      expect((await stranger.call('GET', `/inventory/${path}`)).status).toBe(403)
  })
})

describe('use', () => {
  test('is told by week of the clinic, on average, and as what to order', async () => {
    const [{ id: item }, { id: store }, { id: other }] = [await aDrug(clinic.db), await aStore(clinic.db), await aStore(clinic.db)]
    await someStock(clinic.db, { item, store, quantity: 100 })
    await someStock(clinic.db, { item, store: other, quantity: 7 })
    // Late on Sunday by the world's clock is Monday in the clinic.
    await use(item, store, 6, '2026-03-01T20:00:00Z')
    await use(item, store, 10, '2026-03-01T21:30:00Z')
    await use(item, store, 4, '2026-03-04T06:00:00Z')
    const usage = (await nurse.call('GET', `/inventory/items/${item}/usage/?weeks=3`)).json()
    // Opened on the 1st: four days.
    expect(usage).toMatchObject({
      item,
      used: 20,
      days: 4,
      average_per_day: '5.00',
      usable: 87,
      days_left: 17,
      suggested_order: 0,
      lead_days: 7,
    })
    expect(usage).toMatchObject({
      weeks: [
        { week: '2026-02-16', quantity: 0 },
        { week: '2026-02-23', quantity: 6 },
        { week: '2026-03-02', quantity: 14 },
      ],
    })
    expect((await nurse.call('GET', `/inventory/items/${item}/usage/?store=${other}`)).json()).toMatchObject({
      used: 0,
      days_left: null,
      usable: 7,
    })
    await keeper.call('PATCH', `/inventory/items/${item}/`, { lead_days: 30 })
    expect((await nurse.call('GET', `/inventory/items/${item}/usage/`)).json()).toMatchObject({ suggested_order: 5 * 37 - 87 })
  })

  test('and what is low is listed with it', async () => {
    const [{ id: item, name }, { id: store, name: store_name }] = [await aDrug(clinic.db), await aStore(clinic.db)]
    await someStock(clinic.db, { item, store, quantity: 30 })
    await use(item, store, 20, '2026-03-03T06:00:00Z')
    const pack = await aPack(clinic.db, item, 10)
    await keeper.call('PUT', `/inventory/items/${item}/levels/${store}/`, { minimum: 5, reorder_level: 20, maximum: 60 })
    const low = async (query = '') => (await nurse.call('GET', `/inventory/low/?store=${store}${query}`)).json<LowRow[]>()
    expect(await low()).toMatchObject([
      {
        id: item,
        name,
        usable: 10,
        used: 20,
        days: 4,
        days_left: 2,
        suggested_order: 50,
        last_cost: '2.50',
        packs: [{ id: pack.id, units: 10 }],
        stores: [{ store, store_name, usable: 10, on_order: 0, minimum: 5, reorder_level: 20, maximum: 60 }],
      },
    ])
    expect(await low('&q=nothing-like-it')).toEqual([])
    expect(await low('&supplier=2000000000')).toEqual([])
    const all = await nurse.call('GET', '/inventory/low/?limit=100&count=true')
    expect(all.json<LowRow[]>().map(({ id }) => id)).toContain(item)
    expect(all.headers['x-total-count']).toBe(String(all.json<LowRow[]>().length))
  })
})

const scan = (code: string) => nurse.call('GET', `/inventory/scan/?code=${encodeURIComponent(code)}`)

describe('a scanned code', () => {
  test('is a barcode of a unit or a pack, an item code, or says lot and expiry too', async () => {
    const [{ id: item }, { id: store }] = [await aDrug(clinic.db, { code: 'AMOX-500' }), await aStore(clinic.db)]
    const batch = await someStock(clinic.db, { item, store, quantity: 5, lot: 'ABC1', expires_on: '2028-02-29' })
    const packs = [{ name: 'Box', units: 100, barcodes: ['5901234123457'] }]
    await keeper.call('PUT', `/inventory/items/${item}/packs/`, { packs, barcodes: ['UNIT-CODE'] })
    expect((await scan('UNIT-CODE')).json()).toMatchObject({ item, pack: null, pack_units: 1, lot: null, expires_on: null, batches: [] })
    expect((await scan('amox-500')).json()).toMatchObject({ item, pack: null })
    for (const code of ['5901234123457', ']E05901234123457', '05901234123457', '(01)05901234123457'])
      expect((await scan(code)).json()).toMatchObject({ item, pack_name: 'Box', pack_units: 100, lot: null })
    for (const code of [
      ']d201059012341234571728022910abc1',
      '010590123412345710ABC1\u001d17280200',
      ']C110ABC1\u001d010590123412345717280229',
    ])
      expect((await scan(code)).json()).toMatchObject({ item, pack_units: 100, lot: 'ABC1', expires_on: '2028-02-29', batches: [batch] })
    expect((await scan(']Q301059012341234572199\u001d3012')).json()).toMatchObject({ item, serial: '99', quantity: 12 })
  })

  test('that nobody has is told with what it says', async () => {
    const unknown = await scan(']d201095060001343521728022910X1')
    expect([unknown.status, unknown.json()]).toMatchObject([
      404,
      { code: 'unknown_code', gtin: '09506000134352', lot: 'X1', expires_on: '2028-02-29' },
    ])
    expect((await scan('nonsense')).json()).toMatchObject({ code: 'unknown_code', gtin: null, lot: null })
  })

  test('that cannot be read is refused', async () => {
    for (const code of [']d20109506000134353', ']C1ABC']) expect((await scan(code)).json()).toEqual({ code: ['This code cannot be read.'] })
    expect((await scan('')).status).toBe(400)
  })
})

test('the overview counts and values what there is to do', async () => {
  const [{ id: store, name }, { id: item, name: item_name }, { id: empty }] = [
    await aStore(clinic.db),
    await aDrug(clinic.db),
    await aDrug(clinic.db),
  ]
  const put = (quantity: number, more: object) => someStock(clinic.db, { item, store, quantity, unit_cost: '1', ...more })
  await put(1000, {})
  await put(1, { expires_on: '2026-03-04' })
  await put(2, { expires_on: '2026-05-03' })
  await put(4, { expires_on: '2026-06-02' })
  await put(8, { expires_on: '2026-03-03' })
  await put(16, { expires_on: '2026-02-03', state: 'quarantined' })
  await put(32, { state: 'quarantined' })
  await put(64, { state: 'in transit' })
  await use(item, store, 1)
  await keeper.call('PUT', `/inventory/items/${item}/levels/${store}/`, { minimum: 0, reorder_level: 2000 })
  await keeper.call('PUT', `/inventory/items/${empty}/levels/${store}/`, { minimum: 0, reorder_level: 0 })
  const overview = (await nurse.call('GET', `/inventory/overview/?store=${store}`)).json()
  expect(overview).toEqual({
    day: '2026-03-04',
    value: '1126.00',
    low: 1,
    out: 1,
    usable: { batches: 3, value: '1006.00' },
    expiring: {
      within_30: { batches: 0, value: '0.00' },
      within_60: { batches: 1, value: '2.00' },
      within_90: { batches: 2, value: '6.00' },
    },
    expired: { batches: 2, value: '24.00' },
    quarantined: { batches: 2, value: '48.00' },
    in_transit: { batches: 1, value: '64.00' },
    stores: [{ store, store_name: name, items: 1, low: 1, out: 1, value: '1126.00' }],
    most_used: [{ item, item_name, units_of_measure: 'tablet', quantity: 1, usable: 1014 }],
  })
  const all = (await nurse.call('GET', '/inventory/overview/')).json<{ stores: { store: number; value: string }[]; value: string }>()
  expect(all.stores.find((row) => row.store === store)).toMatchObject({ value: '1126.00' })
  const sum = all.stores.reduce((total, row) => total + Number(row.value), 0)
  expect(Number(all.value)).toBeCloseTo(sum, 2)
})
