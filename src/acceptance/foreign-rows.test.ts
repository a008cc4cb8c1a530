import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { permissions } from '#shared/permissions.ts'
import { aVisit } from '../testing/builders.ts'
import { callOf, promisedEndpoints } from '../testing/calls/contracts.ts'
import { openTestClinic, type Person, type TestClinic } from '../testing/clinic.ts'
import { fingerprint } from '../testing/databases/fingerprint.ts'
import { aHiddenRecord, MARK } from '../testing/patients/hidden-record.ts'
import { sampleBody } from '../testing/calls/sample.ts'

// Every endpoint that takes an id, asked for real rows of somebody else.
const endpoints = promisedEndpoints()
const withIds = endpoints.filter(({ path }) => path.includes('{'))
const named = (list: Endpoint[]) => list.map((endpoint) => [callOf(endpoint), endpoint] as const)

let clinic: TestClinic
let administrator: Person
/** The account of another patient. */
let account: Person
/** The same with every right there is, as if no policy in code refused a patient anything. */
let allowed: Person
let before: string[]
/** The patient who is nobody's business, and another. */
let hers: number
let others: number
let parts: number[]
/** The administrator's. */
let session: string

beforeAll(async () => {
  clinic = await openTestClinic()
  administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
  account = await clinic.signedInFrom('Patient', 'patient')
  allowed = await clinic.signedInAs(permissions, 'patient')
  const insurer = await clinic.db
    .insertInto('insurance_companies')
    .values({ name: 'Hidden Insurance' })
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
  others = (await register('Another', { second_name: 'Seen' })).id
  const third = (await register('Third', { second_name: 'Seen' })).id
  await clinic.db.updateTable('patients').set({ user_id: account.id }).where('id', '=', others).execute()
  await clinic.db.updateTable('patients').set({ user_id: allowed.id }).where('id', '=', third).execute()
  parts = ['identifiers', 'insurances', 'next_of_kin', 'allergies', 'alerts'].flatMap((part) =>
    (patient[part] as { id: number }[]).map(({ id }) => id),
  )
  parts.push(...(await aHiddenRecord(clinic.db, (await aVisit(clinic.db, { patient_id: hers, reason: MARK })).id, hers, administrator.id)))
  // A note that the path may name while the part is of hers.
  const { id: visit } = await aVisit(clinic.db, { patient_id: others })
  await sql`insert into consultations (id, visit_id, patient_id, doctor_id, created_at, changed_at, changed_by) overriding system value
    values (${others}, ${visit}, ${others}, ${administrator.id}, now(), now(), ${administrator.id})`.execute(clinic.db)
  const ofAdministrator = clinic.db.selectFrom('sessions').select('id').where('user_id', '=', administrator.id)
  session = (await ofAdministrator.executeTakeFirstOrThrow()).id
  before = await fingerprint(clinic.ownerUrl)
})
afterAll(() => clinic.close())

/** What patients may ask for at all. */
const isForPatients = ({ access }: Endpoint) => access === 'patient' || access === 'signed-in'

/** What gets past the looks at a body, to the row itself. */
const bodies: Record<string, object> = {
  'PATCH /patients/appointments/{id}/': { reason: 'Fever', version: 1 },
  'POST /portal/results/{id}/read/': {},
}
/** What they are answered where it is not that there is none: the clinic's own details, and what staff may do, whoever it is. */
const answers: Record<string, number> = { 'GET /company/company/{id}/': 200, 'GET /authperms/permissions/user/{user_id}/': 403 }
const bodyOf = (endpoint: Endpoint) => bodies[callOf(endpoint)] ?? (endpoint.body && sampleBody(endpoint.body))

/** The address of a call, with the ids of what is hidden. */
const asked = (endpoint: Endpoint) => {
  if (endpoint.path === '/users/me/sessions/{id}/') return `/users/me/sessions/${session}/`
  return endpoint.path.replace(/\{(\w+)\}/g, (_match, name) => String(name === 'part' ? parts[0] : hers))
}

const ask = async (person: Person, endpoint: Endpoint, path: string) => {
  const reply = await person.call(endpoint.method, path, bodyOf(endpoint))
  expect(reply.status, `${endpoint.method} ${path}: ${reply.text.slice(0, 200)}`).toBeLessThan(500)
  return reply
}

const expectUnchanged = async () => expect(await fingerprint(clinic.ownerUrl)).toEqual(before)

test('there are rows to be hidden', () => {
  expect(withIds.length).toBeGreaterThan(300)
  expect(parts.length).toBe(8)
})

describe('a patient account, by the id of a real row, is refused and shown nothing by', () => {
  test.each(named(withIds))('%s', async (_name, endpoint) => {
    const { status, text } = await ask(account, endpoint, asked(endpoint))
    if (isForPatients(endpoint)) expect(status, text).toBe(answers[callOf(endpoint)] ?? 404)
    else expect([400, 403, 404]).toContain(status)
    expect(text).not.toContain(MARK)
  })
  // Once: it takes longer than all that is asked, and names the table.
  test('and nothing is changed', () => expectUnchanged())
})

describe('a patient account is shown nobody else by', () => {
  test.each(named(endpoints.filter(({ method, path }) => method === 'GET' && !path.includes('{'))))('%s', async (_name, endpoint) => {
    expect((await ask(account, endpoint, endpoint.path)).text).not.toContain(MARK)
  })
})

/** The tables in whose rows the mark stands, for whoever this role looks as. */
const markedTables = async (role: 'kliniki_app' | 'kliniki_portal', patient: number) => {
  const client = new Client({ connectionString: clinic.logins[role] })
  await client.connect()
  try {
    await client.query(`select set_config('kliniki.user', '0', false), set_config('kliniki.patient', $1, false)`, [String(patient)])
    const { rows } = await client.query<{ name: string }>(`select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relrowsecurity and relname <> 'users'
        and has_table_privilege('kliniki_portal', oid, 'select') order by 1`)
    const found: string[] = []
    for (const { name } of rows) {
      const marked = await client.query(`select from ${client.escapeIdentifier(name)} t where t::text like '%' || $1 || '%' limit 1`, [
        MARK,
      ])
      if (marked.rowCount) found.push(name)
    }
    return found
  } finally {
    await client.end()
  }
}

test('what patients may reach in the database holds none of another’s rows, and their own', async () => {
  const marked = await markedTables('kliniki_app', others)
  expect(marked.length).toBeGreaterThan(20)
  expect(await markedTables('kliniki_portal', others)).toEqual([])
  const own = await markedTables('kliniki_portal', hers)
  // Alerts are for staff alone, a note is the doctor's until it is signed, and a question is whose account asked it.
  const staffs = ['assistant_messages', 'audit_log', 'consultations', 'files', 'idempotency_keys', 'patient_alerts']
  expect(marked.filter((name) => !own.includes(name) && !staffs.includes(name))).toEqual([])
})

/** What somebody does with their own account, or writes in their own record, is about nobody else. */
const isOwn = ({ access, method, path }: Endpoint) => access === 'patient' && method !== 'GET' && !path.includes('{')

// With the rules in code switched off: what is left is row level security.
describe('a patient account with every right is shown nothing of another patient, and changes nothing, by', () => {
  const ofOthers = endpoints.filter((one) => one.access !== 'public' && one.eyes !== 'clinic' && !isOwn(one))
  test.each(named(ofOthers))('%s', async (_name, endpoint) => {
    const { text } = await allowed.call(endpoint.method, asked(endpoint), bodyOf(endpoint))
    expect(text).not.toContain(MARK)
  })
  test('at all', () => expectUnchanged())
})

describe('the administrator, naming a part of another patient’s record, changes nothing by', () => {
  test.each(named(withIds.filter(({ path, method }) => path.includes('{part}') && method !== 'PUT')))('%s', async (_name, endpoint) => {
    for (const part of parts) {
      const path = endpoint.path.replace('{id}', String(others)).replace('{part}', String(part))
      expect((await ask(administrator, endpoint, path)).status).toBe(404)
    }
  })
  test('at all', () => expectUnchanged())
})

// Last, for it prints.
test('the administrator is shown by many calls what is hidden from patients', async () => {
  const shown = []
  for (const endpoint of endpoints.filter((one) => one.method === 'GET' && one.access !== 'public' && !one.produces))
    if ((await administrator.call('GET', asked(endpoint))).text.includes(MARK)) shown.push(callOf(endpoint))
  expect(shown.length).toBeGreaterThan(30)
})
