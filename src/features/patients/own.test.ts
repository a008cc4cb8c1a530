import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { updateOwnProfile } from './contract-account.ts'

let clinic: TestClinic
let desk: Person
/** A patient with an account, another, and an account without a record. */
let [hers, his] = [0, 0]
let she: Person
let he: Person
let unlinked: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  ;[she, he, unlinked] = [await owner(), await owner(), await owner()]
  const born = { date_of_birth: '1990-02-03', phone: '0712000111' }
  ;({ id: hers } = await aPatient(clinic.db, { user_id: she.id, ...born }))
  ;({ id: his } = await aPatient(clinic.db, { user_id: he.id, ...born }))
})
afterAll(() => clinic.close())

const owner = () => clinic.signedInFrom('Patient', 'patient')
const PROFILE = '/portal/profile/'
const KIN = '/portal/next-of-kin/'
const row = (id: number) => clinic.db.selectFrom('patients').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const lastTrail = (id: number) =>
  clinic.db
    .selectFrom('audit_log')
    .select(['actor_id', 'action', 'entity', 'change'])
    .where('patient_id', '=', id)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()

test('a patient changes how they are reached and what they tell of themselves, and the record says that it was they', async () => {
  const change = { phone: '+254 712 000 999', residence: ' Kisumu,  Milimani ', occupation: 'Teacher', language: 'Kiswahili', email: null }
  const changed = await she.call('PATCH', PROFILE, { ...change, version: 1 })
  expect([changed.status, changed.json()]).toMatchObject([
    200,
    { id: hers, phone: '+254712000999', residence: 'Kisumu, Milimani', occupation: 'Teacher', email: null, version: 2, next_of_kin: [] },
  ])
  expect(changed.json()).not.toHaveProperty('alerts')
  expect(await lastTrail(hers)).toMatchObject({
    actor_id: she.id,
    action: 'update',
    entity: 'patient',
    change: { phone: ['0712000111', '+254712000999'] },
  })
  const log = await desk.call('GET', `/patients/patients/${hers}/access-log/?limit=1`)
  expect(log.json()).toMatchObject([{ user_name: 'Test patient', is_patient: true, action: 'update' }])
  const seen = await desk.call('GET', `/patients/patients/${hers}/`)
  expect(seen.json()).toMatchObject({ phone: '+254712000999', version: 2 })
  const old = await she.call('PATCH', PROFILE, { phone: '0712000222' }, { 'if-match': '"1"' })
  expect([old.status, old.json()]).toMatchObject([412, { current: { phone: '+254712000999', version: 2 } }])
  expect((await she.call('PATCH', PROFILE, { phone: '0712000222' })).json()).toHaveProperty('version')
  expect((await she.call('PATCH', PROFILE, { phone: '0712000222' }, { 'if-match': '"2"' })).status).toBe(200)
})

test('nothing else of the record can be changed by it, and nobody else’s', async () => {
  const before = [await row(hers), await row(his)]
  const { version } = before[0]!
  const more = {
    first_name: 'Eve',
    second_name: 'Eve',
    date_of_birth: '2000-01-01',
    gender: 'male',
    unique_id: 'P-1',
    user_id: unlinked.id,
    user: unlinked.id,
    role: 'sysadmin',
    id: his,
    patient_id: his,
    patient: his,
    deactivated_at: null,
    source: 'x',
    last_visit_at: null,
    is_unidentified: true,
    insurances: [],
    allergies: [],
    next_of_kin: [],
  }
  const shown = updateOwnProfile.response.shape
  for (const [field, value] of Object.entries(more)) {
    // What the record shows and a patient may not change is left out, and then nothing is left; everything else is unknown.
    const reply = await she.call('PATCH', PROFILE, { [field]: value, version })
    expect([reply.status, field in reply.json<object>()], field).toEqual([400, !(field in shown)])
  }
  for (const query of ['?patient_id=', '?id=', '?user_id=']) await she.call('PATCH', `${PROFILE}${query}${his}`, { version })
  for (const bad of [{ phone: 'x' }, { email: 'x' }, { language: 'x'.repeat(41) }, {}])
    expect((await she.call('PATCH', PROFILE, { ...bad, version })).status).toBe(400)
  expect([await row(hers), await row(his)]).toEqual(before)
  const sent = await she.call('PATCH', PROFILE, { ...more, id: undefined, residence: '', version })
  expect([sent.status, Object.keys(sent.json())]).toEqual([400, Object.keys(more).filter((field) => field !== 'id' && !(field in shown))])
})

test('a record that comes back whole changes what is the patient’s own, and nothing else; an empty text clears', async () => {
  const record = (await she.call('GET', '/patients/patient-profile/')).json<Record<string, unknown>>()
  const before = await row(hers)
  const sent = await she.call('PATCH', PROFILE, { ...record, first_name: 'Eve', gender: 'male', residence: '', version: before?.version })
  expect(sent.status, sent.text).toBe(200)
  expect(await row(hers)).toMatchObject({ first_name: before?.first_name, gender: before?.gender, residence: null })
})

test('patients keep their next of kin, with the desk, and reach nobody else’s', async () => {
  const aunt = { first_name: 'Rehema', second_name: 'Ali', relationship: 'aunt', contact: { tel_no: '0712 111 222' } }
  const made = await she.call('POST', KIN, aunt)
  expect([made.status, made.json()]).toMatchObject([201, { ...aunt, contact: { tel_no: '0712111222', residence: null } }])
  const { id } = made.json<{ id: number }>()
  expect(await lastTrail(hers)).toMatchObject({ actor_id: she.id, action: 'create', entity: 'next of kin' })
  const moved = await she.call('PATCH', `${KIN}${id}/`, { contact: { tel_no: '0712333444' } })
  expect([moved.status, moved.json()]).toMatchObject([
    200,
    { id, first_name: 'Rehema', second_name: 'Ali', contact: { tel_no: '0712333444' } },
  ])
  expect((await she.call('PATCH', `${KIN}${id}/`, { second_name: 'Said' })).json()).toMatchObject({
    second_name: 'Said',
    contact: { tel_no: '0712333444' },
  })
  expect((await desk.call('GET', `/patients/patients/${hers}/`)).json()).toMatchObject({ next_of_kin: [{ id, second_name: 'Said' }] })

  const foreign = (await he.call('POST', KIN, { first_name: 'Juma', relationship: 'brother' })).json<{ id: number }>().id
  for (const other of [foreign, 2_000_000]) {
    expect((await she.call('PATCH', `${KIN}${other}/`, { first_name: 'X' })).status).toBe(404)
    expect((await she.call('DELETE', `${KIN}${other}/`)).status).toBe(404)
  }
  for (const field of ['patient', 'patient_id', 'contacts', 'id', 'ended_at']) {
    const reply = await she.call('POST', KIN, { first_name: 'X', relationship: 'son', [field]: his })
    expect([reply.status, Object.keys(reply.json())]).toEqual([400, [field]])
    expect((await she.call('PATCH', `${KIN}${id}/`, { [field]: his })).status).toBe(400)
  }
  expect((await he.call('GET', '/patients/patient-profile/')).json()).toMatchObject({ next_of_kin: [{ id: foreign, first_name: 'Juma' }] })

  expect((await she.call('DELETE', `${KIN}${id}/`)).status).toBe(204)
  expect(await lastTrail(hers)).toMatchObject({ actor_id: she.id, action: 'end', entity: 'next of kin' })
  expect((await she.call('DELETE', `${KIN}${id}/`)).status).toBe(404)
  const kept = await clinic.db.selectFrom('next_of_kin').select(['first_name', 'ended_by']).where('id', '=', id).executeTakeFirstOrThrow()
  expect(kept).toEqual({ first_name: 'Rehema', ended_by: she.id })
  for (let count = 0; count < 10; count += 1) await she.call('POST', KIN, { first_name: `Kin ${count}`, relationship: 'friend' })
  expect((await she.call('POST', KIN, { first_name: 'One more', relationship: 'friend' })).status).toBe(409)
})

test('an account without a record is told so; staff and strangers are not let in', async () => {
  const calls = [
    ['PATCH', PROFILE, { phone: '0712000111', version: 1 }],
    ['POST', KIN, { first_name: 'A', relationship: 'son' }],
    ['PATCH', `${KIN}1/`, { first_name: 'A' }],
    ['DELETE', `${KIN}1/`, undefined],
  ] as const
  for (const [method, url, body] of calls) {
    const reply = await unlinked.call(method, url, body)
    expect([reply.status, reply.json()]).toMatchObject([409, { code: 'not_linked' }])
    expect((await desk.call(method, url, body)).status).toBe(403)
    expect((await clinic.call(method, url, body)).status).toBe(401)
  }
})
