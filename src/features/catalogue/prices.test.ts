import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { listItemPrices, PriceList } from './contract.ts'
import { insertItems } from './public.ts'

const TODAY = '2026-03-02'
const CASH = 1
type Price = ResponseOf<typeof listItemPrices>[number]
let clinic: TestClinic
let pricer: Person
let insurers: number[]
let list: PriceList
let serial = 0
beforeAll(async () => {
  clinic = await openTestClinic()
  await clinic.db.updateTable('company').set({ currency: 'KES', time_zone: 'Africa/Nairobi' }).execute()
  pricer = await clinic.signedInAs(['prices.view', 'prices.change'])
  const rows = await clinic.db
    .insertInto('insurance_companies')
    .values(['Afya', 'Bima', 'Chama', 'Dawa'].map((name) => ({ name })))
    .returning('id')
    .execute()
  insurers = rows.map(({ id }) => id)
  list = (await pricer.call('POST', lists, { name: 'Afya list', insurance_company: insurers[0], co_pay_percent: '10' })).json<PriceList>()
})
afterAll(() => clinic.close())

const lists = '/catalogue/price-lists/'
const anItem = async (price?: string) => {
  const [item] = await insertItems(clinic.db, [{ name: `Item ${++serial}`, price }], TODAY)
  return item!.id
}
const urlOf = (item: number, on: number = list.id) => `${lists}${on}/prices/${item}/`
const set = (item: number, body: object, on?: number, person = pricer) => person.call('PUT', urlOf(item, on), body)
/** Somebody who signs in at another hour, while the clock shows it. */
const at = async (hour: string, run: (person: Person) => Promise<void>) => {
  const { now } = clinic.clock
  clinic.clock.now = new Date(hour)
  try {
    await run(await clinic.signedInAs(['prices.view', 'prices.change']))
  } finally {
    clinic.clock.now = now
  }
}
const history = async (item: number, on?: number) => {
  const rows = (await pricer.call('GET', urlOf(item, on))).json<Price[]>()
  return rows.map(({ price, valid_from, valid_until }) => [price, valid_from, valid_until])
}

describe('price lists', () => {
  test('the cash list comes first; an insurer has one list, under a name of its own', async () => {
    const named = (await pricer.call('GET', lists)).json<PriceList[]>()
    expect(named.map(({ name, insurance_company_name, co_pay_percent }) => [name, insurance_company_name, co_pay_percent])).toEqual([
      ['Cash', null, null],
      ['Afya list', 'Afya', '10.00'],
    ])
    const again = await pricer.call('POST', lists, { name: 'Second', insurance_company: insurers[0] })
    expect([again.status, again.json()]).toEqual([400, { insurance_company: ['This value is already in use.'] }])
    expect((await pricer.call('POST', lists, { name: 'AFYA LIST', insurance_company: insurers[1] })).json()).toHaveProperty('name')
  })
  test.each([
    [{ insurance_company: 99999 }, 'insurance_company'],
    [{ name: '' }, 'name'],
    [{ co_pay_amount: '-1' }, 'co_pay_amount'],
    [{ co_pay_percent: '100.5' }, 'co_pay_percent'],
    [{ co_pay_amount: '1', co_pay_percent: '1' }, 'co_pay_percent'],
  ])('%o is refused', async (broken, field) => {
    const reply = await pricer.call('POST', lists, { name: 'Bima list', insurance_company: insurers[1], ...broken })
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, [field]])
  })
  test('change, and go out of use', async () => {
    const other = (await pricer.call('POST', lists, { name: 'Chama list', insurance_company: insurers[2] })).json<PriceList>()
    const url = `${lists}${other.id}/`
    const first = await pricer.call('PATCH', url, { co_pay_amount: '50', covers_unlisted: true, version: 1 })
    expect(first.json()).toMatchObject({ co_pay_amount: '50.00', co_pay_percent: null, covers_unlisted: true, version: 2 })
    expect((await pricer.call('PATCH', url, { co_pay_percent: '5' })).json()).toMatchObject({ co_pay_amount: null, co_pay_percent: '5.00' })
    expect((await pricer.call('PATCH', url, { is_active: false })).json()).toMatchObject({ is_active: false })
    expect((await pricer.call('PATCH', url, { name: 'X', version: 1 })).status).toBe(412)
    expect((await pricer.call('PATCH', `${lists}9999/`, { name: 'X' })).status).toBe(404)
  })
  test('the cash list has no co-pay and is always in use', async () => {
    const change = (body: object) => pricer.call('PATCH', `${lists}${CASH}/`, body)
    expect((await change({ is_active: false })).status).toBe(409)
    for (const [field, value] of [
      ['co_pay_amount', '1'],
      ['co_pay_percent', '1'],
      ['covers_unlisted', true],
    ] as const)
      expect(Object.keys((await change({ [field]: value })).json())).toEqual([field])
    expect((await change({ name: 'Cash' })).status).toBe(200)
    const item = await anItem()
    expect((await set(item, { price: '10', co_pay_amount: '1' }, CASH)).json()).toHaveProperty('co_pay_amount')
    expect((await set(item, { price: '10', co_pay_percent: '1' }, CASH)).json()).toHaveProperty('co_pay_percent')
  })
})

describe('a price', () => {
  test('begins today; one of today or later is replaced, one that began earlier is history', async () => {
    const item = await anItem()
    const first = await set(item, { price: '100', co_pay_amount: '10' })
    expect([first.status, first.json()]).toEqual([
      200,
      {
        id: expect.any(Number),
        item,
        price: '100.00',
        co_pay_amount: '10.00',
        co_pay_percent: null,
        valid_from: TODAY,
        valid_until: null,
        created_by_name: 'Test receptionist',
      },
    ])
    await set(item, { price: '110', valid_from: TODAY })
    await set(item, { price: '150', valid_from: '2026-04-01' })
    expect(await history(item)).toEqual([
      ['150.00', '2026-04-01', null],
      ['110.00', TODAY, null],
    ])
    await at('2026-03-03T07:30:00Z', async (person) => {
      await set(item, { price: '120' }, list.id, person)
      const past = await set(item, { price: '1', valid_from: TODAY }, list.id, person)
      expect([past.status, Object.keys(past.json())]).toEqual([400, ['valid_from']])
    })
    expect(await history(item)).toEqual([
      ['150.00', '2026-04-01', null],
      ['120.00', '2026-03-03', null],
      ['110.00', TODAY, null],
    ])
    const trail = await clinic.db.selectFrom('audit_log').select('change').where('entity', '=', 'price').orderBy('id').execute()
    expect(trail.map(({ change }) => change)).toContainEqual({
      price_list: list.id,
      item,
      from: TODAY,
      price: ['100.00', '110.00'],
      co_pay_amount: ['10.00', null],
    })
  })
  test('knows the day of the clinic, not that of the server', async () => {
    await at('2026-03-02T21:30:00Z', async (person) => {
      expect((await set(await anItem(), { price: '1' }, list.id, person)).json<Price>().valid_from).toBe('2026-03-03')
      expect((await set(await anItem(), { price: '1', valid_from: TODAY }, list.id, person)).status).toBe(400)
    })
  })
  test.each([
    [{ price: '10', co_pay_amount: '10.01' }, 'co_pay_amount'],
    [{ price: '10', co_pay_amount: '1', co_pay_percent: '1' }, 'co_pay_percent'],
    [{ price: '10', valid_until: '2026-03-01' }, 'valid_until'],
    [{ price: '10', valid_from: '2026-05-01', valid_until: '2026-04-30' }, 'valid_until'],
    [{ price: '10', valid_from: '2026-02-30' }, 'valid_from'],
    [{ price: '-10' }, 'price'],
    [{ price: '10.001' }, 'price'],
    [{ price: 'KES 10' }, 'price'],
    [{}, 'price'],
  ])('%o is refused', async (broken, field) => {
    const reply = await set(await anItem(), broken)
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, [field]])
  })
  test('has no decimals that the currency has not', async () => {
    await clinic.db.updateTable('company').set({ currency: 'UGX' }).execute()
    try {
      expect(Object.keys((await set(await anItem(), { price: '10.50', co_pay_amount: '1.5' })).json())).toEqual(['price', 'co_pay_amount'])
      expect((await set(await anItem(), { price: '10.00' })).status).toBe(200)
      expect((await pricer.call('PATCH', `${lists}${list.id}/`, { co_pay_amount: '0.5' })).status).toBe(400)
    } finally {
      await clinic.db.updateTable('company').set({ currency: 'KES' }).execute()
    }
  })
  test('of a list or an item that is not there is not found', async () => {
    expect((await set(999_999, { price: '1' })).status).toBe(404)
    expect((await set(await anItem(), { price: '1' }, 999)).status).toBe(404)
    expect((await pricer.call('GET', `${lists}999/prices/`)).status).toBe(404)
  })
  test('ends: what runs ended yesterday, what has not begun is gone', async () => {
    const item = await anItem()
    await clinic.db.insertInto('prices').values({ price_list_id: list.id, item_id: item, price: '5', valid_from: '2026-01-01' }).execute()
    await set(item, { price: '6' })
    await set(item, { price: '7', valid_from: '2027-01-01' })
    expect((await pricer.call('DELETE', urlOf(item))).status).toBe(204)
    expect(await history(item)).toEqual([['5.00', '2026-01-01', '2026-03-01']])
    expect((await pricer.call('DELETE', urlOf(item))).status).toBe(404)
  })
  test('set by twenty people at once is one price, and the trail tells each step', async () => {
    const item = await anItem()
    const prices = Array.from({ length: 20 }, (_, n) => `${100 + n}.00`)
    const replies = await Promise.all(prices.map((price) => set(item, { price })))
    expect(replies.map(({ status }) => status)).toEqual(prices.map(() => 200))
    const kept = await history(item)
    expect(kept).toHaveLength(1)
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select(sql<{ price: string | [string, string] }>`change`.as('change'))
      .where(sql<boolean>`entity = 'price' and (change->>'item')::integer = ${item}`)
      .execute()
    const steps = trail.map(({ change }) => change.price)
    const begin = steps.find((step) => typeof step === 'string')
    const after = new Map(steps.filter((step) => typeof step !== 'string'))
    let price = begin as string
    for (let n = 1; n < 20; n++) price = after.get(price) as string
    expect([after.size, price]).toEqual([19, kept[0]?.[0]])
  })
})

const read = async (query: string) => (await pricer.call('GET', `${lists}${list.id}/prices/?q=zebra${query}`)).json()

describe('the prices of a list', () => {
  test('are told for a day, with the cash price beside and what comes next', async () => {
    const [item] = await insertItems(clinic.db, [{ name: 'Zebra scan', price: '900' }], TODAY)
    const row = { id: item!.id, code: null, name: 'Zebra scan', category: 'other', unit: 'each' }
    const none = { price: null, co_pay_amount: null, co_pay_percent: null, valid_from: null, valid_until: null }
    expect(await read('')).toEqual([{ ...row, ...none, cash_price: '900.00', next_price: null, next_from: null }])
    await set(item!.id, { price: '700', valid_from: '2026-06-01', valid_until: '2026-06-30', co_pay_percent: '20' })
    expect(await read('&priced=false')).toEqual([{ ...row, ...none, cash_price: '900.00', next_price: '700.00', next_from: '2026-06-01' }])
    expect(await read('&priced=true')).toEqual([])
    expect(await read('&on=2026-06-30&priced=true&category=other&count=true')).toEqual([
      {
        ...row,
        cash_price: '900.00',
        price: '700.00',
        co_pay_amount: null,
        co_pay_percent: '20.00',
        valid_from: '2026-06-01',
        valid_until: '2026-06-30',
        next_price: null,
        next_from: null,
      },
    ])
    expect(await read('&on=2026-07-01&priced=true')).toEqual([])
    expect(await read('&on=2020-01-01')).toMatchObject([{ cash_price: null }])
  })
  test('run in pages by name', async () => {
    const first = await pricer.call('GET', `${lists}${CASH}/prices/?limit=2&count=true`)
    const { next } = first
    const second = await pricer.call('GET', next ?? '')
    const all = (await pricer.call('GET', `${lists}${CASH}/prices/?limit=4`)).json<{ id: number }[]>()
    expect([...first.json<{ id: number }[]>(), ...second.json<{ id: number }[]>()]).toEqual(all)
  })
  test('are counted on their list', async () => {
    const before = (await pricer.call('GET', lists)).json<PriceList[]>().find(({ id }) => id === list.id)!.priced_items
    const item = await anItem()
    await set(item, { price: '1' })
    await set(item, { price: '2', valid_from: '2026-12-01' })
    const after = (await pricer.call('GET', lists)).json<PriceList[]>().find(({ id }) => id === list.id)!.priced_items
    expect(after - before).toBe(1)
  })
})
