import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aDrug, aStore, aSupplier, someStock } from '../../testing/scenarios/stock.ts'
import type { SupplierReturn, SupplierReturnSummary } from './contract-receipts.ts'

let clinic: TestClinic
let db: Db
let keeper: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  db = clinic.db
  keeper = await clinic.signedInAs(['stock.receive', 'purchasing.view'])
})
afterAll(() => clinic.close())

const URL = '/inventory/supplier-returns/'
const send = (body: object, headers: Record<string, string> = {}) =>
  keeper.call('POST', URL, { reason: 'Broken on arrival', ...body }, headers)
/** A batch of 10 at 2.50 of a new supplier in a new store. */
const aBatch = async () => {
  const [drug, store, supplier] = [await aDrug(db), (await aStore(db)).id, (await aSupplier(db)).id]
  const batch = await someStock(db, { item: drug.id, store, supplier, quantity: 10, lot: `R${drug.id}` })
  return { drug, store, supplier, batch }
}
const left = async (item: number) =>
  db.selectFrom('stock_levels').select(['usable', 'quarantined']).where('item_id', '=', item).executeTakeFirstOrThrow()

describe('POST /inventory/supplier-returns/', () => {
  test('sends usable and quarantined units back, as movements, with what they cost as expected credit', async () => {
    const { drug, store, supplier, batch } = await aBatch()
    await someStock(db, { item: drug.id, store, supplier, quantity: 3, lot: `R${drug.id}`, state: 'quarantined' })
    const reply = await send({
      supplier,
      store,
      items: [
        { batch, quantity: 4 },
        { batch, state: 'quarantined', quantity: '3' },
      ],
    })
    expect(reply.status, reply.text).toBe(201)
    const made = reply.json<SupplierReturn>()
    expect(made).toMatchObject({
      number: 'SR-2026-00001',
      supplier,
      reason: 'Broken on arrival',
      value: '17.50',
      credited: '0.00',
      item_count: 2,
      items: [
        { item: drug.id, batch, state: 'usable', quantity: 4, unit_cost: '2.500000', value: '10.00' },
        { batch, state: 'quarantined', quantity: 3 },
      ],
    })
    expect(await left(drug.id)).toEqual({ usable: 6, quarantined: 0 })
    const moved = await db
      .selectFrom('stock_movements')
      .select(['kind', 'quantity'])
      .where('item_id', '=', drug.id)
      .orderBy('id', 'desc')
      .limit(2)
      .execute()
    expect(moved).toEqual([
      { kind: 'return_supplier', quantity: -3 },
      { kind: 'return_supplier', quantity: -4 },
    ])
    expect((await keeper.call('GET', `${URL}${made.id}/`)).json()).toEqual(made)
  })

  test('refuses more than lies there with what is left, and moves nothing', async () => {
    const { drug, store, supplier, batch } = await aBatch()
    const refused = await send({ supplier, store, items: [{ batch, quantity: 11 }] })
    expect(refused.json()).toMatchObject({ code: 'not_enough_stock', short: [{ item: drug.id, batch, wanted: 11, left: 10 }] })
    expect((await send({ supplier, store, items: [{ batch, state: 'quarantined', quantity: 1 }] })).status).toBe(409)
    expect(await left(drug.id)).toEqual({ usable: 10, quarantined: 0 })
  })

  test('of two who send the last back one wins, and one key sends once', async () => {
    const { drug, store, supplier, batch } = await aBatch()
    const body = { supplier, store, items: [{ batch, quantity: 6 }] }
    const replies = await Promise.all([send(body), send(body), send(body)])
    expect(statuses(replies)).toEqual([201, 409, 409])
    const key = { 'idempotency-key': `back-${batch}` }
    const rest = { ...body, items: [{ batch, quantity: 2 }] }
    const [one, two] = await Promise.all([send(rest, key), send(rest, key)])
    expect([one.status, two.text]).toEqual([201, one.text])
    expect(await left(drug.id)).toMatchObject({ usable: 2 })
  })

  test('refuses what another supplier sold, unless that is meant', async () => {
    const { store, batch } = await aBatch()
    const supplier = (await aSupplier(db)).id
    const body = { supplier, store, items: [{ batch, quantity: 1 }] }
    const refused = await send(body)
    expect([refused.status, Object.keys(refused.json())]).toEqual([400, ['items.0.batch']])
    expect((await send({ ...body, any_supplier: true })).status).toBe(201)
  })

  test.each([
    ['zero', { quantity: 0 }, 'items.0.quantity'],
    ['negative', { quantity: -1 }, 'items.0.quantity'],
    ['a fraction', { quantity: '1.5' }, 'items.0.quantity'],
    ['an unknown batch', { batch: 999_999 }, 'items.0.batch'],
    ['what is on its way', { state: 'in transit' }, 'items.0.state'],
  ])('refuses %s', async (_what, wrong, field) => {
    const { store, supplier, batch } = await aBatch()
    const refused = await send({ supplier, store, items: [{ batch, quantity: 1, ...wrong }] })
    expect([refused.status, Object.keys(refused.json())]).toEqual([400, [field]])
  })

  test('refuses a batch named twice, no reason, a store or supplier that is not there', async () => {
    const { store, supplier, batch } = await aBatch()
    const row = { batch, quantity: 1 }
    const body = { supplier, store, items: [row] }
    expect(Object.keys((await send({ ...body, items: [row, row] })).json())).toEqual(['items.1.batch'])
    expect(Object.keys((await send({ ...body, reason: ' ' })).json())).toEqual(['reason'])
    expect(Object.keys((await send({ ...body, store: 999_999 })).json())).toEqual(['store'])
    expect(Object.keys((await send({ ...body, supplier: 999_999 })).json())).toEqual(['supplier'])
    const unprivileged = await clinic.signedInAs(['purchasing.view', 'stock.move'])
    expect((await unprivileged.call('POST', URL, { ...body, reason: 'Broken' })).status).toBe(403)
  })
})

test('GET /inventory/supplier-returns/ lists them newest first, by supplier, store, number and what is not credited', async () => {
  const { store, supplier, batch } = await aBatch()
  const [first, second] = [
    (await send({ supplier, store, items: [{ batch, quantity: 1 }] })).json<SupplierReturn>(),
    (await send({ supplier, store, items: [{ batch, quantity: 2 }] })).json<SupplierReturn>(),
  ]
  const idsOf = async (query: string) =>
    (await keeper.call('GET', `${URL}?supplier=${supplier}&${query}`)).json<SupplierReturnSummary[]>().map(({ id }) => id)
  expect(await idsOf('')).toEqual([second.id, first.id])
  expect(await idsOf(`store=${store}&uncredited=true&limit=1`)).toEqual([second.id])
  expect(await idsOf('uncredited=false')).toEqual([])
  expect(await idsOf(`search=${first.number}`)).toEqual([first.id])
  expect((await keeper.call('GET', `${URL}999999/`)).status).toBe(404)
})
