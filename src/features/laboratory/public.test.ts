import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statuses } from '../../testing/calls/statuses.ts'
import { anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLabPanel, aLabProfile } from '../../testing/scenarios/laboratory.ts'
import type { PublicLabRequest } from './contract-public.ts'
import type { LabTestRequest } from './contract.ts'

const URL_OF = '/lab/public-lab-test-request/'
const NOW = new Date('2026-03-02T07:30:00Z')
const TOMORROW = '2026-03-03T06:00:00.000Z'
const MEDICAL = /test|lab|blood|result|damu|maabara|sang|urine/i
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
let clinic: TestClinic
let desk: Person
let technician: Person
let photo: Buffer
let fbc: number
let address = 0
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW, publicUrl: 'https://clinic.example' })
  const { db } = clinic
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  technician = await clinic.signedInFrom('Laboratory technician', 'labtech')
  fbc = (await aLabProfile(db, [await aLabPanel(db)], { name: 'Full blood count', item_id: (await anItem(db, '600.00')).id })).id
  await db.updateTable('message_settings').set({ sms_is_on: true, sms_url: 'http://127.0.0.1:9', country_code: '254' }).execute()
  photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#ffffff' } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'S' } })
    .toBuffer()
})
afterAll(() => clinic.close())

/** Sends the form, with a paper unless it is null; from another address each time unless one is named. */
const send = async (
  person: Person | null,
  fields: Record<string, string>,
  {
    file = null,
    url = URL_OF,
    from = `10.1.${++address >> 8}.${address & 255}`,
  }: { file?: Buffer | null; url?: string; from?: string } = {},
) => {
  const form = new FormData()
  for (const [key, value] of Object.entries({ test_profile: String(fbc), appointment_date: TOMORROW, ...fields })) form.append(key, value)
  if (file) form.append('lab_request', new Blob([new Uint8Array(file)]), 'paper.jpg')
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const payload = Buffer.from(await request.arrayBuffer())
  const headers = { 'content-type': request.headers.get('content-type') ?? '', ...(person && { authorization: `Bearer ${person.token}` }) }
  const { statusCode: status, body } = await clinic.app.inject({ method: 'POST', url, headers, payload, remoteAddress: from })
  return { status, text: body, json: <T = Record<string, never>>() => JSON.parse(body) as T }
}
const aPatientAccount = async () => {
  const person = await clinic.signedInFrom('Patient', 'patient')
  const patient = await aPatient(clinic.db, { user_id: person.id, phone: '+254712345678' })
  return { person, patient: patient.id }
}
const nameless = { name: 'Akinyi Were', phone: '0712 345 678' }
const latest = async () => (await technician.call('GET', `${URL_OF}?limit=1`)).json<PublicLabRequest[]>()[0]!
const answer = (id: number, body: object, by = technician) => by.call('PUT', `${URL_OF}${id}/`, body)
const answered = async (id: number, body: object) => {
  const reply = await answer(id, body)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<PublicLabRequest>()
}
const sent = async (person: Person, fields: Record<string, string> = {}) => {
  const reply = await send(person, fields)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<PublicLabRequest>()
}
const fileOf = (person: Person, id: number) =>
  clinic.app.inject({ method: 'GET', url: `${URL_OF}${id}/file/`, headers: { authorization: `Bearer ${person.token}` } })

describe('somebody who is not signed in', () => {
  test('says who they are and learns nothing but that it came', async () => {
    await aPatient(clinic.db, { first_name: 'Akinyi', second_name: 'Were', phone: '+254712345678' })
    const reply = await send(null, { ...nameless, birth_date: '1990-02-03', note: 'Fasting?', status: 'done' }, { file: photo })
    expect([reply.status, reply.json()]).toEqual([201, { status: 'pending' }])
    expect(await latest()).toMatchObject({
      patient: null,
      patient_name: null,
      name: 'Akinyi Were',
      phone: '0712345678',
      birth_date: '1990-02-03',
      status: 'pending',
      test_profile: fbc,
      test_profile_name: 'Full blood count',
      appointment_date: TOMORROW,
      note: 'Fasting?',
      file: { name: 'paper.jpg', type: 'image/jpeg' },
      visit: null,
    })
    const { rows } = await sql`select actor_id, patient_id from audit_log where action = 'send' order by id desc limit 1`.execute(clinic.db)
    expect(rows).toEqual([{ actor_id: null, patient_id: null }])
  })

  test('is told what does not fit, field by field, and keeps nothing', async () => {
    const before = (await latest()).id
    expect(
      (await send(null, { test_profile: '2000000000', appointment_date: '2026-03-02T07:29:00Z', birth_date: '2030-01-01' })).json(),
    ).toEqual({
      name: ['This field is required.'],
      phone: ['Enter a phone number or an e-mail address.'],
      birth_date: ['Enter a date of birth that is not in the future.'],
      appointment_date: ['Choose a time in the future.'],
      test_profile: ['Choose an active laboratory profile.'],
    })
    expect((await send(null, { ...nameless, patient: '1' })).json()).toHaveProperty('patient')
    expect((await send(null, { ...nameless, appointment_date: '2028-01-01T00:00:00Z' })).json()).toHaveProperty('appointment_date')
    expect((await send(null, { ...nameless, test_profile: 'x' })).json()).toHaveProperty('test_profile')
    for (const file of [Buffer.from('<script>alert(1)</script>'), Buffer.from('%PDF-1.4 cut off'), photo.subarray(0, 200)])
      expect((await send(null, nameless, { file })).json()).toHaveProperty('lab_request')
    expect((await latest()).id).toBe(before)
    for (const [method, url] of [
      ['GET', URL_OF],
      ['GET', `${URL_OF}${before}/`],
      ['GET', `${URL_OF}${before}/file/`],
      ['PUT', `${URL_OF}${before}/`],
      ['POST', `${URL_OF}${before}/request/`],
    ] as const)
      expect((await clinic.call(method, url, method === 'GET' ? undefined : {})).status).toBe(401)
  })

  test('is slowed down', async () => {
    const replies = []
    for (let n = 0; n < 11; n++) replies.push((await send(null, { ...nameless, test_profile: '0' }, { from: '10.9.9.9' })).status)
    expect(replies.at(-1)).toBe(429)
    expect(replies.slice(0, 10)).not.toContain(429)
  })
})

describe('a patient', () => {
  test('asks for their own record at each of the addresses, and sees their own', async () => {
    const { person, patient } = await aPatientAccount()
    const other = await aPatientAccount()
    for (const url of [
      URL_OF,
      '/patientlabtestrequest',
      '/patient-profile/patientlabtestrequest',
      '/api/patient-profile/patientlabtestrequest/',
    ])
      expect((await send(person, {}, { url, file: pdf })).status).toBe(201)
    const mine = (await person.call('GET', URL_OF)).json<PublicLabRequest[]>()
    expect(mine).toHaveLength(4)
    const { id } = mine[0]!
    expect(mine[0]).toMatchObject({ patient, name: null, lab_request: `${URL_OF}${id}/file/`, visit: null, process: null })
    await aVisitWithOrders(desk, patient)
    expect((await person.call('GET', `${URL_OF}${id}/`)).json()).toMatchObject({ id, visit: null, process: null })
    expect((await technician.call('GET', `${URL_OF}${id}/`)).json<PublicLabRequest>().visit).not.toBeNull()
    const file = await fileOf(person, id)
    expect([file.statusCode, file.headers['content-type'], file.rawPayload.equals(pdf)]).toEqual([200, 'application/pdf', true])
    expect((await send(person, { patient: String(other.patient) })).status).toBe(403)
    expect((await other.person.call('GET', `${URL_OF}${id}/`)).status).toBe(404)
    expect((await fileOf(other.person, id)).statusCode).toBe(404)
    expect((await other.person.call('GET', URL_OF)).json()).toEqual([])
    expect((await other.person.call('GET', `${URL_OF}?patient_id=${patient}&count=true`)).json()).toEqual([])
    expect((await answer(id, { status: 'confirmed' }, person)).status).toBe(403)
    const bare = await sent(person)
    expect([bare.lab_request, bare.file, (await fileOf(person, bare.id)).statusCode]).toEqual([null, null, 404])
  })

  test('without a record, and staff without the right, ask for nothing; staff who may, for anybody', async () => {
    const unlinked = await clinic.signedInFrom('Patient', 'patient')
    expect((await send(unlinked, {})).json()).toMatchObject({ code: 'not_linked' })
    expect((await unlinked.call('GET', URL_OF)).json()).toEqual([])
    const clerk = await clinic.signedInFrom('Receptionist', 'receptionist')
    const patient = String((await aPatient(clinic.db)).id)
    expect((await send(clerk, { patient })).status).toBe(403)
    expect((await send(technician, {})).json()).toEqual({ patient: ['This field is required.'] })
    expect((await send(technician, { patient: '2000000000' })).json()).toEqual({ patient: ['Patient not found.'] })
    expect(await sent(technician, { patient })).toMatchObject({ patient: Number(patient), status: 'pending', version: 1 })
  })
})

describe('the laboratory answers', () => {
  test('step by step, never over somebody else’s answer; done is told once, in no medical word', async () => {
    const { person, patient } = await aPatientAccount()
    const { id, version } = await sent(person)
    for (const status of ['collected', 'done']) expect((await answer(id, { status })).json()).toMatchObject({ code: 'not_possible' })
    expect(await answered(id, { status: 'confirmed', answer: 'Come fasting', version })).toMatchObject({ status: 'confirmed', version: 2 })
    expect((await answer(id, { status: 'collected', version })).json()).toMatchObject({ code: 'version_conflict', current: { version: 2 } })
    expect((await person.call('GET', `${URL_OF}${id}/`)).json()).toMatchObject({ answer: 'Come fasting', changed_by_name: 'Test labtech' })
    expect(await answered(id, { sample_collected: true })).toMatchObject({ status: 'collected', sample_collected: true })
    expect((await answer(id, { sample_collected: false })).json()).toHaveProperty('sample_collected')
    expect((await answer(id, { sample_id: 2_000_000_000 })).json()).toHaveProperty('sample_id')
    expect(await answered(id, { status: 'done' })).toMatchObject({ status: 'done' })
    expect((await answer(id, { status: 'cancelled', answer: 'No' })).json()).toMatchObject({ code: 'not_possible' })
    expect((await answer(id, { appointment_date: TOMORROW.replace('03T', '04T') })).json()).toMatchObject({ code: 'finished' })
    expect(await answered(id, { answer: 'Your doctor has it' })).toMatchObject({ answer: 'Your doctor has it' })
    const messages = await clinic.db
      .selectFrom('messages')
      .selectAll()
      .where('entity', '=', 'laboratory request')
      .where('entity_id', '=', id)
      .execute()
    expect(messages).toMatchObject([{ kind: 'ready', state: 'queued', patient_id: patient }])
    expect(messages[0]!.body).toContain('https://clinic.example/patient-overview')
    expect(messages[0]!.body.replace('https://clinic.example', '')).not.toMatch(MEDICAL)
  })

  test('cancels with an answer, and from nowhere twice', async () => {
    const { person } = await aPatientAccount()
    const { id } = await sent(person)
    expect((await answer(id, { status: 'cancelled' })).json()).toHaveProperty('answer')
    const both = await Promise.all([1, 2].map(() => answer(id, { status: 'cancelled', answer: 'We do not do this', version: 1 })))
    expect(statuses(both)).toEqual([200, 412])
    expect((await answer(id, { status: 'pending' })).json()).toMatchObject({ code: 'not_possible' })
    expect((await technician.call('POST', `${URL_OF}${id}/request/`, {})).json()).toMatchObject({ code: 'finished' })
  })

  test('makes a request of it in the open visit, once, after it is known whose it is', async () => {
    await send(null, { ...nameless, note: 'Since Monday' })
    const { id } = await latest()
    const make = (body: object = {}) => technician.call('POST', `${URL_OF}${id}/request/`, body)
    expect((await make()).json()).toMatchObject({ code: 'not_matched' })
    expect((await answer(id, { patient: 2_000_000_000 })).json()).toEqual({ patient: ['Patient not found.'] })
    const patient = await aPatient(clinic.db)
    expect(await answered(id, { patient: patient.id })).toMatchObject({
      patient: patient.id,
      patient_number: patient.unique_id,
      name: 'Akinyi Were',
    })
    // It was taken for somebody else's: the trail of both says so.
    const mistaken = await aPatient(clinic.db)
    for (const one of [mistaken.id, patient.id]) expect(await answered(id, { patient: one })).toMatchObject({ patient: one })
    const trail = sql<{ patients: number[] }>`select array_agg(patient_id order by id) as patients from audit_log
      where action = 'answer' and entity = 'public lab request' and entity_id = ${id} group by request_id order by min(id)`
    expect((await trail.execute(clinic.db)).rows.map(({ patients }) => patients)).toEqual([
      [patient.id],
      [mistaken.id, patient.id],
      [patient.id, mistaken.id],
    ])
    expect((await make()).json()).toMatchObject({ code: 'no_visit' })
    const { process_test_req: process, invoice } = await aVisitWithOrders(desk, patient.id)
    expect((await make({ version: 1 })).status).toBe(412)
    const replies = await Promise.all([make(), make(), make()])
    expect(statuses(replies)).toEqual([201, 409, 409])
    expect(replies.find(({ status }) => status === 409)!.json()).toMatchObject({ code: 'requested' })
    const made = replies.find(({ status }) => status === 201)!.json<PublicLabRequest>()
    expect(made).toMatchObject({ status: 'confirmed', process })
    const request = (await technician.call('GET', `/lab/lab-test-requests/${made.request}/`)).json<LabTestRequest>()
    expect(request).toMatchObject({ test_profile: fbc, note: 'Since Monday', panels: [{ state: 'requested', invoice }] })
    for (const body of [{ patient: null }, { test_profile: fbc + 1 }, { status: 'cancelled', answer: 'No' }])
      expect((await answer(id, body)).json()).toMatchObject({ code: 'requested' })
    const { patient_sample: sample_id } = request.panels[0]!
    expect(await answered(id, { sample_id, status: 'collected' })).toMatchObject({ sample_id, sample_collected: true })
    const own = await aPatientAccount()
    const theirs = await sent(own.person)
    expect((await answer(theirs.id, { patient: patient.id })).json()).toHaveProperty('patient')
    expect((await answer(theirs.id, { sample_id })).json()).toHaveProperty('sample_id')
    const list = async (query: string) =>
      (await technician.call('GET', `${URL_OF}?${query}`)).json<PublicLabRequest[]>().map((one) => one.id)
    expect(await list(`patient_id=${patient.id}`)).toEqual([id])
    expect(await list(`patient_id=${patient.id}&status=pending`)).toEqual([])
  })
})
