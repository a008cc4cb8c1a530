import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { Item, listTaxClasses } from './contract.ts'

type TaxClass = ResponseOf<typeof listTaxClasses>[number]

let clinic: TestClinic
let editor: Person
let pricer: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  editor = await clinic.signedInAs(['services.view', 'catalogue.change', 'billing.settings'])
  pricer = await clinic.signedInAs(['services.view', 'catalogue.change', 'prices.change'])
})
afterAll(() => clinic.close())

const url = '/catalogue/items/'
const input = (more: object = {}) => ({ name: 'Suture', category: 'procedure', unit: 'each', tax_class: 1, ...more })
const create = async (more: object = {}, person = pricer) => {
  const reply = await person.call('POST', url, input(more))
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Item>()
}
const names = async (query: string) => {
  const reply = await editor.call('GET', `${url}?${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Item[]>().map(({ name }) => name)
}

describe('an item', () => {
  test('is added with department, tax class and its cash price from today, and read again', async () => {
    const { id: department } = await clinic.db
      .insertInto('departments')
      .values({ name: 'Theatre' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const item = await create({ name: ' Cast,  plaster ', code: 'P-1', department, price: '1500' })
    expect(item).toEqual({
      id: expect.any(Number),
      code: 'P-1',
      name: 'Cast, plaster',
      category: 'procedure',
      unit: 'each',
      department,
      department_name: 'Theatre',
      tax_class: 1,
      tax_class_name: 'Exempt',
      tax_rate: '0.00',
      price: '1500.00',
      is_active: true,
      version: 1,
    })
    const reply = await editor.call('GET', `${url}${item.id}/`)
    expect([reply.json(), reply.headers['etag']]).toEqual([item, '"1"'])
    expect((await editor.call('GET', `${url}999999/`)).status).toBe(404)
    await clinic.db.updateTable('departments').set({ is_active: false }).where('id', '=', department).execute()
    const refused = await pricer.call('POST', url, input({ name: 'Broken', department }))
    expect(refused.json()).toEqual({ department: ['This department is inactive.'] })
    expect((await editor.call('PATCH', `${url}${item.id}/`, { department, unit: 'each', version: 1 })).status).toBe(200)
    const prices = await clinic.db.selectFrom('prices').selectAll().where('item_id', '=', item.id).execute()
    expect(prices).toMatchObject([{ price: '1500.00', valid_from: '2026-03-02', valid_until: null, created_by: pricer.id }])
  })
  test.each([
    [{ name: '' }, ['name']],
    [{ code: ' ' }, ['code']],
    [{ category: 'toys', unit: null }, ['category', 'unit']],
    [{ department: 999 }, ['department']],
    [{ tax_class: 999 }, ['tax_class']],
    [{ price: '-1' }, ['price']],
    [{ price: '1.005' }, ['price']],
    [{ price: true }, ['price']],
    [{ price: '99999999999' }, ['price']],
    [{ colour: 'red' }, ['colour']],
  ])('%o is refused, naming the field', async (broken, fields) => {
    const reply = await pricer.call('POST', url, input({ name: 'Broken', ...broken }))
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, fields])
  })
  test('its name and its code are its own in any letter case', async () => {
    await create({ name: 'Drip', code: 'dr-1' })
    const again = await pricer.call('POST', url, input({ name: 'DRIP' }))
    expect([again.status, again.json()]).toEqual([400, { name: ['This value is already in use.'] }])
    const other = await create({ name: 'Drip stand' })
    const renamed = await editor.call('PATCH', `${url}${other.id}/`, { code: 'DR-1' })
    expect([renamed.status, renamed.json()]).toEqual([400, { code: ['This value is already in use.'] }])
  })
  test('with a price needs the right to set prices; without one it does not', async () => {
    const reply = await editor.call('POST', url, input({ name: 'Boot', price: '10' }))
    expect([reply.status, reply.json<{ detail: string }>().detail]).toEqual([403, 'This needs the permission prices.change.'])
    expect((await create({ name: 'Boot' }, editor)).price).toBeNull()
  })
  test('changes, is told when somebody else was faster, and leaves what it was in the trail', async () => {
    const { id } = await create({ name: 'Sling', code: 'SL' })
    const reply = await editor.call('PATCH', `${url}${id}/`, { unit: 'pair', code: null, version: 1 })
    expect(reply.json()).toMatchObject({ unit: 'pair', code: null, version: 2 })
    const late = await editor.call('PATCH', `${url}${id}/`, { unit: 'box' }, { 'if-match': '"1"' })
    expect([late.status, late.json<{ current: Item }>().current.unit]).toEqual([412, 'pair'])
    expect((await editor.call('PATCH', `${url}${id}/`, {})).status).toBe(400)
    expect((await editor.call('PATCH', `${url}999999/`, { unit: 'box' })).status).toBe(404)
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select('change')
      .where('entity_id', '=', id)
      .where('action', '=', 'change')
      .execute()
    expect(trail).toEqual([{ change: { code: ['SL', null], unit: ['each', 'pair'], version: [1, 2] } }])
  })
  test('taken out of use keeps its prices, and is offered no more', async () => {
    const { id } = await create({ name: 'Leech', price: '5.00' })
    expect((await editor.call('PATCH', `${url}${id}/`, { is_active: false })).json()).toMatchObject({ is_active: false, price: '5.00' })
    expect((await editor.call('GET', '/patients/services/')).text).not.toContain('Leech')
    expect(await names('active=true&q=leech')).toEqual([])
    expect(await names('active=false')).toEqual(['Leech'])
  })
})

describe('the list', () => {
  beforeAll(async () => {
    for (const [name, code, price] of [
      ['Zéfalexin 250 mg', 'ZED-1', '12'],
      ['Zo’or balm', 'ZED-2', null],
      ['Zinc (dispersible) 20 mg', 'ZN_20', '3'],
      ['%zig_zag', null, null],
    ] as const)
      await create({ name, code, price, category: 'drug', unit: 'tablet' })
  })
  test.each([
    ['zefa', ['Zéfalexin 250 mg']],
    ['ZÉFA 250', ['Zéfalexin 250 mg']],
    ['mg zinc', ['Zinc (dispersible) 20 mg']],
    ['zoor', ['Zo’or balm']],
    ['zed-', ['Zéfalexin 250 mg', 'Zo’or balm']],
    ['zn_', ['Zinc (dispersible) 20 mg']],
    ['zn%', []],
    ['%', []],
    ['_', []],
    ['zig_z', ['%zig_zag']],
  ])('finds %j', async (q, found) => {
    expect((await names(new URLSearchParams({ q }).toString())).toSorted()).toEqual(found.toSorted())
  })
  test('runs by name in pages without a gap, and counts', async () => {
    const all = await names('limit=100')
    expect(all).toEqual(all.toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)))
    const walked: string[] = []
    let next: string | null = `${url}?limit=3&count=true`
    while (next) {
      const reply = await editor.call('GET', next)
      expect(reply.headers['x-total-count']).toBe(String(all.length))
      walked.push(...reply.json<Item[]>().map(({ name }) => name))
      next = reply.next ?? null
    }
    expect(walked).toEqual(all)
  })
  test('tells what has no price yet', async () => {
    expect(await names('unpriced=true&category=drug')).toEqual(['%zig_zag', 'Zo’or balm'])
    expect(await names('unpriced=false&category=drug')).toEqual(
      ['Zéfalexin 250 mg', 'Zinc (dispersible) 20 mg'].toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    )
    expect((await editor.call('GET', `${url}?unpriced=maybe`)).status).toBe(400)
  })
})

describe('tax classes', () => {
  const taxUrl = '/catalogue/tax-classes/'
  const add = async (name: string, rate: string) => (await editor.call('POST', taxUrl, { name, rate })).json<TaxClass>()

  test('are added, changed and listed by name', async () => {
    const vat = await add('VAT', '16')
    expect(vat).toMatchObject({ name: 'VAT', rate: '16.00', is_active: true, version: 1 })
    expect((await editor.call('PATCH', `${taxUrl}${vat.id}/`, { rate: '18.5' })).json()).toMatchObject({ rate: '18.50', version: 2 })
    expect((await editor.call('PATCH', `${taxUrl}${vat.id}/`, { rate: '20', version: 1 })).status).toBe(412)
    expect((await editor.call('PATCH', `${taxUrl}99999/`, { rate: '20' })).status).toBe(404)
    expect((await editor.call('GET', taxUrl)).json<TaxClass[]>().map(({ name }) => name)).toEqual(['Exempt', 'VAT'])
    for (const broken of [
      { name: 'vat', rate: '1' },
      { name: 'Luxury', rate: '101' },
    ])
      expect((await editor.call('POST', taxUrl, broken)).status).toBe(400)
  })
  test('that items have, and the usual one, stay in use', async () => {
    const reduced = await add('Reduced', '8')
    const item = await create({ name: 'Ointment', tax_class: reduced.id })
    const end = (id: number) => editor.call('PATCH', `${taxUrl}${id}/`, { is_active: false })
    expect((await end(reduced.id)).status).toBe(409)
    expect((await end(1)).status).toBe(409)
    await editor.call('PATCH', `${url}${item.id}/`, { tax_class: 1 })
    expect((await end(reduced.id)).json()).toMatchObject({ is_active: false })
    const reply = await editor.call('PATCH', `${url}${item.id}/`, { tax_class: reduced.id })
    expect([reply.status, reply.json()]).toEqual([400, { tax_class: ['This tax class is inactive.'] }])
  })
})
