import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertDepartments } from './public.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { Company, Department } from './contract.ts'
import { clinicDay, clinicDayStart, clinicTimeZone } from './public.ts'

let clinic: TestClinic
let manager: Person
let clerk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  manager = await clinic.signedInAs(['company.view', 'company.change'])
  clerk = await clinic.signedInAs([])
})
afterAll(() => clinic.close())

const current = async () => (await manager.call('GET', '/company/company/')).json<Company>()
const lastAudit = () => clinic.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()

test('everybody who is signed in reads the clinic, with and without its id, and nothing of its inner life', async () => {
  const [plain, byId] = [await clerk.call('GET', '/company/company/'), await clerk.call('GET', '/company/company/1/')]
  expect([plain.status, byId.status]).toEqual([200, 200])
  expect(plain.json()).toEqual(byId.json())
  expect(Object.keys(plain.json())).not.toContain('set_up_at')
  expect(plain.headers['etag']).toBe(`"${plain.json<Company>().version}"`)
})
test('the clinic has one id', async () => {
  for (const call of [manager.call('GET', '/company/company/2/'), manager.call('PUT', '/company/company/2/', { name: 'Other' })])
    expect((await call).json()).toEqual({ detail: 'Company not found.', code: 'not_found' })
})
test('nobody reads or changes the clinic without signing in', async () => {
  for (const url of ['/company/company/', '/company/company/1/', '/company/number-formats/', '/company/departments/'])
    expect((await clinic.call('GET', url)).status).toBe(401)
  for (const url of ['/company/company/', '/company/company/1/', '/company/number-formats/'])
    expect((await clinic.call('PUT', url, { name: 'Mine now' })).status).toBe(401)
})
test('changes need company.change, formats and departments company.view', async () => {
  for (const url of ['/company/company/', '/company/company/1/', '/company/number-formats/'])
    expect((await clerk.call('PUT', url, { name: 'Mine now' })).status).toBe(403)
  for (const url of ['/company/number-formats/', '/company/departments/']) expect((await clerk.call('GET', url)).status).toBe(403)
})
test('details are changed, what is not sent stays, and an emptied field is empty', async () => {
  const first = await manager.call('PUT', '/company/company/', {
    name: 'Mji Clinic',
    address1: 'Moi Avenue 1',
    phone1: '0712 345 678',
    email1: 'Info@Mji.example',
  })
  expect(first.json()).toMatchObject({ name: 'Mji Clinic', address1: 'Moi Avenue 1', phone1: '0712345678', email1: 'info@mji.example' })
  const second = await manager.call('PUT', '/company/company/1/', { name: 'Mji Clinic', address1: '', phone1: null, currency: 'UGX' })
  expect(second.json()).toMatchObject({ address1: null, phone1: null, email1: 'info@mji.example', currency: 'UGX' })
  expect(second.json<Company>().version).toBe(first.json<Company>().version + 1)
})
test('a change leaves who changed what, before and after', async () => {
  const before = await current()
  await manager.call('PUT', '/company/company/', { name: 'Renamed Clinic' })
  expect(await lastAudit()).toMatchObject({
    actor_id: manager.id,
    action: 'change',
    entity: 'company',
    change: { name: [before.name, 'Renamed Clinic'], version: [before.version, before.version + 1] },
  })
})
test('what a client reads it may send back', async () => {
  const { id, name, has_logo, is_demo, version } = await current()
  expect((await manager.call('PUT', '/company/company/', { id, name, has_logo, is_demo, version })).status).toBe(200)
})
test('every broken field is named', async () => {
  const reply = await manager.call('PUT', '/company/company/', {
    name: ' ',
    phone1: 'call me',
    email1: 'nowhere',
    currency: 'XYZ',
    time_zone: '+03:00',
    language: 'tlh',
    owner: 'me',
  })
  expect(reply.status).toBe(400)
  expect(Object.keys(reply.json()).toSorted()).toEqual(['currency', 'email1', 'language', 'name', 'owner', 'phone1', 'time_zone'])
  expect(reply.json<Record<string, string[]>>()['phone1']).toEqual(['Enter a phone number, for example +254712345678.'])
})
test('a stale version is refused with the clinic as it is now, in the body or in If-Match', async () => {
  const { version, name } = await current()
  await manager.call('PUT', '/company/company/', { name, address2: 'First floor', version })
  for (const reply of [
    await manager.call('PUT', '/company/company/', { name, version }),
    await manager.call('PUT', '/company/company/', { name }, { 'if-match': `"${version}"` }),
  ]) {
    expect(reply.status).toBe(412)
    expect(reply.json<{ current: Company }>().current).toEqual({ ...(await current()), address2: 'First floor', version: version + 1 })
  }
})
test('of two changes from the same version one wins', async () => {
  const { version, name } = await current()
  const replies = await Promise.all(['A', 'B'].map((address1) => manager.call('PUT', '/company/company/', { name, address1, version })))
  expect(statuses(replies)).toEqual([200, 412])
})

test('anybody learns of the clinic what a sign-in page shows, and no more', async () => {
  const reply = await clinic.call('GET', '/company/clinic/')
  expect(reply.status).toBe(200)
  expect(Object.keys(reply.json()).toSorted()).toEqual(['currency', 'has_logo', 'is_demo', 'is_set_up', 'language', 'name', 'time_zone'])
})

test('number formats come with an example of this year, in the order of a visit', async () => {
  const reply = await manager.call('GET', '/company/number-formats/')
  expect(reply.json<{ series: string; example: string }[]>().map(({ series, example }) => [series, example])).toEqual([
    ['patient', 'P-00001'],
    ['visit', 'V-2026-00001'],
    ['invoice', 'INV-2026-00001'],
    ['credit note', 'CN-2026-00001'],
    ['receipt', 'RCT-2026-00001'],
    ['sample', 'S-2026-00001'],
    ['appointment', 'A-2026-00001'],
    ['stock note', 'SN-2026-00001'],
    ['transfer', 'T-2026-00001'],
    ['stock count', 'SC-2026-00001'],
    ['requisition', 'RQ-2026-00001'],
    ['purchase order', 'PO-2026-00001'],
    ['goods receipt', 'GRN-2026-00001'],
    ['supplier return', 'SR-2026-00001'],
    ['supplier payment', 'SP-2026-00001'],
    ['dispense', 'D-2026-000001'],
    ['patient return', 'PR-2026-00001'],
    ['letter', 'L-2026-00001'],
  ])
})
test('the example is written as the database will write the number', async () => {
  await manager.call('PUT', '/company/number-formats/', { formats: [{ series: 'sample', prefix: 'LAB/', with_year: true, width: 3 }] })
  const formats = (await manager.call('GET', '/company/number-formats/')).json<{ series: string; example: string }[]>()
  const { rows } = await sql<{ number: string }>`select next_number('sample', 2026) as number`.execute(clinic.db)
  expect(formats.find(({ series }) => series === 'sample')?.example).toBe(rows[0]?.number)
  expect(rows[0]?.number).toBe('LAB/2026-001')
})
test('a new format leaves an audit row for each series', async () => {
  await manager.call('PUT', '/company/number-formats/', { formats: [{ series: 'patient', prefix: 'MRN-', with_year: false, width: 5 }] })
  expect(await lastAudit()).toMatchObject({
    action: 'change',
    entity: 'number format',
    change: { series: 'patient', prefix: ['P-', 'MRN-'] },
  })
})
test('a format that is broken or sent twice changes nothing', async () => {
  const before = (await manager.call('GET', '/company/number-formats/')).text
  const good = { series: 'visit', prefix: 'B-', with_year: false, width: 4 }
  for (const [formats, field] of [
    [[good, good], 'formats'],
    [[], 'formats'],
    [[good, { ...good, series: 'patient', prefix: 'Ä' }], 'formats.1.prefix'],
    [[{ ...good, width: 0 }], 'formats.0.width'],
    [[{ ...good, series: 'imported' }], 'formats.0.series'],
  ] as const) {
    const reply = await manager.call('PUT', '/company/number-formats/', { formats })
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, [field]])
  }
  expect((await manager.call('GET', '/company/number-formats/')).text).toBe(before)
})

test('departments are listed by name', async () => {
  await clinic.db
    .insertInto('departments')
    .values([{ name: 'surgery' }, { name: 'Antenatal' }])
    .execute()
  const reply = await manager.call('GET', '/company/departments/')
  expect(reply.json<{ name: string }[]>().map(({ name }) => name)).toEqual(['Antenatal', 'surgery'])
})

test('departments that are added at once stand behind the others, in their order', async () => {
  await manager.call('POST', '/company/departments/', { name: 'Zoonoses' })
  expect(await insertDepartments(clinic.db, ['Wound care', 'SURGERY', 'Burns'])).toBe(2)
  await manager.call('POST', '/company/departments/', { name: 'Anaesthesia' })
  const names = (await manager.call('GET', '/company/departments/')).json<{ name: string }[]>().map(({ name }) => name)
  expect(names.slice(-4)).toEqual(['Zoonoses', 'Wound care', 'Burns', 'Anaesthesia'])
})

test('departments are added, renamed, put in order and taken out of use; what uses them is counted', async () => {
  const add = (name: string) => manager.call('POST', '/company/departments/', { name })
  const change = (id: number, body: object) => manager.call('PATCH', `/company/departments/${id}/`, body)
  const first = (await add(' Eye  ward ')).json<Department>()
  const second = (await add('Dental')).json<Department>()
  expect(first).toMatchObject({ name: 'Eye ward', is_active: true, version: 1 })
  expect((await add('EYE WARD')).json()).toEqual({ name: ['A department with this name already exists.'] })
  expect((await add('  ')).status).toBe(400)
  await clinic.db.insertInto('rooms').values({ name: 'Eye room', department_id: first.id }).execute()
  const uses = (await manager.call('GET', '/company/departments/uses/')).json<{ id: number }[]>()
  expect(uses.find(({ id }) => id === first.id)).toEqual({ id: first.id, services: 0, rooms: 1, stores: 0, referrals: 0 })

  const off = await change(first.id, { name: 'Eyes', is_active: false, version: 1 })
  expect([off.status, off.json()]).toEqual([200, { ...first, name: 'Eyes', is_active: false, version: 2 }])
  const late = await change(first.id, { name: 'Ophthalmology', version: 1 })
  expect([late.status, late.json<{ current: Department }>().current.name]).toEqual([412, 'Eyes'])
  expect((await change(second.id, { name: 'eyes' })).status).toBe(400)
  expect((await change(2_000_000_000, { name: 'None' })).status).toBe(404)

  const list = async () => (await manager.call('GET', '/company/departments/')).json<Department[]>().map(({ id }) => id)
  const turned = (await list()).toReversed()
  const order = (ids: number[]) => manager.call('PUT', '/company/departments/order/', { ids })
  expect((await order(turned)).status).toBe(200)
  expect(await list()).toEqual(turned)
  for (const wrong of [turned.slice(1), [...turned, 2_000_000_000], [turned[0]!, ...turned.slice(0, -1)]])
    expect(Object.keys((await order(wrong)).json())).toEqual(['ids'])
  const clerk = await clinic.signedInAs(['company.view'])
  expect((await clerk.call('POST', '/company/departments/', { name: 'Mine' })).status).toBe(403)
  expect((await clerk.call('GET', '/company/departments/uses/')).status).toBe(403)
})

test('days are reckoned in the zone of the clinic', async () => {
  await manager.call('PUT', '/company/company/', { name: 'Mji Clinic', time_zone: 'Pacific/Auckland' })
  expect(await clinicTimeZone(clinic.db)).toBe('Pacific/Auckland')
  const late = new Date('2026-03-02T11:30:00Z')
  const { rows } = await sql<{
    day: string
    start: Date
  }>`select ${clinicDay(late)} as day, ${clinicDayStart('2026-03-03')} as start`.execute(clinic.db)
  expect(rows[0]).toEqual({ day: '2026-03-03', start: new Date('2026-03-02T11:00:00Z') })
  const next = await manager.call('PUT', '/company/company/', { name: 'Mji Clinic', time_zone: 'Africa/Nairobi' })
  expect(next.status).toBe(200)
})
