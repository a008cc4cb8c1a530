import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { insertItems } from './public.ts'
import { CONSULTATION, starterItems } from './starter.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
  const { db } = clinic
  await db.insertInto('departments').values({ name: 'Dental' }).execute()
  await insertItems(
    db,
    [
      { name: 'X-ray', price: '1500.00' },
      { name: 'extraction', price: '800.5', department: 'dental' },
      { name: 'Bleeding', price: '10.00' },
    ],
    '2026-03-02',
  )
  await db.updateTable('items').set({ is_active: false }).where('name', '=', 'Bleeding').execute()
})
afterAll(() => clinic.close())

test('anybody reads the names of the services, by name, and nothing else', async () => {
  const reply = await clinic.call('GET', '/patients/services/')
  expect(reply.status).toBe(200)
  const rows = reply.json<Record<string, unknown>[]>()
  expect(rows.map(({ name }) => name)).toEqual(['extraction', 'X-ray'])
  expect(rows.flatMap((row) => Object.keys(row))).toEqual(['id', 'name', 'id', 'name'])
})
test('somebody signed in without services.view sees no price either', async () => {
  const clerk = await clinic.signedInAs([])
  expect((await clerk.call('GET', '/patients/services/')).text).not.toContain('price')
})
test('with services.view price and department are there', async () => {
  const cashier = await clinic.signedInAs(['services.view'])
  const rows = (await cashier.call('GET', '/patients/services/')).json<Record<string, unknown>[]>()
  expect(rows.map(({ id: _id, ...row }) => row)).toEqual([
    { name: 'extraction', price: '800.50', department: 'Dental' },
    { name: 'X-ray', price: '1500.00', department: null },
  ])
})
test('the price is that of today, and none where there is none', async () => {
  const cashier = await clinic.signedInAs(['services.view'])
  const [item] = await insertItems(clinic.db, [{ name: 'Zinc', price: '1.00' }], '2026-03-03')
  const prices = async () =>
    (await cashier.call('GET', '/patients/services/')).json<{ name: string; price: string }[]>().map(({ name, price }) => [name, price])
  expect(await prices()).toContainEqual(['Zinc', null])
  await clinic.db.insertInto('prices').values({ price_list_id: 1, item_id: item!.id, price: '2', valid_from: '2026-03-02' }).execute()
  expect(await prices()).toContainEqual(['Zinc', '2.00'])
  await clinic.db.updateTable('items').set({ is_active: false }).where('id', '=', item!.id).execute()
})
test('a filter that does not exist is named', async () => {
  const reply = await clinic.call('GET', '/patients/services/?sort=price')
  expect([reply.status, reply.json()]).toEqual([400, { sort: [expect.stringContaining('Unknown filter `sort`')] }])
})
test('a service that is there already is left alone', async () => {
  await insertItems(clinic.db, [{ name: 'x-RAY', price: '1.00' }], '2026-03-02')
  const cashier = await clinic.signedInAs(['services.view'])
  expect((await cashier.call('GET', '/patients/services/')).text).toContain('"1500.00"')
})
test('what a new clinic is offered is light, complete and without doubles', () => {
  expect(starterItems.length).toBeGreaterThan(30)
  expect(new Set(starterItems.map(({ name }) => name.toLowerCase())).size).toBe(starterItems.length)
  const codes = starterItems.flatMap(({ code }) => code ?? [])
  expect(new Set(codes).size).toBe(codes.length)
  expect(new Set(starterItems.map(({ category }) => category)).size).toBeGreaterThan(6)
  expect(starterItems.map(({ name }) => name)).toContain(CONSULTATION)
})
test('who comes with a token that counts no more is answered like anybody', async () => {
  const reply = await clinic.call('GET', '/patients/services/', undefined, { authorization: 'Bearer nonsense' })
  expect(reply.status).toBe(200)
  expect(reply.text).not.toContain('price')
})
