import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { PrescriptionRequest } from './contract-requests.ts'

const URL_OF = '/pharmacy/public-prescription-requests/'
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
let clinic: TestClinic
let doctor: Person
let pharmacist: Person
let photo: Buffer
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  photo = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#ffffff' } })
    .jpeg()
    .withExif({ IFD3: { GPSLatitude: '1/1 17/1 0/1', GPSLatitudeRef: 'S' } })
    .toBuffer()
})
afterAll(() => clinic.close())

const send = async (person: Person, file: Buffer, fields: Record<string, string> = {}, { name = 'paper.jpg', url = URL_OF } = {}) => {
  const form = new FormData()
  for (const [key, value] of Object.entries(fields)) form.append(key, value)
  form.append('public_prescription', new Blob([new Uint8Array(file)], { type: 'application/octet-stream' }), name)
  const request = new Request('http://localhost', { method: 'POST', body: form })
  const payload = Buffer.from(await request.arrayBuffer())
  const headers = { 'content-type': request.headers.get('content-type') ?? '', authorization: `Bearer ${person.token}` }
  const { statusCode: status, body } = await clinic.app.inject({ method: 'POST', url, headers, payload })
  return { status, json: <T = Record<string, never>>() => JSON.parse(body) as T }
}
const fileOf = (person: Person, id: number) =>
  clinic.app.inject({ method: 'GET', url: `${URL_OF}${id}/file/`, headers: { authorization: `Bearer ${person.token}` } })
const aPatientAccount = async () => {
  const person = await clinic.signedInFrom('Patient', 'patient')
  const patient = await aPatient(clinic.db, { user_id: person.id })
  return { person, patient: patient.id }
}
const list = async (person: Person, url: string) => (await person.call('GET', url)).json<PrescriptionRequest[]>()

test('a patient sends for their own record, sees their own, and reads the file', async () => {
  const { person, patient } = await aPatientAccount()
  const other = await aPatientAccount()
  const reply = await send(person, photo, { note: 'For my mother', status: 'done' })
  expect(reply.status).toBe(201)
  const request = reply.json<PrescriptionRequest>()
  expect(request).toMatchObject({
    patient,
    status: 'pending',
    note: 'For my mother',
    file: { name: 'paper.jpg', type: 'image/jpeg' },
    public_prescription: `${URL_OF}${request.id}/file/`,
  })
  expect((await send(person, photo, { patient: String(other.patient) })).status).toBe(403)
  // Under the address that earlier clients have for it, too.
  const duplicate = '/api/patient-profile/patientprescriptionrequest'
  expect((await send(person, photo, { patient: String(patient) }, { url: duplicate })).status).toBe(201)
  expect(await list(person, URL_OF)).toHaveLength(2)
  expect(await list(person, `${URL_OF}?patient_id=${other.patient}`)).toEqual([])
  expect(await list(other.person, URL_OF)).toEqual([])
  expect(await list(person, `/pharmacy/public-prescription/by_patient_id/${patient}/`)).toHaveLength(2)
  expect((await other.person.call('GET', `/pharmacy/public-prescription/by_patient_id/${patient}/`)).status).toBe(404)
  const file = await fileOf(person, request.id)
  expect([file.statusCode, file.headers['content-type']]).toEqual([200, 'image/jpeg'])
  const { exif, width } = await sharp(file.rawPayload).metadata()
  expect({ exif, width }).toEqual({ exif: undefined, width: 300 })
  expect([(await fileOf(other.person, request.id)).statusCode, (await fileOf(other.person, 2_000_000_000)).statusCode]).toEqual([404, 404])
})

test('an account that is on no record sends nothing, and a member of staff without rights neither', async () => {
  const unlinked = await clinic.signedInFrom('Patient', 'patient')
  expect((await send(unlinked, photo)).json()).toMatchObject({ code: 'not_linked' })
  expect(await list(unlinked, URL_OF)).toEqual([])
  const clerk = await clinic.signedInFrom('Receptionist', 'receptionist')
  expect((await send(clerk, photo, { patient: '1' })).status).toBe(403)
  expect((await clerk.call('GET', URL_OF)).status).toBe(403)
})

test('staff send for a patient, by content: a PDF, a picture, nothing else', async () => {
  const patient = String((await aPatient(clinic.db)).id)
  const sent = (await send(doctor, pdf, { patient }, { name: 'from clinic.exe' })).json<PrescriptionRequest>()
  expect(sent.file).toEqual({ name: 'from clinic.pdf', type: 'application/pdf', size: pdf.length })
  const file = await fileOf(pharmacist, sent.id)
  expect([file.headers['content-type'], file.rawPayload.equals(pdf)]).toEqual(['application/pdf', true])
  expect(file.headers['content-disposition']).toMatch(/^attachment/)
  for (const bad of [Buffer.from('<script>alert(1)</script>'), Buffer.from('%PDF-1.4 cut off'), Buffer.from('MZ'), photo.subarray(0, 200)])
    expect((await send(doctor, bad, { patient }, { name: 'paper.pdf' })).json()).toHaveProperty('public_prescription')
  expect((await send(doctor, pdf)).json()).toEqual({ patient: ['This field is required.'] })
  expect((await send(doctor, pdf, { patient: '2000000000' })).json()).toEqual({ patient: ['Patient not found.'] })
})

test('the pharmacy answers, with a reason to decline, and never over somebody else’s answer', async () => {
  const { person } = await aPatientAccount()
  const { id, version } = (await send(person, photo)).json<PrescriptionRequest>()
  const answer = (by: Person, body: object) => by.call('PATCH', `${URL_OF}${id}/`, body)
  expect((await answer(person, { status: 'done' })).status).toBe(403)
  expect((await answer(doctor, { status: 'done' })).status).toBe(403)
  expect((await answer(pharmacist, { status: 'declined' })).json()).toHaveProperty('answer')
  expect((await answer(pharmacist, { status: 'accepted', answer: 'Come at four', version })).json()).toMatchObject({
    status: 'accepted',
    changed_by_name: 'Test pharmacist',
  })
  expect((await answer(pharmacist, { status: 'done', version })).status).toBe(412)
  expect((await list(person, `${URL_OF}?status=accepted`))[0]).toMatchObject({ id, answer: 'Come at four' })
  expect(await list(pharmacist, `${URL_OF}?status=done`)).toEqual([])
  const reads = await clinic.db
    .selectFrom('audit_log')
    .select('action')
    .where('entity', '=', 'prescription request')
    .where('entity_id', '=', id)
    .execute()
  expect(reads.map(({ action }) => action)).toEqual(['send', 'answer'])
})
