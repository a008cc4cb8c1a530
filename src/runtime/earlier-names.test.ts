import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { earlierNames } from './earlier-names.ts'
import { anAccount, PASSWORD } from '../testing/accounts.ts'
import { aPatient } from '../testing/builders.ts'
import { callOf, promisedEndpoints } from '../testing/calls/contracts.ts'
import { openTestClinic, type Person, type TestClinic } from '../testing/clinic.ts'

let clinic: TestClinic
let manager: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  manager = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())

const calls = new Map(promisedEndpoints().flatMap((one) => [one.path, ...(one.also ?? [])].map((path) => [callOf({ ...one, path }), one])))
const names = (schema: unknown) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : [])

test('every earlier address stands for a call of the contract, whose whole path it fills', () => {
  const wrong = earlierNames().filter(({ call, moves }) => {
    const endpoint = calls.get(call)
    const filled = moves.filter(({ place }) => place !== 'rename').map(({ to }) => to)
    const renamed = moves.filter(({ place }) => place === 'rename').map(({ to }) => to)
    return (
      !endpoint ||
      filled.toSorted().join() !== names(endpoint.params).toSorted().join() ||
      renamed.some((name) => !names(endpoint.query).includes(name))
    )
  })
  expect(wrong).toEqual([])
})

test('every earlier address asks who is there as its call does', async () => {
  const [got, own] = [[] as string[], [] as string[]]
  for (const { method, url, call } of earlierNames()) {
    const endpoint = calls.get(call)!
    if (endpoint.access === 'public') continue
    got.push(`${method} ${url} ${(await clinic.call(method, url, method === 'GET' ? undefined : {})).status}`)
    own.push(`${method} ${url} 401`)
  }
  expect(got).toEqual(own)
})

test('a client of the earlier system signs in, registers, reads, changes and lists by its own addresses', async () => {
  const { email } = await anAccount(clinic.db, 'receptionist')
  const signedIn = await clinic.call('POST', '/api/login', { email, password: PASSWORD })
  expect(signedIn.json()).toMatchObject({ access: expect.any(String), refresh: expect.any(String) })
  const made = await manager.call('POST', '/api/patient', { first_name: 'First', second_name: 'Last', gender: 'male' })
  const { id } = made.json<{ id: number }>()
  const read = await manager.call('GET', `/api/patient/patient_by_id?patient_id=${id}`)
  expect(read.json()).toMatchObject({ id, first_name: 'First' })
  const changed = await manager.call('PUT', '/api/patient/edit-patient', { ...read.json<object>(), first_name: 'Other' })
  expect([changed.status, changed.json()]).toEqual([200, expect.objectContaining({ id, first_name: 'Other' })])
  const list = (await manager.call('GET', '/api/billing/search-patients?first_name=Other')).json<{ id: number }[]>()
  expect(list.map((row) => row.id)).toContain(id)
  expect((await manager.call('GET', '/api/patient/patient_by_id')).status).toBe(400)
})

test('a change by an earlier address is made once for its key', async () => {
  const patient = await aPatient(clinic.db)
  const start = () =>
    manager.call(
      'POST',
      '/api/patient/attendance-process',
      { patient: patient.id, reason: 'Cough', track: 'triage' },
      { 'idempotency-key': 'earlier' },
    )
  const [first, second] = [await start(), await start()]
  expect([first.status, second.text]).toEqual([201, first.text])
})
