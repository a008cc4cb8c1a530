import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { anInsurer } from '../../testing/builders.ts'
import { aDrug, aPack, aStore, aSupplier, someStock } from '../../testing/scenarios/stock.ts'
import type { StockItem } from './contract-items.ts'
import type { Expiring, Inventory, StockRow } from './contract-ledger.ts'

let clinic: TestClinic
let keeper: Person
let nurse: Person
let priced: Person
beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date('2026-03-02T07:30:00Z') })
  keeper = await clinic.signedInFrom('Storekeeper')
  nurse = await clinic.signedInFrom('Nurse')
  priced = await clinic.signedInAs(['stock.view', 'stock.settings', 'prices.change'])
})
afterAll(() => clinic.close())

const PATH = '/inventory/inventories/'
const inventories = async (query: string) => (await nurse.call('GET', `${PATH}?${query}`)).json<Inventory[]>()
const stock = async (query: string) => (await nurse.call('GET', `/inventory/stock/?limit=100&${query}`)).json<StockRow[]>()
const names = (rows: { name: string }[]) => rows.map(({ name }) => name)

const opening = (item: number, more: object = {}) => ({
  item,
  quantity_in_stock: '120',
  purchase_price: '1.5',
  lot_number: 'ab-1',
  expiry_date: '2027-05-31',
  ...more,
})
const movements = (item: number) => clinic.db.selectFrom('stock_movements').selectAll().where('item_id', '=', item).execute()

describe('opening stock of one item', () => {
  test('lies in the main store from then on, by a note of its own', async () => {
    const { id: item, name } = await aDrug(clinic.db)
    const made = await keeper.call('POST', PATH, opening(item, { packed: '100', subpacked: 10, category_one: 'Resale' }))
    expect([made.status, made.json()]).toMatchObject([
      201,
      {
        item,
        item_name: name,
        store_name: 'Main store',
        lot_number: 'AB-1',
        expiry_date: '2027-05-31',
        state: 'usable',
        quantity_in_stock: 120,
        total_quantity: 120,
        purchase_price: '1.50',
        sale_price: '10.00',
        value: '180.00',
        packed: 100,
        subpacked: 10,
        category_one: 'resale',
        insurance_sale_prices: [],
      },
    ])
    expect(await movements(item)).toMatchObject([{ kind: 'opening', quantity: 120, balance: 120, state: 'usable' }])
    const note = await clinic.db.selectFrom('stock_notes').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
    expect(note).toMatchObject({ kind: 'opening', created_by: keeper.id, reason: 'Opening stock' })
    // The same batch again adds to it; the packs are there already.
    expect((await keeper.call('POST', PATH, opening(item, { packed: 100 }))).json()).toMatchObject({ quantity_in_stock: 240, packed: 100 })
    expect(await inventories(`item=${item}`)).toMatchObject([{ quantity_in_stock: 240 }])
  })

  test('takes the names that earlier clients give packs, and keeps none for them', async () => {
    const { id: item } = await aDrug(clinic.db)
    const made = await keeper.call('POST', PATH, opening(item, { packed: 'Box', subpacked: '' }))
    expect([made.status, made.json()]).toMatchObject([201, { packed: 1, subpacked: 1 }])
    for (const packed of ['-3', '1.5', 0, 'x'.repeat(300)])
      expect((await keeper.call('POST', PATH, opening(item, { packed }))).json()).toHaveProperty('packed')
  })

  test('keeps a pack without changing another one, and who edits packs meanwhile is told', async () => {
    const { id: item } = await aDrug(clinic.db)
    const { id: pack } = await aPack(clinic.db, item, 12, 'Pack of 10')
    const refused = await keeper.call('POST', PATH, opening(item, { packed: 10 }))
    expect([refused.status, refused.json()]).toEqual([400, { packed: ['Another pack of the item has this name.'] }])
    expect((await keeper.call('POST', PATH, opening(item, { subpacked: 6 }))).status).toBe(201)
    const { packs } = (await keeper.call('GET', `/inventory/items/${item}/`)).json<StockItem>()
    expect(packs.map(({ name, units }) => [name, units])).toEqual([
      ['Pack of 10', 12],
      ['Pack of 6', 6],
    ])
    const late = { version: 1, packs: [{ id: pack, name: 'Dozen', units: 12 }] }
    expect((await keeper.call('PUT', `/inventory/items/${item}/packs/`, late)).status).toBe(412)
  })

  test('is opened once by a click that came twice', async () => {
    const { id: item } = await aDrug(clinic.db)
    const send = () => keeper.call('POST', PATH, opening(item), { 'idempotency-key': `opening-${item}` })
    const [first, second] = await Promise.all([send(), send()])
    expect([first.status, second.status, first.text]).toEqual([201, 201, second.text])
    expect(await movements(item)).toHaveLength(1)
  })

  test('sets another cash price only for those who may', async () => {
    const { id: item } = await aDrug(clinic.db)
    expect((await keeper.call('POST', PATH, opening(item, { sale_price: '10' }))).status).toBe(201)
    expect((await keeper.call('POST', PATH, opening(item, { sale_price: '11' }))).status).toBe(403)
    expect((await priced.call('POST', PATH, opening(item, { sale_price: '11' }))).json()).toMatchObject({ sale_price: '11.00' })
    expect(await movements(item)).toHaveLength(2)
  })

  test.each([
    ['nothing', { quantity_in_stock: 0 }, 'quantity_in_stock'],
    ['less than nothing', { quantity_in_stock: -5 }, 'quantity_in_stock'],
    ['half a unit', { quantity_in_stock: '2.5' }, 'quantity_in_stock'],
    ['too much', { quantity_in_stock: 1_000_000 }, 'quantity_in_stock'],
    ['no cost', { purchase_price: null }, 'purchase_price'],
    ['a cost that is none', { purchase_price: '1,5' }, 'purchase_price'],
    ['what has expired', { expiry_date: '2026-03-01' }, 'expiry_date'],
    ['a day that there is not', { expiry_date: '2027-02-30' }, 'expiry_date'],
    ['no expiry where it is needed', { expiry_date: null }, 'expiry_date'],
    ['no lot where it is needed', { lot_number: null }, 'lot_number'],
    ['a pack that is none', { packed: '12.5' }, 'packed'],
    ['a use that there is not', { category_one: 'gift' }, 'category_one'],
    ['a store that there is not', { store: 2_000_000_000 }, 'store'],
    ['a supplier that there is not', { supplier: 2_000_000_000 }, 'supplier'],
    ['an item that there is not', { item: 2_000_000_000 }, 'item'],
  ])('refuses %s, and moves nothing', async (_name, more, field) => {
    const { id: item } = await aDrug(clinic.db)
    const refused = await keeper.call('POST', PATH, opening(item, more))
    expect([refused.status, Object.keys(refused.json())]).toEqual([400, [field]])
    expect(await movements(item)).toEqual([])
  })

  test('refuses an item out of use, a recalled lot, and a nurse', async () => {
    const gone = await aDrug(clinic.db, { is_active: false })
    expect((await keeper.call('POST', PATH, opening(gone.id))).json()).toHaveProperty('item')
    const { id: item } = await aDrug(clinic.db)
    const note = await clinic.db
      .insertInto('stock_notes')
      .values({ number: `N${item}`, kind: 'recall', reason: 'x', created_at: clinic.clock.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    const recall = { number: `R${item}`, item_id: item, lot: 'AB-1', reason: 'x', recalled_at: clinic.clock.now }
    await clinic.db
      .insertInto('recalls')
      .values({ ...recall, recalled_by: keeper.id, stock_note_id: note.id })
      .execute()
    const refused = await keeper.call('POST', PATH, opening(item))
    expect([refused.status, refused.json()]).toMatchObject([409, { code: 'batch_recalled' }])
    expect(await movements(item)).toEqual([])
    expect((await nurse.call('POST', PATH, opening(item))).status).toBe(403)
  })
})

describe('what lies where', () => {
  test('is found by item, store, word, state and expiry, with what insurers are asked', async () => {
    const [{ id: item, name }, { id: a }, { id: b }] = [await aDrug(clinic.db), await aStore(clinic.db), await aStore(clinic.db)]
    const insurer = await anInsurer(clinic.db, { [item]: '8.00' })
    const soon = await someStock(clinic.db, { item, store: a, quantity: 5, expires_on: '2026-04-20' })
    const late = await someStock(clinic.db, { item, store: a, quantity: 7, expires_on: '2027-04-20' })
    const aside = await someStock(clinic.db, { item, store: b, quantity: 9, state: 'quarantined' })
    const batches = async (query: string) => (await inventories(query)).map(({ batch }) => batch)
    expect(await batches(`item=${item}`)).toEqual([aside, late, soon])
    expect(await batches(`item=${item}&limit=2`)).toEqual([aside, late])
    expect(await batches(`store=${a}`)).toEqual([late, soon])
    expect(await batches(`q=${encodeURIComponent(name)}&store=${b}`)).toEqual([aside])
    expect(await batches(`item=${item}&state=usable`)).toEqual([late, soon])
    expect(await batches(`item=${item}&expiring=60`)).toEqual([soon])
    expect(await batches(`item=${item}&expiring=30`)).toEqual([])
    const rows = await inventories(`item=${item}`)
    expect(rows[1]).toMatchObject({
      total_quantity: 12,
      insurance_sale_prices: [{ id: insurer.id, insurance_name: insurer.name.toLowerCase().replaceAll(' ', '_'), price: '8.00' }],
    })
    expect((await nurse.call('GET', `${PATH}?item=${item}&count=true&limit=1`)).headers['x-total-count']).toBe('3')
    const refused = await nurse.call('GET', `${PATH}?expiring=31`)
    expect([refused.status, Object.keys(refused.json())]).toEqual([400, ['expiring']])
  })

  test('item by item, with its stores', async () => {
    const [{ id: store, name }, other] = [await aStore(clinic.db), await aStore(clinic.db)]
    const [{ id: item }, unused] = [await aDrug(clinic.db, { name: 'Yy stock b' }), await aDrug(clinic.db, { name: 'Yy stock a' })]
    await someStock(clinic.db, { item, store, quantity: 5, expires_on: '2026-04-20', unit_cost: '1.1' })
    await someStock(clinic.db, { item, store, quantity: 5, expires_on: '2026-02-20', unit_cost: '1' })
    await someStock(clinic.db, { item, store: other.id, quantity: 9, state: 'quarantined', unit_cost: '2' })
    const rows = await stock('q=yy+stock')
    expect(names(rows)).toEqual(['Yy stock a', 'Yy stock b'])
    expect(rows[0]).toMatchObject({ id: unused.id, usable: 0, value: '0.00', next_expiry: null, stores: [] })
    expect(rows[1]).toMatchObject({
      id: item,
      usable: 10,
      quarantined: 9,
      on_order: 0,
      value: '28.50',
      next_expiry: '2026-04-20',
      is_low: false,
    })
    expect(rows[1]!.stores).toMatchObject([
      { store, store_name: name, usable: 10, value: '10.50' },
      { store: other.id, quarantined: 9, value: '18.00' },
    ])
    expect(names(await stock('q=yy+stock&sort=-name'))).toEqual(['Yy stock b', 'Yy stock a'])
    expect(await stock(`q=yy+stock&store=${other.id}`)).toMatchObject([
      { id: item, usable: 0, quarantined: 9, stores: [{ store: other.id }] },
    ])
  })

  test('by what there is to do', async () => {
    const [{ id: a }, { id: b }] = [await aStore(clinic.db), await aStore(clinic.db)]
    const [low, out, soon, aside] = [await aDrug(clinic.db), await aDrug(clinic.db), await aDrug(clinic.db), await aDrug(clinic.db)]
    await someStock(clinic.db, { item: low.id, store: a, quantity: 5 })
    await keeper.call('PUT', `/inventory/items/${low.id}/levels/${a}/`, { minimum: 1, reorder_level: 5 })
    await keeper.call('PUT', `/inventory/items/${out.id}/levels/${a}/`, { minimum: 0, reorder_level: 0 })
    await someStock(clinic.db, { item: soon.id, store: a, quantity: 5, expires_on: '2026-05-31' })
    await someStock(clinic.db, { item: aside.id, store: a, quantity: 5, state: 'quarantined' })
    await someStock(clinic.db, { item: aside.id, store: b, quantity: 5 })
    expect(names(await stock(`store=${a}`))).toEqual(names([low, out, soon, aside]))
    expect(names(await stock(`store=${a}&state=low`))).toEqual([low.name])
    expect(names(await stock(`store=${a}&state=out`))).toEqual(names([out, aside]))
    expect(names(await stock(`store=${a}&state=expiring`))).toEqual([soon.name])
    expect(names(await stock(`store=${a}&state=quarantined`))).toEqual([aside.name])
    // Elsewhere there is some.
    expect(names(await stock('state=out'))).toContain(out.name)
    expect(names(await stock('state=out'))).not.toContain(aside.name)
    expect(names(await stock('state=low'))).toContain(low.name)
  })

  test('and what is on order', async () => {
    const [{ id: store }, { id: supplier }, { id: item }] = [await aStore(clinic.db), await aSupplier(clinic.db), await aDrug(clinic.db)]
    await someStock(clinic.db, { item, store, quantity: 5 })
    for (const status of ['approved', 'draft'] as const) {
      const approval = status === 'draft' ? {} : { approved_at: clinic.clock.now, approved_by: nurse.id }
      const document = { number: `PO-${status}-${item}`, supplier_id: supplier, store_id: store, status, created_at: clinic.clock.now }
      const order = await clinic.db
        .insertInto('purchase_orders')
        .values({ ...document, ...approval, created_by: keeper.id })
        .returning('id')
        .executeTakeFirstOrThrow()
      const line = {
        item_id: item,
        supplier_id: supplier,
        pack_units: 10,
        quantity_purchased: 3,
        unit_price: '5',
        date_created: clinic.clock.now,
      }
      await clinic.db
        .insertInto('purchase_order_items')
        .values({ ...line, purchase_order_id: order.id })
        .execute()
    }
    expect(await stock(`store=${store}`)).toMatchObject([{ id: item, on_order: 30, stores: [{ on_order: 30 }] }])
    const card = (await nurse.call('GET', `/inventory/items/${item}/`)).json<{
      on_order: number
      levels: { store: number; on_order: number }[]
    }>()
    expect([card.on_order, card.levels.find((level) => level.store === store)?.on_order]).toEqual([30, 30])
    expect((await nurse.call('GET', `/inventory/items/${item}/usage/`)).json()).toMatchObject({ on_order: 30 })
  })
})

test('what expires is listed by its day, and what has expired apart', async () => {
  const [{ id: item }, { id: store }] = [await aDrug(clinic.db), await aStore(clinic.db)]
  const put = (expires_on: string, state: 'usable' | 'quarantined' = 'usable') =>
    someStock(clinic.db, { item, store, quantity: 2, expires_on, state })
  const [today, thirty, ninety, later] = [
    await put('2026-03-02'),
    await put('2026-04-01'),
    await put('2026-05-31'),
    await put('2026-06-01'),
  ]
  const [past, aside] = [await put('2026-03-01'), await put('2026-02-01', 'quarantined')]
  const list = async (query: string) => {
    const rows = (await nurse.call('GET', `/inventory/expiring/?store=${store}&${query}`)).json<Expiring[]>()
    return rows.map(({ batch, days_left }) => [batch, days_left])
  }
  expect(await list('')).toEqual([
    [today, 0],
    [thirty, 30],
    [ninety, 90],
  ])
  expect(await list('days=30')).toEqual([
    [today, 0],
    [thirty, 30],
  ])
  expect(await list('expired=true')).toEqual([
    [aside, -29],
    [past, -1],
  ])
  expect(await list('expired=true&state=usable')).toEqual([[past, -1]])
  const first = await nurse.call('GET', `/inventory/expiring/?store=${store}&limit=1&count=true`)
  expect(first.headers['x-total-count']).toBe('3')
  const next = first.next!
  expect((await nurse.call('GET', next)).json<Expiring[]>()[0]).toMatchObject({ batch: thirty, quantity_in_stock: 2, value: '5.00' })
  expect(later).toBeGreaterThan(0)
})
