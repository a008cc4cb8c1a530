import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { aVisit } from './testing/builders.ts'
import { callOf, promisedEndpoints } from './testing/contracts.ts'
import { openTestClinic, type Person, type TestClinic } from './testing/clinic.ts'
import { fingerprint } from './testing/fingerprint.ts'
import { sampleBody } from './testing/sample.ts'

// Every endpoint that takes an id, asked for real rows of somebody else.
const endpoints = promisedEndpoints()
const withIds = endpoints.filter(({ path }) => path.includes('{'))
const named = (list: Endpoint[]) => list.map((endpoint) => [callOf(endpoint), endpoint] as const)
const MARK = 'Zubeidahidden'

let clinic: TestClinic
let administrator: Person
let account: Person
let before: string[]
/** The patient who is nobody's business, and another. */
let hers: number
let others: number
let parts: number[]

beforeAll(async () => {
  clinic = await openTestClinic()
  administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
  account = await clinic.signedInFrom('Patient', 'patient')
  const insurer = await clinic.db
    .insertInto('insurance_companies')
    .values({ name: `${MARK} Insurance` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const register = async (first_name: string, more: object) => {
    const reply = await administrator.call('POST', '/patients/patients/', {
      first_name,
      second_name: MARK,
      gender: 'female',
      not_a_duplicate: true,
      ...more,
    })
    expect(reply.status, reply.text).toBe(201)
    return reply.json<{ id: number; [part: string]: unknown }>()
  }
  const patient = await register('Zubeida', {
    identifiers: [{ kind: 'passport', value: MARK }],
    insurances: [{ insurance_company_id: insurer.id, member_number: '1' }],
    next_of_kin: [{ first_name: MARK, second_name: 'Ali', relationship: 'mother', contact: { tel_no: '0712000111' } }],
    allergies: [{ substance: MARK, category: 'drug', severity: 'severe' }],
    alerts: [{ text: MARK }],
  })
  hers = patient.id
  others = (await register('Another', {})).id
  parts = ['identifiers', 'insurances', 'next_of_kin', 'allergies', 'alerts'].flatMap((part) =>
    (patient[part] as { id: number }[]).map(({ id }) => id),
  )
  await aVisit(clinic.db, { patient_id: hers, reason: MARK })
  before = await fingerprint(clinic.ownerUrl)
})
afterAll(() => clinic.close())

const ask = async (person: Person, endpoint: Endpoint, path: string) => {
  const reply = await person.call(endpoint.method, path, endpoint.body && sampleBody(endpoint.body))
  expect(reply.status, `${endpoint.method} ${path}: ${reply.text.slice(0, 200)}`).toBeLessThan(500)
  return reply
}

test('there are rows to be hidden', () => {
  expect(withIds.length).toBeGreaterThan(25)
  expect(parts.length).toBe(5)
})

describe('a patient account, by the id of a real row, is refused and shown nothing by', () => {
  test.each(named(withIds))('%s', async (_name, endpoint) => {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_match, name) => String(name === 'part' ? parts[0] : hers))
    const { status, text } = await ask(account, endpoint, path)
    // The clinic's own details are everybody's who is signed in.
    if (callOf(endpoint) === 'GET /company/company/{id}/') expect(status).toBe(200)
    else expect([400, 403, 404]).toContain(status)
    expect(text).not.toContain(MARK)
    expect(await fingerprint(clinic.ownerUrl)).toEqual(before)
  })
})

describe('a patient account is shown nobody else by', () => {
  test.each(named(endpoints.filter(({ method, path }) => method === 'GET' && !path.includes('{'))))('%s', async (_name, endpoint) => {
    expect((await ask(account, endpoint, endpoint.path)).text).not.toContain(MARK)
  })
})

describe('the administrator, naming a part of another patient’s record, changes nothing by', () => {
  test.each(named(withIds.filter(({ path, method }) => path.includes('{part}') && method !== 'PUT')))('%s', async (_name, endpoint) => {
    for (const part of parts) {
      const path = endpoint.path.replace('{id}', String(others)).replace('{part}', String(part))
      expect((await ask(administrator, endpoint, path)).status).toBe(404)
    }
    expect(await fingerprint(clinic.ownerUrl)).toEqual(before)
  })
})
