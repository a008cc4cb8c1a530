import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aDrug, aSupplier } from '../../testing/scenarios/stock.ts'
import type { StockItem } from './contract-items.ts'

let clinic: TestClinic
let keeper: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  keeper = await clinic.signedInFrom('Storekeeper')
})
afterAll(() => clinic.close())

const names = async (query: string) => (await keeper.call('GET', `/inventory/items/?${query}`)).json<StockItem[]>().map(({ name }) => name)

test('pages go on by name, and are counted when somebody asks', async () => {
  for (const name of ['Zz page c', 'Zz page A', 'Zz page b']) await aDrug(clinic.db, { name })
  const first = await keeper.call('GET', '/inventory/items/?q=zz+page&limit=2&count=true')
  expect([first.json<StockItem[]>().map(({ name }) => name), first.headers['x-total-count']]).toEqual([['Zz page A', 'Zz page b'], '3'])
  const next = first.next!
  expect((await keeper.call('GET', next)).json<StockItem[]>().map(({ name }) => name)).toEqual(['Zz page c'])
})

test('items are found by name, code, category, use, supplier and whether they are in use', async () => {
  const { id: supplier } = await aSupplier(clinic.db)
  const drug = await aDrug(clinic.db, { name: 'Yy find drug', code: 'YY-1' })
  const glove = await aDrug(clinic.db, { name: 'Yy find glove', category: 'consumable' })
  const gone = await aDrug(clinic.db, { name: 'Yy find gone' })
  await keeper.call('PATCH', `/inventory/items/${glove.id}/`, { supplier })
  await keeper.call('DELETE', `/inventory/items/${gone.id}/`)
  expect(await names('q=yy+find')).toEqual([drug.name, glove.name, gone.name])
  expect(await names('q=yy-1')).toEqual([drug.name])
  expect(await names('q=yy+find&category=consumable')).toEqual([glove.name])
  expect(await names('q=yy+find&category_one=Internal')).toEqual([glove.name])
  expect(await names(`supplier=${supplier}`)).toEqual([glove.name])
  expect(await names('q=yy+find&active=true')).toEqual([drug.name, glove.name])
  expect(await names('q=yy+find&active=false')).toEqual([gone.name])
})
