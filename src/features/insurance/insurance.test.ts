import { afterAll, beforeAll, expect, test } from 'vitest'
import { statuses } from '../../testing/calls/statuses.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { InsuranceCompany } from './contract.ts'

const url = '/company/insurance-companies/'

let clinic: TestClinic
let clerk: Person
let viewer: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  clerk = await clinic.signedInAs(['insurance.view', 'insurance.change'])
  viewer = await clinic.signedInAs(['insurance.view'])
})
afterAll(() => clinic.close())

let made = 0
const aCompany = async (name = `Insurer ${++made}`) => (await clerk.call('POST', url, { name })).json<InsuranceCompany>()
const lastAudit = () => clinic.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
const list = async (query = '') => (await viewer.call('GET', `${url}${query}`)).json<InsuranceCompany[]>()
const insure = async (insurance_company_id: number) => {
  const patient = await clinic.db
    .insertInto('patients')
    .values({ unique_id: `T-${++made}`, first_name: 'Amina', second_name: 'Odhiambo', gender: 'female' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await clinic.db.insertInto('patient_insurances').values({ patient_id: patient.id, insurance_company_id }).execute()
}

test('an insurance company is added, with an audit row', async () => {
  const reply = await clerk.call('POST', url, { name: '  Jubilee   Health ', phone: '+254 20 328 1000', email: 'Care@Jubilee.example' })
  expect(reply.status).toBe(201)
  expect(reply.json()).toMatchObject({
    name: 'Jubilee Health',
    phone: '+254203281000',
    email: 'care@jubilee.example',
    is_active: true,
    version: 1,
  })
  expect(await lastAudit()).toMatchObject({ actor_id: clerk.id, action: 'create', entity: 'insurance company' })
})
const named = (rows: InsuranceCompany[]) => rows.map(({ name }) => name).filter((name) => name.startsWith('zz'))

test('they are listed by name, all or only those in use', async () => {
  const [b, a] = [await aCompany('zz Beta'), await aCompany('zz alpha')]
  await clerk.call('PATCH', `${url}${b.id}/`, { is_active: false })
  expect(named(await list())).toEqual(['zz alpha', 'zz Beta'])
  expect(named(await list('?active=true'))).toEqual(['zz alpha'])
  expect(named(await list('?active=false'))).toEqual(['zz Beta'])
  expect(a.is_active).toBe(true)
})
test('nobody sees or changes them without signing in, nor without the right', async () => {
  const { id } = await aCompany()
  const changes = [
    ['POST', url, { name: 'X' }],
    ['PATCH', `${url}${id}/`, { name: 'X' }],
    ['DELETE', `${url}${id}/`, undefined],
  ] as const
  expect((await clinic.call('GET', url)).status).toBe(401)
  expect((await (await clinic.signedInAs([])).call('GET', url)).status).toBe(403)
  for (const [method, path, body] of changes) {
    expect((await clinic.call(method, path, body)).status).toBe(401)
    expect((await viewer.call(method, path, body)).status).toBe(403)
  }
})
test('a name that is there already, in whatever letter case, is refused by name', async () => {
  await aCompany('AAR')
  const other = await aCompany()
  for (const reply of [await clerk.call('POST', url, { name: 'aar' }), await clerk.call('PATCH', `${url}${other.id}/`, { name: 'Aar' })])
    expect([reply.status, reply.json()]).toEqual([400, { name: ['This value is already in use.'] }])
})
test('ten of the same name at once make one company', async () => {
  const replies = await Promise.all(Array.from({ length: 10 }, () => clerk.call('POST', url, { name: 'Race Cover' })))
  expect(statuses(replies)).toEqual([201, ...Array<number>(9).fill(400)])
})
test('broken fields and filters are named', async () => {
  const reply = await clerk.call('POST', url, { name: '\u200b', phone: 'x', email: 'x', is_active: true })
  expect([reply.status, Object.keys(reply.json()).toSorted()]).toEqual([400, ['email', 'is_active', 'name', 'phone']])
  expect((await viewer.call('GET', `${url}?active=maybe`)).status).toBe(400)
  expect((await viewer.call('GET', `${url}?sort=name`)).json()).toEqual({ sort: [expect.stringContaining('Unknown filter `sort`')] })
})
test('a company is changed, and a stale version gets the company as it is now', async () => {
  const company = await aCompany()
  const changed = await clerk.call('PATCH', `${url}${company.id}/`, { phone: '020123456', version: 1 })
  expect(changed.json()).toMatchObject({ name: company.name, phone: '020123456', version: 2 })
  expect(await lastAudit()).toMatchObject({ action: 'change', change: { phone: [null, '020123456'] } })
  const stale = await clerk.call('PATCH', `${url}${company.id}/`, { phone: null }, { 'if-match': '"1"' })
  expect([stale.status, stale.json<{ current: InsuranceCompany }>().current.phone]).toEqual([412, '020123456'])
})
test('a change of nothing, and of what is not there, is refused', async () => {
  const { id } = await aCompany()
  expect((await clerk.call('PATCH', `${url}${id}/`, { version: 1 })).json()).toEqual({ non_field_errors: ['Nothing to change.'] })
  expect((await clerk.call('PATCH', `${url}999999/`, { name: 'X' })).status).toBe(404)
  expect((await clerk.call('DELETE', `${url}999999/`)).status).toBe(404)
})
test('a company that nothing refers to is deleted', async () => {
  const { id } = await aCompany()
  expect((await clerk.call('DELETE', `${url}${id}/`)).status).toBe(204)
  expect((await list()).some((row) => row.id === id)).toBe(false)
  expect(await lastAudit()).toMatchObject({ action: 'delete', entity_id: id })
})
test('a company that insures somebody goes out of use and stays', async () => {
  const { id } = await aCompany()
  await insure(id)
  expect((await clerk.call('DELETE', `${url}${id}/`)).status).toBe(204)
  expect((await list()).find((row) => row.id === id)).toMatchObject({ is_active: false, version: 2 })
  expect(await lastAudit()).toMatchObject({ action: 'deactivate', entity_id: id })
  expect((await clerk.call('DELETE', `${url}${id}/`)).status).toBe(204)
  expect((await list()).find((row) => row.id === id)).toMatchObject({ version: 2 })
})
