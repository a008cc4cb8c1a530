import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLabPanel } from '../../testing/scenarios/laboratory.ts'
import type { Equipment } from './contract.ts'

let clinic: TestClinic
let manager: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  manager = await clinic.signedInFrom('Laboratory manager', 'lab_manager')
})
afterAll(() => clinic.close())

const add = (body: object, by: Person = manager) => by.call('POST', '/lab/lab-equipment/', body)
const change = (id: number, body: object) => manager.call('PATCH', `/lab/lab-equipment/${id}/`, body)

test('an instrument is entered as earlier clients do it, and as it is called or calls', async () => {
  const earlier = await add({ name: 'Maglumi', category: 'tcp', ip_address: '10.0.0.9', port: '9100', data_format: 'astm' })
  expect(earlier.status, earlier.text).toBe(201)
  expect(earlier.json()).toMatchObject({
    category: 'tcp',
    connection: 'connect',
    ip_address: '10.0.0.9',
    port: 9100,
    data_format: 'astm',
    version: 1,
  })
  const idle = await add({ name: 'Microscope', category: 'none', data_format: 'hl7' })
  expect(idle.json()).toMatchObject({
    category: 'none',
    connection: 'none',
    port: null,
    is_active: true,
    codes: 0,
    waiting: 0,
    jobs_open: 0,
  })
  const calls = await add({
    name: 'Mindray',
    connection: 'listen',
    port: 9101,
    data_format: 'hl7',
    order_message: 'OML^O21',
    sender: 'BC-5380',
  })
  expect(calls.json()).toMatchObject({ category: 'tcp', connection: 'listen', ip_address: null, order_message: 'OML^O21' })
  const list = (await manager.call('GET', '/lab/lab-equipment/')).json<Equipment[]>()
  expect(list.map(({ name }) => name)).toEqual(['Maglumi', 'Microscope', 'Mindray'])
  const { id } = calls.json<Equipment>()
  expect((await change(id, { note: 'Bench 2', version: 1 })).json()).toMatchObject({
    note: 'Bench 2',
    sender: 'BC-5380',
    port: 9101,
    version: 2,
  })
  expect((await change(id, { note: 'Late', version: 1 })).status).toBe(412)
  expect((await change(id, { note: 'No version' })).status).toBe(400)
  expect((await change(id, { is_active: false, version: 2 })).json()).toMatchObject({ is_active: false })
  expect((await change(999_999, { note: 'x', version: 1 })).status).toBe(404)
})

const attempt = (id: number, by: Person = manager) => by.call('POST', `/lab/lab-equipment/${id}/try/`, {})
const added = async (name: string, place: object) => (await add({ name, data_format: 'hl7', ...place })).json<Equipment>().id

test('a line is tried by its port: reached, refused, not listened on, and in the trail', async () => {
  const there = createServer((socket) => socket.end())
  await once(there.listen(0, '127.0.0.1'), 'listening')
  const { port } = there.address() as AddressInfo
  const called = await added('Called', { connection: 'connect', ip_address: '127.0.0.1', port })
  const idle = await added('Idle', { category: 'none' })
  expect((await attempt(called)).json()).toMatchObject({ is_reached: true, answer: '' })
  expect((await attempt(idle)).status).toBe(409)
  const nurse = await clinic.signedInFrom('Nurse', 'nurse')
  expect((await attempt(called, nurse)).status).toBe(403)
  await new Promise((resolve) => there.close(resolve))
  expect((await attempt(called)).json()).toMatchObject({ is_reached: false, answer: 'The analyser refuses the connection.' })
  const calls = await added('Calls', { connection: 'listen', port })
  expect((await attempt(calls)).json()).toMatchObject({ is_reached: false, answer: 'The server is not listening on this port.' })
  // Something else listens there now: it is not connected to, and not told of.
  let connected = 0
  const other = createServer(() => void (connected += 1))
  await once(other.listen(port, '127.0.0.1'), 'listening')
  expect((await attempt(calls)).json()).toMatchObject({ is_reached: false, answer: 'The server is not listening on this port.' })
  await new Promise((resolve) => other.close(resolve))
  expect(connected).toBe(0)
  const trail = await clinic.db
    .selectFrom('audit_log')
    .select(['entity_id', 'change'])
    .where('action', '=', 'test connection')
    .orderBy('id')
    .execute()
  expect(trail.map(({ entity_id, change }) => [entity_id, (change as { is_reached: boolean }).is_reached])).toEqual([
    [called, true],
    [called, false],
    [calls, false],
    [calls, false],
  ])
})

test('what does not fit is refused by field', async () => {
  const errors = async (body: object) => {
    const reply = await add(body)
    expect(reply.status, reply.text).toBe(400)
    return Object.keys(reply.json<Record<string, unknown>>()).filter((name) => !['detail', 'code'].includes(name))
  }
  expect(await errors({ name: 'maglumi', data_format: 'hl7' })).toEqual(['name'])
  expect(await errors({ name: 'A', data_format: 'hl7', connection: 'connect' })).toEqual(['port', 'ip_address'])
  expect(await errors({ name: 'A', data_format: 'hl7', connection: 'listen', port: 80 })).toEqual(['port'])
  expect(await errors({ name: 'A', data_format: 'hl7', connection: 'listen', port: 70_000 })).toEqual(['port'])
  expect(await errors({ name: 'A', data_format: 'astm', order_message: 'OML^O21' })).toEqual(['order_message'])
  expect(await errors({ name: 'A', data_format: 'hl7', category: 'rs232' })).toEqual(['category'])
  expect(await errors({ name: 'A', data_format: 'hl7', ip_address: 'not an address; rm' })).toEqual(['ip_address'])
  const nurse = await clinic.signedInFrom('Nurse', 'nurse')
  expect((await add({ name: 'B', data_format: 'hl7' }, nurse)).status).toBe(403)
})

test('the map of codes is replaced as a whole, and holds only what can be', async () => {
  const { id } = (await add({ name: 'Cobas', data_format: 'hl7' })).json<Equipment>()
  const [number, coded, calculated] = [
    await aLabPanel(clinic.db),
    await aLabPanel(clinic.db, { choices: [{ value: 'Positive', flag: 'abnormal' }] }),
    await aLabPanel(clinic.db, { kind: 'calculated', formula: '1 + 1' }),
  ]
  const put = (codes: readonly object[], version = 1) => manager.call('PUT', `/lab/lab-equipment/${id}/codes/`, { codes, version })
  const refused = await put([
    { code: 'A', panel: calculated.id },
    { code: 'B', panel: 999_999 },
    { code: 'C', panel: coded.id, values: { POS: 'Perhaps' } },
    { code: 'C', panel: coded.id, unit: 'mg/L' },
  ])
  expect(refused.status).toBe(400)
  expect(refused.text).toMatch(/calculated.*test not found.*already mapped.*has no unit/is)
  const kept = await put([
    { code: 'A', panel: number.id, unit: 'mg/dL' },
    { code: 'C', panel: coded.id, values: { POS: 'Positive' } },
    { code: 'X', panel: null },
  ])
  expect(kept.json()).toMatchObject({
    version: 2,
    codes: [{ code: 'A', unit: 'mg/dL', panel_code: number.code }, { values: { POS: 'Positive' } }, { panel: null }],
  })
  expect((await put([], 1)).status).toBe(412)
  const fewer = await put([{ code: 'A', panel: number.id }], 2)
  expect(fewer.json()).toMatchObject({ version: 3, codes: [{ code: 'A', unit: null }] })
  expect((await manager.call('GET', `/lab/lab-equipment/${id}/codes/`)).json()).toEqual(fewer.json())
})
