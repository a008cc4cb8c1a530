import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aDrug, aPack, aStore, aSupplier, someStock } from '../../testing/scenarios/stock.ts'
import type { StockItem, StockItemCard } from './contract-items.ts'

let clinic: TestClinic
let keeper: Person
let nurse: Person
let priced: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  keeper = await clinic.signedInFrom('Storekeeper')
  nurse = await clinic.signedInFrom('Nurse')
  priced = await clinic.signedInAs(['stock.view', 'stock.settings', 'prices.change'])
})
afterAll(() => clinic.close())

const PATH = '/inventory/items/'
const card = async (id: number) => (await nurse.call('GET', `${PATH}${id}/`)).json<StockItemCard>()
let serial = 0
const body = (more: object = {}) => ({
  name: `Gauze ${++serial}`,
  desc: 'Sterile',
  category: 'consumable',
  units_of_measure: 'piece',
  ...more,
})

test('a new item is in the catalogue and in stock', async () => {
  const made = await keeper.call('POST', PATH, body({ name: 'Syringe 5 ml', item_code: 'SYR5', category_one: 'Internal' }))
  expect([made.status, made.json()]).toMatchObject([
    201,
    {
      name: 'Syringe 5 ml',
      item_code: 'SYR5',
      desc: 'Sterile',
      category: 'consumable',
      units_of_measure: 'piece',
      category_one: 'internal',
    },
  ])
  const { id, version, sale_price, usable, packs } = made.json<StockItemCard>()
  expect({ version, sale_price, usable, packs }).toEqual({ version: 1, sale_price: null, usable: 0, packs: [] })
  expect(await clinic.db.selectFrom('items').select(['name', 'unit']).where('id', '=', id).executeTakeFirst()).toEqual({
    name: 'Syringe 5 ml',
    unit: 'piece',
  })
  expect((await nurse.call('GET', `${PATH}?q=syr5`)).json<StockItem[]>().map((item) => item.id)).toEqual([id])
})

test('a drug needs its lot and its expiry unless somebody says otherwise', async () => {
  const drug = (await keeper.call('POST', PATH, body({ category: 'drug' }))).json<StockItemCard>()
  expect(drug).toMatchObject({ needs_lot: true, needs_expiry: true, category_one: 'resale', lead_days: 7, slow_moving_period: 90 })
  const other = (await keeper.call('POST', PATH, body({ category: 'drug', needs_lot: false, lead_days: 30 }))).json<StockItemCard>()
  expect(other).toMatchObject({ needs_lot: false, needs_expiry: true, lead_days: 30 })
})

test('a cash price needs the right to set prices', async () => {
  expect((await keeper.call('POST', PATH, body({ sale_price: '12.00' }))).status).toBe(403)
  const made = await priced.call('POST', PATH, body({ sale_price: '12.00' }))
  expect([made.status, made.json<StockItemCard>().sale_price]).toEqual([201, '12.00'])
})

describe('what no item may be', () => {
  test.each([
    ['without a name', { name: '' }, 'name'],
    ['of a category that there is not', { category: 'Furniture' }, 'category'],
    ['for a use that there is not', { category_one: 'gift' }, 'category_one'],
    ['of a supplier that there is not', { supplier: 2_000_000_000 }, 'supplier'],
    ['of a tax class that there is not', { tax_class: 2_000_000_000 }, 'tax_class'],
    ['with half a day', { lead_days: 0.5 }, 'lead_days'],
    ['with a field that there is not', { colour: 'red' }, 'colour'],
  ])('%s', async (_name, more, field) => {
    const refused = await keeper.call('POST', PATH, body(more))
    expect([refused.status, Object.keys(refused.json())]).toEqual([400, [field]])
  })
})

test('the card shows what lies where, at which cost, and what is worth', async () => {
  const [{ id: item }, { id: store, name }] = [await aDrug(clinic.db, { unit: 'tablet' }), await aStore(clinic.db)]
  const { id: supplier } = await aSupplier(clinic.db)
  const late = await someStock(clinic.db, { item, store, quantity: 40, expires_on: '2027-06-30', unit_cost: '1.25', supplier })
  const soon = await someStock(clinic.db, { item, store, quantity: 10, expires_on: '2026-04-30', unit_cost: '1.333333' })
  await someStock(clinic.db, { item, store, quantity: 5, expires_on: '2026-03-01', unit_cost: '2', state: 'quarantined', lot: 'OLD' })
  await aPack(clinic.db, item, 100)
  await aPack(clinic.db, item, 10)
  const found = await card(item)
  expect(found).toMatchObject({
    usable: 50,
    quarantined: 5,
    in_transit: 0,
    on_order: 0,
    value: '73.33',
    packed: 100,
    subpacked: 10,
    sale_price: '10.00',
  })
  expect(found.batches.map(({ id, unit_cost, is_expired }) => [id, unit_cost, is_expired])).toEqual([
    [expect.any(Number), '2.00', true],
    [soon, '1.333333', false],
    [late, '1.25', false],
  ])
  expect(found.batches[0]).toMatchObject({ lot: 'OLD', places: [{ store, store_name: name, state: 'quarantined', quantity: 5 }] })
  expect(found.levels.find((level) => level.store === store)).toMatchObject({ usable: 50, quarantined: 5, value: '73.33', version: 1 })
  expect(found.levels.length).toBeGreaterThan(3)
  expect((await nurse.call('GET', `${PATH}2000000000/`)).status).toBe(404)
})

test('a change names what differs, and counts what the catalogue changed', async () => {
  const { id } = (await keeper.call('POST', PATH, body())).json<StockItemCard>()
  const changed = await keeper.call('PATCH', `${PATH}${id}/`, { desc: 'Folded', safety_days: 20, units_of_measure: 'roll', version: 1 })
  expect([changed.status, changed.json()]).toMatchObject([200, { desc: 'Folded', safety_days: 20, units_of_measure: 'roll', version: 3 }])
  const late = await keeper.call('PATCH', `${PATH}${id}/`, { desc: 'X', version: 2 })
  expect([late.status, late.json<{ current: StockItem }>().current.desc]).toEqual([412, 'Folded'])
  const trail = await clinic.db
    .selectFrom('audit_log')
    .select('change')
    .where('entity', '=', 'item')
    .where('entity_id', '=', id)
    .where('action', '=', 'change')
    .executeTakeFirstOrThrow()
  expect(trail.change).toMatchObject({ desc: ['Sterile', 'Folded'], units_of_measure: ['piece', 'roll'] })
  expect((await nurse.call('PATCH', `${PATH}${id}/`, { desc: 'Y' })).status).toBe(403)
})

test('the unit stays once something was counted in it', async () => {
  const [{ id: item }, { id: store }] = [await aDrug(clinic.db), await aStore(clinic.db)]
  await someStock(clinic.db, { item, store, quantity: 1 })
  const refused = await keeper.call('PATCH', `${PATH}${item}/`, { units_of_measure: 'bottle' })
  expect([refused.status, refused.json()]).toMatchObject([409, { code: 'counted_in_unit' }])
})

test('an item goes out of use by either call, but not while something lies there', async () => {
  const [held, { id: store }] = [await aDrug(clinic.db), await aStore(clinic.db)]
  await someStock(clinic.db, { item: held.id, store, quantity: 1 })
  const calls = [
    (id: number) => keeper.call('DELETE', `${PATH}${id}/`),
    (id: number) => keeper.call('POST', '/inventory/delete-item', { id }),
    (id: number) => keeper.call('POST', '/api/inventory/delete-item', { id }),
  ]
  for (const remove of calls) {
    const refused = await remove(held.id)
    expect([refused.status, refused.json()]).toMatchObject([409, { code: 'on_hand' }])
    const { id } = await aDrug(clinic.db)
    expect((await remove(id)).status).toBe(204)
    expect(await card(id)).toMatchObject({ is_active: false })
    expect((await nurse.call('GET', `${PATH}?active=true&limit=100`)).json<StockItem[]>().map((item) => item.id)).not.toContain(id)
    expect((await keeper.call('PATCH', `${PATH}${id}/`, { is_active: true })).json()).toMatchObject({ is_active: true })
    expect((await remove(2_000_000_000)).status).toBe(404)
  }
  expect((await keeper.call('PATCH', `${PATH}${held.id}/`, { is_active: false })).status).toBe(409)
  expect((await nurse.call('DELETE', `${PATH}${held.id}/`)).status).toBe(403)
})

const putPacks = (id: number, packs: object[], more: object = {}) => keeper.call('PUT', `${PATH}${id}/packs/`, { packs, ...more })
const putLevel = (item: number, store: number, level: object) => keeper.call('PUT', `${PATH}${item}/levels/${store}/`, level)

describe('packs and barcodes', () => {
  test('are said whole: what is not named any more goes out of use', async () => {
    const { id } = await aDrug(clinic.db)
    const first = await putPacks(
      id,
      [
        { name: 'Box', units: 100, barcodes: ['5901234123457'] },
        { name: 'Strip', units: 10 },
      ],
      { barcodes: [`UNIT${id}`] },
    )
    expect([first.status, first.json()]).toMatchObject([
      200,
      {
        item: id,
        barcodes: [`UNIT${id}`],
        packs: [
          { name: 'Box', units: 100, barcodes: ['5901234123457'] },
          { name: 'Strip', barcodes: [] },
        ],
      },
    ])
    const [box, strip] = first.json<StockItemCard>().packs
    const second = await putPacks(id, [{ id: strip!.id, name: 'Sheet', units: 12, barcodes: ['5901234123457'] }])
    expect(second.json<StockItemCard>().packs).toMatchObject([
      { id: strip!.id, name: 'Sheet', units: 12, is_active: true, barcodes: ['5901234123457'] },
      { id: box!.id, is_active: false, barcodes: [] },
    ])
    expect((await putPacks(id, [{ id: strip!.id, name: 'box', units: 12 }])).json()).toHaveProperty(['packs.0.name'])
    expect((await nurse.call('GET', `${PATH}?q=5901234123457`)).json<StockItem[]>()).toMatchObject([{ id, packed: 12, subpacked: 1 }])
  })

  test('two packs may swap their names, and a name comes back to what had it', async () => {
    const { id } = await aDrug(clinic.db)
    const [a, b] = (
      await putPacks(id, [
        { name: 'A', units: 20 },
        { name: 'B', units: 5 },
      ])
    ).json<StockItemCard>().packs
    const swapped = await putPacks(id, [
      { id: a!.id, name: 'B', units: 20 },
      { id: b!.id, name: 'A', units: 5 },
    ])
    expect(swapped.json<StockItemCard>().packs).toMatchObject([
      { id: a!.id, name: 'B' },
      { id: b!.id, name: 'A' },
    ])
    await putPacks(id, [])
    expect((await putPacks(id, [{ name: 'b', units: 20 }])).json<StockItemCard>().packs[0]).toMatchObject({
      id: a!.id,
      name: 'b',
      is_active: true,
    })
    // A name may look like the number of another pack.
    await aPack(clinic.db, id, 6, `b ${a!.id}`)
    expect((await putPacks(id, [{ id: a!.id, name: 'C', units: 20 }])).status).toBe(200)
  })

  test('need the version that was read', async () => {
    const { id } = await aDrug(clinic.db)
    expect((await putPacks(id, [], { version: 1 })).json()).toMatchObject({ version: 2 })
    expect((await putPacks(id, [], { version: 1 })).status).toBe(412)
    expect((await putPacks(2_000_000_000, [])).status).toBe(404)
  })

  test.each<[string, object[], object, string]>([
    ['of one unit', [{ name: 'Box', units: 1 }], {}, 'packs.0.units'],
    ['of half a unit', [{ name: 'Box', units: 2.5 }], {}, 'packs.0.units'],
    [
      'named twice',
      [
        { name: 'Box', units: 2 },
        { name: 'box', units: 3 },
      ],
      {},
      'packs.1.name',
    ],
    ['of another item', [{ id: 2_000_000_000, name: 'Box', units: 2 }], {}, 'packs.0.id'],
    ['with a code twice', [{ name: 'Box', units: 2, barcodes: ['ABCD', 'ABCD'] }], {}, 'packs.0.barcodes.1'],
    ['with a code of the single unit', [{ name: 'Box', units: 2, barcodes: ['ABCD'] }], { barcodes: ['ABCD'] }, 'packs.0.barcodes.0'],
    ['with too short a code', [{ name: 'Box', units: 2, barcodes: ['ABC'] }], {}, 'packs.0.barcodes.0'],
  ])('%s are refused', async (_name, packs, more, field) => {
    const { id } = await aDrug(clinic.db)
    const refused = await putPacks(id, packs, more)
    expect([refused.status, Object.keys(refused.json())]).toEqual([400, [field]])
  })

  test('a code belongs to one item alone', async () => {
    const [one, other] = [await aDrug(clinic.db), await aDrug(clinic.db)]
    await putPacks(one.id, [], { barcodes: ['TAKEN-CODE'] })
    expect((await putPacks(other.id, [], { barcodes: ['TAKEN-CODE'] })).json()).toEqual({
      'barcodes.0': [`This code belongs to ${one.name}.`],
    })
  })
})

describe('levels', () => {
  test('say when an item is low in a store', async () => {
    const [{ id: item }, { id: store, name }] = [await aDrug(clinic.db), await aStore(clinic.db)]
    await someStock(clinic.db, { item, store, quantity: 20 })
    const level = await putLevel(item, store, { minimum: 10, reorder_level: '20', maximum: 100, version: 1 })
    expect([level.status, level.json()]).toMatchObject([
      200,
      { store, store_name: name, usable: 20, minimum: 10, reorder_level: 20, maximum: 100, is_low: true, value: '50.00', version: 2 },
    ])
    const late = await putLevel(item, store, { minimum: 0, reorder_level: 0, version: 1 })
    expect([late.status, late.json<{ current: object }>().current]).toMatchObject([412, { minimum: 10 }])
    expect((await putLevel(item, store, { minimum: 0, reorder_level: 0 })).json()).toMatchObject({ maximum: null, is_low: false })
  })

  test('of a store that never had the item', async () => {
    const [{ id: item }, { id: store }] = [await aDrug(clinic.db), await aStore(clinic.db)]
    expect((await putLevel(item, store, { minimum: 0, reorder_level: 5, version: 1 })).json()).toMatchObject({
      usable: 0,
      is_low: true,
      version: 2,
    })
  })

  test.each([
    ['an order too late', { minimum: 10, reorder_level: 5 }, 'reorder_level'],
    ['a maximum below', { minimum: 0, reorder_level: 5, maximum: 4 }, 'maximum'],
    ['less than nothing', { minimum: -1, reorder_level: 5 }, 'minimum'],
    ['half a unit', { minimum: 0.5, reorder_level: 5 }, 'minimum'],
    ['no level', { minimum: 1 }, 'reorder_level'],
  ])('refuse %s', async (_name, level, field) => {
    const [{ id: item }, { id: store }] = [await aDrug(clinic.db), await aStore(clinic.db)]
    const refused = await putLevel(item, store, level)
    expect([refused.status, Object.keys(refused.json())]).toEqual([400, [field]])
  })

  test('are of an item and a store that are there', async () => {
    const [{ id: item }, { id: store }] = [await aDrug(clinic.db), await aStore(clinic.db, { is_active: false })]
    const level = { minimum: 0, reorder_level: 1 }
    expect((await putLevel(2_000_000_000, store, level)).status).toBe(404)
    expect((await putLevel(item, 2_000_000_000, level)).status).toBe(404)
    expect((await putLevel(item, store, level)).status).toBe(400)
  })
})
