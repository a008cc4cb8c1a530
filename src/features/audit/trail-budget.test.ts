import { afterAll, beforeAll, expect, test } from 'vitest'
import { TRAIL_ROWS } from '#platform/http/limits.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())

const rowsOf = (actor: number) =>
  clinic.db.selectFrom('audit_log').select(['action', 'entity', 'change']).where('actor_id', '=', actor).orderBy('id').execute()
const versionOf = async (id: number) =>
  (await clinic.db.selectFrom('users').select('version').where('id', '=', id).executeTakeFirstOrThrow()).version

/** A person's own calls from some network. */
const from = (person: Person, remoteAddress: string) => async (method: 'GET' | 'PATCH', url: string, body?: object) => {
  const reply = await clinic.app.inject({
    method,
    url,
    remoteAddress,
    headers: { authorization: `Bearer ${person.token}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: JSON.stringify(body) }),
  })
  return { status: reply.statusCode, text: reply.body }
}

/** What these many calls are answered, by status, twenty at a time. */
const statuses = async (calls: number, call: (number: number) => Promise<{ status: number }>) => {
  const counted: Record<number, number> = {}
  for (let done = 0; done < calls; done += 20)
    for (const { status } of await Promise.all(Array.from({ length: Math.min(20, calls - done) }, (_, n) => call(done + n))))
      counted[status] = (counted[status] ?? 0) + 1
  return counted
}

test('a change of nothing leaves no row and raises no version; one of something says of what', async () => {
  const patient = await clinic.signedInAs([], 'patient')
  const change = (body: object) => patient.call('PATCH', '/users/me/', body)
  const first = { phone: '+254700000001', preferences: { language: 'sw' } }
  expect((await change(first)).status).toBe(200)
  const version = await versionOf(patient.id)
  for (let time = 0; time < 3; time++) expect((await change(first)).status).toBe(200)
  expect(await versionOf(patient.id)).toBe(version)
  expect((await change({ preferences: { language: 'fr' } })).status).toBe(200)
  expect(await rowsOf(patient.id)).toEqual([
    { action: 'update own account', entity: 'user', change: { phone: [null, '+254700000001'], preferences: 'language' } },
    { action: 'update own account', entity: 'user', change: { preferences: 'language' } },
  ])
})

test('a patient whom nobody has linked reads nothing, and leaves no row of it', async () => {
  const patient = await clinic.signedInAs([], 'patient')
  for (const url of ['/pharmacy/public-prescription-requests/', '/lab/public-lab-test-request/'])
    for (const query of ['', '?patient_id=1']) expect((await patient.call('GET', `${url}${query}`)).status, `${url}${query}`).toBe(200)
  expect((await rowsOf(patient.id)).filter(({ action }) => action !== 'denied')).toEqual([])
})

test('an account that changes itself without end fills its budget and no more; what leaves no row, and others, go on', async () => {
  const patient = await clinic.signedInAs([], 'patient')
  const calls = from(patient, '203.0.113.1')
  const counted = await statuses(400, (number) => calls('PATCH', '/users/me/', { phone: `+2547000${10_000 + number}` }))
  expect(counted).toEqual({ 200: TRAIL_ROWS.patient, 429: 400 - TRAIL_ROWS.patient })
  expect(await rowsOf(patient.id)).toHaveLength(TRAIL_ROWS.patient)
  const refused = await calls('PATCH', '/users/me/', { phone: '+254700000002' })
  expect(refused.text).toContain(`Limit: ${TRAIL_ROWS.patient} lines in the audit trail a minute for each account.`)
  expect((await calls('GET', '/users/me/')).status).toBe(200)
  const other = await clinic.signedInAs([], 'patient')
  expect((await from(other, '203.0.113.1')('PATCH', '/users/me/', { phone: '+254700000003' })).status).toBe(200)
})

test('what is refused for its fields, or changes nothing, takes nothing of the budget', async () => {
  const patient = await clinic.signedInAs([], 'patient')
  const calls = from(patient, '203.0.113.2')
  expect(await statuses(300, () => calls('PATCH', '/users/me/', { phone: 'x' }))).toEqual({ 400: 300 })
  expect(await statuses(300, () => calls('PATCH', '/users/me/', { first_name: 'Test' }))).toEqual({ 200: 300 })
  expect((await calls('PATCH', '/users/me/', { phone: '+254700000004' })).status).toBe(200)
})
