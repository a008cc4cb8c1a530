import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { callOf, promisedEndpoints } from '../../testing/calls/contracts.ts'

let clinic: TestClinic
let desk: Person
let own: Person
let patient: number
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  own = await clinic.signedInFrom('Patient', 'patient')
  patient = (await aPatient(clinic.db, { user_id: own.id })).id
})
afterAll(() => clinic.close())

/** What is written in no record: the account's own settings, and that something was looked at. */
const besides = [
  'POST /portal/link-code/',
  'POST /portal/results/{id}/read/',
  'POST /portal/announcements/{id}/read/',
  'POST /notifications/read/',
  'PUT /notifications/preferences/',
  'POST /chatbot/chat/',
  'DELETE /chatbot/messages/{id}/',
  'DELETE /chatbot/messages/',
]
const writes = promisedEndpoints().filter(
  (one) =>
    one.method !== 'GET' &&
    (one.access === 'patient' || one.access === 'signed-in' || one.path === '/lab/public-lab-test-request/') &&
    (one.eyes !== 'clinic' || one.path.startsWith('/patients/appointments/')) &&
    !besides.includes(callOf(one)),
)

test('an account reads a record that was deactivated, and writes nothing in it until it is brought back', async () => {
  const sent = { created_at: clinic.clock.now, created_by: own.id }
  const scanned = { sha256: 'a'.repeat(64), size: 1, type: 'image/png', name: 'paper.png', ...sent }
  const file = await clinic.db.insertInto('files').values(scanned).returning('id').executeTakeFirstOrThrow()
  const request = await clinic.db
    .insertInto('public_prescription_requests')
    .values({ patient_id: patient, file_id: file.id, date_created: sent.created_at, date_changed: sent.created_at, created_by: own.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const document = (await own.call('POST', '/patients/medical-records/', { title: 'Letter', text: 'Seen in Kisumu.' })).json<{
    id: number
  }>()
  expect(document.id).toBeGreaterThan(0)
  const wish = { test_profile: 1, appointment_date: '2026-03-03T08:00:00Z' }
  const bodies: Record<string, object | undefined> = {
    'PATCH /portal/profile/': { phone: '0712000111', version: 1 },
    'POST /portal/next-of-kin/': { first_name: 'Juma', relationship: 'brother' },
    'PATCH /portal/next-of-kin/{id}/': { first_name: 'Juma' },
    'DELETE /portal/next-of-kin/{id}/': undefined,
    'POST /portal/refill-requests/': { lines: [1] },
    'POST /pharmacy/public-prescription-requests/': {},
    'POST /pharmacy/public-prescription-requests/{id}/remarks/': { body: 'Yes' },
    'POST /lab/public-lab-test-request/': wish,
    'POST /patients/appointments/': { appointment_date_time: '2026-03-03T08:00:00Z', reason: 'Fever' },
    'PATCH /patients/appointments/{id}/': { reason: 'Fever', version: 1 },
    'POST /patients/medical-records/': { title: 'Letter', text: 'Seen in Nakuru.' },
    'POST /patients/medical_records/extract/': { record_id: document.id },
  }
  expect(writes.map(callOf).toSorted()).toEqual(Object.keys(bodies).toSorted())
  const askAll = async () => {
    const answers: [string, number, string | undefined][] = []
    for (const one of writes) {
      const path = one.path.replace('{id}', String(one.path.includes('remarks') ? request.id : 1))
      const reply = await own.call(one.method, path, bodies[callOf(one)])
      answers.push([callOf(one), reply.status, reply.text ? reply.json<{ code?: string }>().code : undefined])
    }
    return answers
  }
  expect((await desk.call('DELETE', `/patients/patients/${patient}/?reason=Twice`)).status).toBe(204)
  expect(await askAll()).toEqual(writes.map((one) => [callOf(one), 409, 'deactivated']))
  const refused = await own.call('POST', '/portal/refill-requests/', { lines: [1] })
  expect(refused.json()).toMatchObject({ detail: 'This record is deactivated. Ask at the reception desk.' })
  for (const path of ['/portal/overview/', '/portal/medicines/', '/portal/data/', '/patients/patient-profile/', '/patients/appointments/'])
    expect((await own.call('GET', path)).status, path).toBe(200)
  expect((await desk.call('POST', `/patients/patients/${patient}/reactivate/`, {})).status).toBe(200)
  for (const [call, , code] of await askAll()) expect(code, call).not.toBe('deactivated')
})
