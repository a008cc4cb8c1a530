import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aDrug, aStore, someStock } from '../../testing/scenarios/stock.ts'
import type { Store } from './contract-items.ts'

let clinic: TestClinic
let keeper: Person
let nurse: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  keeper = await clinic.signedInFrom('Storekeeper')
  nurse = await clinic.signedInFrom('Nurse')
})
afterAll(() => clinic.close())

const PATH = '/inventory/stores/'
const add = async (body: object) => (await keeper.call('POST', PATH, body)).json<Store>()

test('a new clinic has a main store, a pharmacy and a laboratory, the main one first', async () => {
  const stores = (await nurse.call('GET', PATH)).json<Store[]>()
  expect(stores.map(({ name }) => name)).toEqual(['Main store', 'Pharmacy', 'Laboratory'])
})

test('a storekeeper adds a store, which others see; a nurse cannot', async () => {
  const made = await keeper.call('POST', PATH, { name: 'Theatre store', kind: 'ward' })
  expect(made.status).toBe(201)
  expect(made.json<Store>()).toMatchObject({ name: 'Theatre store', kind: 'ward', department: null, is_active: true, version: 1 })
  expect((await nurse.call('GET', PATH)).json<Store[]>().map(({ name }) => name)).toContain('Theatre store')
  expect((await nurse.call('POST', PATH, { name: 'Mine', kind: 'ward' })).status).toBe(403)
})

describe('what no store may be', () => {
  test('of a department out of use', async () => {
    const { id } = await clinic.db
      .insertInto('departments')
      .values({ name: 'Closed', is_active: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    const refused = await keeper.call('POST', PATH, { name: 'X', kind: 'ward', department: id })
    expect(refused.json()).toEqual({ department: ['This department is inactive.'] })
  })

  test.each([
    ['without a name', { kind: 'ward' }, 'name'],
    ['of a kind that there is not', { name: 'X', kind: 'cellar' }, 'kind'],
    ['of a department that there is not', { name: 'X', kind: 'ward', department: 2_000_000_000 }, 'department'],
    ['named as another one', { name: 'PHARMACY', kind: 'ward' }, 'name'],
  ])('%s', async (_name, body, field) => {
    const refused = await keeper.call('POST', PATH, body)
    expect([refused.status, Object.keys(refused.json())]).toEqual([400, [field]])
  })
})

test('a change needs the version that was read', async () => {
  const { id } = await add({ name: 'Ward 3', kind: 'ward' })
  const changed = await keeper.call('PATCH', `${PATH}${id}/`, { name: 'Ward 4', version: 1 })
  expect([changed.status, changed.headers['etag'], changed.json<Store>().name]).toEqual([200, '"2"', 'Ward 4'])
  const late = await keeper.call('PATCH', `${PATH}${id}/`, { name: 'Ward 5' }, { 'if-match': '"1"' })
  expect([late.status, late.json<{ current: Store }>().current.name]).toEqual([412, 'Ward 4'])
  expect((await keeper.call('PATCH', `${PATH}2000000000/`, { name: 'X' })).status).toBe(404)
})

test('a store that holds something stays in use, and one that is empty goes', async () => {
  const [{ id: item }, { id: store }] = [await aDrug(clinic.db), await aStore(clinic.db)]
  await someStock(clinic.db, { item, store, quantity: 1 })
  const refused = await keeper.call('PATCH', `${PATH}${store}/`, { is_active: false })
  expect([refused.status, refused.json()]).toMatchObject([409, { code: 'store_in_use' }])
  const { id: empty } = await aStore(clinic.db)
  expect((await keeper.call('PATCH', `${PATH}${empty}/`, { is_active: false })).status).toBe(200)
  const active = (await nurse.call('GET', `${PATH}?active=true`)).json<Store[]>()
  expect(active.map(({ id }) => id)).toContain(store)
  expect(active.map(({ id }) => id)).not.toContain(empty)
})

test('a store to which something is on its way stays in use', async () => {
  const [{ id: item }, { id: store }] = [await aDrug(clinic.db), await aStore(clinic.db)]
  await someStock(clinic.db, { item, store, quantity: 1, state: 'in transit' })
  expect((await keeper.call('PATCH', `${PATH}${store}/`, { is_active: false })).json()).toMatchObject({ code: 'store_in_use' })
})

test('one main store always stays', async () => {
  const main = (await nurse.call('GET', PATH)).json<Store[]>()[0]!
  for (const change of [{ is_active: false }, { kind: 'ward' }]) {
    const refused = await keeper.call('PATCH', `${PATH}${main.id}/`, change)
    expect([refused.status, refused.json()]).toMatchObject([409, { code: 'last_main_store' }])
  }
  await add({ name: 'Second main store', kind: 'main' })
  expect((await keeper.call('PATCH', `${PATH}${main.id}/`, { kind: 'ward' })).status).toBe(200)
})
