import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { anAccount } from '../../testing/accounts.ts'
import { callOf, pathOf, promisedEndpoints } from '../../testing/calls/contracts.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { starterItems } from '#features/catalogue/starter.ts'
import { starterDepartments } from './contract.ts'
import { openSetUp } from './public.ts'

const url = '/company/set-up/'

let clinic: TestClinic
let code: string
beforeEach(async () => {
  clinic = await openTestClinic()
  code = (await openSetUp(clinic.ownerUrl, clinic.codeKey, clinic.clock.now)) ?? ''
})
afterEach(() => clinic.close())

const administrator = { email: 'Wambui@Mji.example', first_name: 'Wambui', last_name: 'Njoroge', password: 'seven quiet herons at dawn' }
const company = { name: 'Mji Clinic', currency: 'KES', time_zone: 'Africa/Nairobi', language: 'en' }
const body = (more: Record<string, unknown> = {}) => ({ code, company, administrator, ...more })
const check = (given: string) => clinic.call('POST', `${url}code/`, { code: given })
const setUp = (more: Record<string, unknown> = {}) => clinic.call('POST', url, body(more))
/** From an address of its own, so that the limit per address does not speak first. */
let address = 0
const setUpFromElsewhere = async (given: string) => {
  const remoteAddress = `10.0.${Math.floor(++address / 250)}.${(address % 250) + 1}`
  const reply = await clinic.app.inject({ method: 'POST', url, remoteAddress, payload: body({ code: given }) })
  return [reply.statusCode, reply.json<{ code: unknown }>().code] as const
}
const countUsers = async () => (await clinic.db.selectFrom('users').select('id').execute()).length
const isSetUp = async () => (await clinic.call('GET', '/company/clinic/')).json<{ is_set_up: boolean }>().is_set_up

test('the code is easy to read, new at each start, and nowhere in the database', async () => {
  expect(code).toMatch(/^[ACDEFGHJKMNPQRTWXY34679]{4}-[ACDEFGHJKMNPQRTWXY34679]{4}$/)
  const next = await openSetUp(clinic.ownerUrl, clinic.codeKey, clinic.clock.now)
  expect(next).not.toBe(code)
  const rows = await clinic.db.selectFrom('set_up_codes').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(code.slice(0, 4))
  expect((await setUp()).status).toBe(400)
  expect((await setUp({ code: next })).status).toBe(201)
})
test('whoever holds the code sets up the clinic, its administrator, departments and services, once', async () => {
  const services = [
    { name: 'consultation', price: '500', department: 'Outpatients', category: 'consultation', unit: 'visit' },
    { name: 'Dressing', price: '150.50' },
    { name: 'Gloves', price: null, department: 'Nowhere' },
  ]
  const reply = await setUp({ code: ` ${code.toLowerCase().replace('-', ' ')} `, services })
  expect([reply.status, reply.json()]).toEqual([201, { name: 'Mji Clinic' }])
  expect(await isSetUp()).toBe(true)

  const login = await clinic.call('POST', '/users/login/', { email: 'wambui@mji.example', password: administrator.password })
  expect(login.status).toBe(200)
  const signed = { authorization: `Bearer ${login.json<{ access: string }>().access}` }
  const departments = (await clinic.call('GET', '/company/departments/', undefined, signed)).json<{ name: string }[]>()
  expect(departments.map(({ name }) => name)).toEqual([...starterDepartments])
  const listed = (await clinic.call('GET', '/patients/services/', undefined, signed)).json<Record<string, unknown>[]>()
  expect(listed.map(({ name, price, department }) => [name, price, department])).toEqual([
    ['consultation', '500.00', 'Outpatients'],
    ['Dressing', '150.50', null],
    ['Gloves', null, null],
  ])
  const items = await clinic.db.selectFrom('items').select(['id', 'name', 'category', 'unit']).orderBy('id').execute()
  expect(items.map(({ category, unit }) => [category, unit])).toEqual([
    ['consultation', 'visit'],
    ['other', 'each'],
    ['other', 'each'],
  ])
  const billing = await clinic.db.selectFrom('billing_settings').select('consultation_item_id').executeTakeFirst()
  expect(billing).toEqual({ consultation_item_id: items[0]?.id })
  const trail = await clinic.db.selectFrom('audit_log').select(['action', 'actor_id', 'change']).where('action', '=', 'set up').execute()
  expect(trail).toEqual([{ action: 'set up', actor_id: null, change: { name: 'Mji Clinic', administrator: expect.any(Number) } }])
  expect(JSON.stringify(trail)).not.toContain(administrator.password)

  expect((await setUp()).status).toBe(409)
  expect((await setUp({ code: 'anything' })).status).toBe(409)
  expect(await openSetUp(clinic.ownerUrl, clinic.codeKey, clinic.clock.now)).toBeNull()
  expect((await setUp()).status).toBe(409)
})
test('the whole starter catalogue is taken as it is offered', async () => {
  const services = [
    ...starterItems.map(({ name, category, unit, department }) => ({ name, category, unit, ...(department && { department }) })),
    { name: 'URINALYSIS' },
  ]
  expect((await setUp({ services })).status).toBe(201)
  const items = await clinic.db
    .selectFrom('items as i')
    .leftJoin('departments as d', 'd.id', 'i.department_id')
    .select(['i.name', 'i.code', 'i.category', 'i.unit', 'd.name as department'])
    .orderBy('i.id')
    .execute()
  expect(items).toEqual(starterItems.map((item) => ({ code: null, ...item })))
  expect(await clinic.db.selectFrom('prices').selectAll().execute()).toEqual([])
  const tests = await clinic.db
    .selectFrom('lab_profiles as f')
    .innerJoin('items as i', 'i.id', 'f.item_id')
    .select(['f.code', 'i.code as item'])
    .orderBy('f.position')
    .execute()
  expect(tests.map(({ code, item }) => [code, item])).toEqual([
    ['FBC', 'FBC'],
    ['UE', 'U&E'],
    ['LFT', 'LFT'],
    ['UA', 'UA'],
    ['BGRH', 'BGRH'],
  ])
})
test('without a consultation in it, nothing is charged for one', async () => {
  expect((await setUp({ services: [{ name: 'Follow-up consultation' }] })).status).toBe(201)
  const billing = await clinic.db.selectFrom('billing_settings').select('consultation_item_id').executeTakeFirst()
  expect(billing).toEqual({ consultation_item_id: null })
  expect(await clinic.db.selectFrom('lab_panels').select('id').execute()).toEqual([])
})
test('a price with decimals that the currency has not is refused', async () => {
  const services = [
    { name: 'A', price: '10.00' },
    { name: 'B', price: '10.50' },
  ]
  const reply = await setUp({ company: { ...company, currency: 'UGX' }, services })
  expect([reply.status, Object.keys(reply.json())]).toEqual([400, ['services.1.price']])
  expect(await isSetUp()).toBe(false)
})
test('two who hold the code at the same moment: one wins', async () => {
  const replies = await Promise.all([1, 2, 3, 4].map((n) => setUp({ administrator: { ...administrator, email: `admin${n}@mji.example` } })))
  expect(statuses(replies)).toEqual([201, 409, 409, 409])
  expect(await countUsers()).toBe(1)
})
test('a wrong code changes nothing and tells nothing', async () => {
  for (const wrong of ['', 'AAAA-AAAA', code.slice(0, -1), '0'.repeat(40)]) {
    const reply = await setUp({ code: wrong })
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, ['code']])
  }
  expect([await isSetUp(), await countUsers()]).toEqual([false, 0])
})
test('the code can be checked by itself: nothing changes, and it sets up the clinic afterwards; a clinic that is set up says so', async () => {
  const wrong = await check('AAAA-AAAA')
  expect([wrong.status, Object.keys(wrong.json())]).toEqual([400, ['code']])
  expect((await check(code.toLowerCase())).status).toBe(204)
  expect([await isSetUp(), await countUsers()]).toEqual([false, 0])
  expect((await setUp()).status).toBe(201)
  expect((await check(code)).status).toBe(409)
})
test('checking and setting up count the same tries', async () => {
  const tries = Array.from({ length: 24 }, (_, n) =>
    clinic.app.inject({ method: 'POST', url: `${url}code/`, remoteAddress: `10.1.0.${n + 1}`, payload: { code: 'AAAA-AAAA' } }),
  )
  const codes = (await Promise.all(tries)).map(({ statusCode }) => statusCode)
  expect([400, 403].map((status) => codes.filter((one) => one === status).length)).toEqual([20, 4])
  expect(await setUpFromElsewhere(code)).toEqual([403, 'code_void'])
})
test('an address has ten tries a minute', async () => {
  const replies = await Promise.all(Array.from({ length: 12 }, () => setUp({ code: 'AAAA-AAAA' })))
  const limited = replies.filter(({ status }) => status === 429)
  expect(limited).toHaveLength(2)
  expect(limited.every(({ headers }) => Number(headers['retry-after']) > 0)).toBe(true)
})
test('after twenty tries from wherever the code is void, until the next start', async () => {
  const guesses = await Promise.all(Array.from({ length: 25 }, () => setUpFromElsewhere('AAAA-AAAA')))
  expect(guesses.filter(([status]) => status === 400)).toHaveLength(20)
  expect(guesses.filter(([status, why]) => status === 403 && why === 'code_void')).toHaveLength(5)
  expect(await setUpFromElsewhere(code)).toEqual([403, 'code_void'])
  const next = (await openSetUp(clinic.ownerUrl, clinic.codeKey, clinic.clock.now)) ?? ''
  expect((await setUpFromElsewhere(next))[0]).toBe(201)
})
test('a code of another clinic, or of a start that never was, opens nothing', async () => {
  await openSetUp(clinic.ownerUrl, randomBytes(32), clinic.clock.now)
  expect((await setUp()).status).toBe(400)
  await clinic.db.deleteFrom('set_up_codes').execute()
  expect((await setUp()).status).toBe(400)
})
test('a clinic that has people but was never set up cannot be claimed', async () => {
  await clinic.signedInAs([])
  expect(await openSetUp(clinic.ownerUrl, clinic.codeKey, clinic.clock.now)).toBeNull()
  expect((await setUp()).status).toBe(400)
})
test('before the set-up nothing public writes, and the clinic stays claimable', async () => {
  const open = promisedEndpoints().filter(({ access, method, path, rawInput }) => {
    const writes = method !== 'GET' || rawInput === true
    return access === 'public' && writes && !path.startsWith(url)
  })
  expect(open.length).toBeGreaterThan(8)
  for (const [at, endpoint] of open.entries()) {
    const { statusCode, json } = await clinic.app.inject({
      method: endpoint.method,
      url: pathOf(endpoint),
      remoteAddress: `10.1.0.${at + 1}`,
      ...(endpoint.method !== 'GET' && { payload: {} }),
    })
    expect([callOf(endpoint), statusCode, json<{ code: string }>().code]).toEqual([callOf(endpoint), 409, 'not_set_up'])
  }
  const stranger = { email: 'stranger@nowhere.example', password: 'seven quiet herons at dawn', first_name: 'A', last_name: 'B' }
  expect((await clinic.call('POST', '/users/register/', stranger)).status).toBe(409)
  expect(await countUsers()).toBe(0)
  expect(await clinic.db.selectFrom('login_attempts').select('id').execute()).toEqual([])
})
test('an account of a patient, from wherever it came, keeps nobody from setting the clinic up', async () => {
  await anAccount(clinic.db, 'patient')
  const next = await openSetUp(clinic.ownerUrl, clinic.codeKey, clinic.clock.now)
  expect(next).not.toBeNull()
  expect((await clinic.call('POST', '/users/register/', {})).json()).toMatchObject({ code: 'not_set_up' })
  expect((await setUp({ code: next })).status).toBe(201)
  expect((await clinic.call('POST', '/users/register/', {})).status).toBe(400)
})
test('broken fields are named and nothing is half done', async () => {
  const broken = await setUp({
    company: { ...company, currency: 'XXZ', name: '' },
    administrator: { ...administrator, email: 'x', password: 'short' },
    role: 'x',
  })
  expect(broken.status).toBe(400)
  expect(Object.keys(broken.json()).toSorted()).toEqual([
    'administrator.email',
    'administrator.password',
    'company.currency',
    'company.name',
    'role',
  ])
  const guessable = await setUp({ administrator: { ...administrator, password: 'password123' } })
  expect([guessable.status, Object.keys(guessable.json())]).toEqual([400, ['administrator.password']])
  const priceless = await setUp({ services: [{ name: 'Consultation', price: '1,000' }] })
  expect(Object.keys(priceless.json())).toEqual(['services.0.price'])
  expect([await isSetUp(), await countUsers()]).toEqual([false, 0])
  expect(await clinic.db.selectFrom('departments').select('id').execute()).toEqual([])
})
