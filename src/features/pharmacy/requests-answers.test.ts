import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findInconsistencies } from '../../testing/books/books.ts'
import { anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { onShelf } from '../../testing/scenarios/pharmacy.ts'
import type { Dispense } from './contract.ts'
import { requestAnswers, requestStatuses, type PrescriptionRequest, type RequestWithRemarks } from './contract-requests.ts'

const URL_OF = '/pharmacy/public-prescription-requests/'
const NOW = new Date('2026-03-02T07:30:00Z')
const MEDICAL = /medic|drug|tablet|prescri|pharmac|dawa|duka|ordonnance|médic|amoxi/i
let clinic: TestClinic
let desk: Person
let doctor: Person
let pharmacist: Person
let amoxicillin: number
let paracetamol: number
let file: number
beforeAll(async () => {
  clinic = await openTestClinic({ publicUrl: 'https://clinic.example' })
  const { db } = clinic
  clinic.clock.now = NOW
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  const drug = async (name: string, price: string, unit: string) => (await anItem(db, price, { category: 'drug', name, unit })).id
  amoxicillin = await drug('Amoxicillin 500 mg capsule', '5.00', 'capsule')
  paracetamol = await drug('Paracetamol 500 mg tablet', '2.00', 'tablet')
  await onShelf(db, paracetamol)
  await db.updateTable('company').set({ name: 'Tumaini Clinic', time_zone: 'Africa/Nairobi', phone1: '+254700000001' }).execute()
  await db.updateTable('message_settings').set({ sms_is_on: true, sms_url: 'http://127.0.0.1:9', country_code: '254' }).execute()
  const added = await db
    .insertInto('files')
    .values({ sha256: 'b'.repeat(64), size: 1, type: 'application/pdf', name: 'paper.pdf', created_at: NOW, created_by: doctor.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  file = added.id
})
afterAll(() => clinic.close())

/** A prescription that a patient with an account has sent in. */
const sentIn = async (more: Parameters<typeof aPatient>[1] = {}) => {
  const person = await clinic.signedInFrom('Patient', 'patient')
  const { id: patient } = await aPatient(clinic.db, { user_id: person.id, phone: '+254712345678', ...more })
  const { id } = await clinic.db
    .insertInto('public_prescription_requests')
    .values({ patient_id: patient, file_id: file, date_created: NOW, created_by: person.id, date_changed: NOW })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, patient, person }
}
const read = async (by: Person, id: number) => (await by.call('GET', `${URL_OF}${id}/`)).json<RequestWithRemarks>()
const remark = (by: Person, id: number, body = 'Which strength?') => by.call('POST', `${URL_OF}${id}/remarks/`, { body })
const answer = (id: number, body: object) => pharmacist.call('PATCH', `${URL_OF}${id}/`, body)
const write = (id: number, body: object = {}, by = pharmacist) =>
  by.call('POST', `${URL_OF}${id}/prescription/`, {
    lines: [{ item: paracetamol, directions: '2 tabs tds 3/7' }],
    written_by: 'Dr A. Otieno',
    ...body,
  })
const messagesOf = (id: number) =>
  clinic.db
    .selectFrom('messages')
    .select(['kind', 'body', 'state', 'patient_id'])
    .where('entity', '=', 'prescription request')
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()

describe('asking back', () => {
  test('a question waits for the patient, who is told once, in no medical word; the answer brings it back', async () => {
    const { id, patient, person } = await sentIn()
    expect((await remark(pharmacist, id)).json()).toMatchObject({ status: 'asked', remark_count: 1, version: 2 })
    expect((await remark(pharmacist, id, 'And how many?')).status).toBe(201)
    const messages = await messagesOf(id)
    expect(messages).toMatchObject([{ kind: 'question', state: 'queued', patient_id: patient }])
    expect(messages[0]?.body).toContain('https://clinic.example/patient-overview')
    expect(messages[0]?.body).not.toMatch(MEDICAL)
    expect(await read(person, id)).toMatchObject({
      status: 'asked',
      visit: null,
      remarks: [{ body: 'Which strength?', is_from_patient: false }, {}],
    })
    const replied = (await remark(person, id, 'The 500 ones')).json<RequestWithRemarks>()
    expect(replied).toMatchObject({ status: 'pending', remarks: [{}, {}, { body: 'The 500 ones', is_from_patient: true }] })
    // What the patient has read already needs no message any more; a new question is told anew.
    expect(await messagesOf(id)).toMatchObject([{ state: 'skipped' }])
    expect((await remark(pharmacist, id, 'By whom?')).status).toBe(201)
    expect(await messagesOf(id)).toMatchObject([{ state: 'skipped' }, { kind: 'question', state: 'queued' }])
    expect((await pharmacist.call('GET', `${URL_OF}?status=asked`)).json<PrescriptionRequest[]>().map((one) => one.id)).toContain(id)
  })

  test('another patient’s is not there, and only who hands out asks', async () => {
    const { id } = await sentIn()
    const other = await sentIn()
    const nurse = await clinic.signedInFrom('Receptionist', 'receptionist')
    const replies = await Promise.all([
      other.person.call('GET', `${URL_OF}${id}/`),
      remark(other.person, id),
      remark(doctor, id),
      remark(nurse, id),
      nurse.call('GET', `${URL_OF}${id}/`),
      remark(pharmacist, 2_000_000_000),
      write(id, {}, other.person),
      write(id, {}, doctor),
      remark(pharmacist, id, '  '),
      remark(pharmacist, id, 'x'.repeat(501)),
      pharmacist.call('GET', `${URL_OF}0/`),
    ])
    expect(replies.map(({ status }) => status)).toEqual([404, 404, 403, 403, 403, 404, 403, 403, 400, 400, 400])
    expect(await read(doctor, id)).toMatchObject({ status: 'pending', remarks: [], version: 1 })
  })

  test('nobody is written to about a record that was put away', async () => {
    const { id } = await sentIn({ deactivated_at: NOW })
    expect((await remark(pharmacist, id)).status).toBe(201)
    expect(await messagesOf(id)).toEqual([])
    expect((await write(id)).json()).toMatchObject({ code: 'deactivated' })
  })
})

test('the answers follow from where it stands, and each other one is refused', async () => {
  const { id } = await sentIn()
  const at = (status: string) =>
    clinic.db
      .updateTable('public_prescription_requests')
      .set({ status: status as 'pending', answer: null })
      .where('id', '=', id)
      .execute()
  for (const from of requestStatuses)
    for (const to of requestStatuses) {
      await at(from)
      const reply = await answer(id, { status: to, answer: 'See you at four' })
      const may = to === from || requestAnswers[from].includes(to)
      expect([reply.status, reply.json<{ code?: string }>().code], `${from} to ${to}`).toEqual(
        may ? [200, undefined] : [409, 'not_possible'],
      )
    }
  for (const status of ['declined', 'done']) {
    await at(status)
    expect((await remark(pharmacist, id)).json()).toMatchObject({ code: 'finished' })
    expect((await write(id)).json()).toMatchObject({ code: 'finished' })
  }
})

test('a patient is told once that it is ready, and not before', async () => {
  const { id } = await sentIn({ language: 'fr' })
  await answer(id, { status: 'accepted' })
  expect(await messagesOf(id)).toEqual([])
  await answer(id, { status: 'done' })
  await answer(id, { status: 'done' })
  const messages = await messagesOf(id)
  expect(messages).toMatchObject([{ kind: 'ready', state: 'queued' }])
  expect(messages[0]?.body).toMatch(/^Tumaini Clinic: votre demande/)
  expect(messages[0]?.body).not.toMatch(MEDICAL)
  await answer(id, { status: 'accepted' })
  expect(await messagesOf(id)).toMatchObject([{ state: 'skipped' }])
})

describe('writing it as a prescription', () => {
  test('starts a visit at the pharmacy, charges, names the writer, and is done when all is handed out', async () => {
    const { id, patient, person } = await sentIn()
    const reply = await write(id, { written_on: '2026-02-27' })
    expect(reply.status, reply.text).toBe(201)
    const request = reply.json<RequestWithRemarks>()
    expect(request).toMatchObject({ status: 'accepted', is_handed_out: false })
    const { db } = clinic
    const prescription = await db.selectFrom('prescriptions').selectAll().where('id', '=', request.prescription).executeTakeFirstOrThrow()
    expect(prescription).toMatchObject({ patient_id: patient, visit_id: request.visit, status: 'pending' })
    const line = await db
      .selectFrom('prescribed_drugs')
      .selectAll()
      .where('prescription_id', '=', prescription.id)
      .executeTakeFirstOrThrow()
    expect(line).toMatchObject({ written_by: 'Dr A. Otieno', written_on: '2026-02-27', request_id: id, prescribed_by: pharmacist.id })
    const visit = await db.selectFrom('visits').selectAll().where('id', '=', prescription.visit_id).executeTakeFirstOrThrow()
    expect(visit).toMatchObject({ track: 'pharmacy', reason: 'Prescription sent in' })
    const charges = await db
      .selectFrom('charges as c')
      .innerJoin('invoices as i', 'i.id', 'c.invoice_id')
      .select(['c.item_id', 'c.total'])
      .where('i.visit_id', '=', visit.id)
      .execute()
    expect(charges).toEqual([{ item_id: paracetamol, total: '36.00' }])

    expect((await write(id)).json()).toMatchObject({ code: 'prescribed', prescription: prescription.id })
    expect((await answer(id, { status: 'declined', answer: 'No' })).json()).toMatchObject({ code: 'not_possible' })
    expect((await remark(pharmacist, id, 'Morning or evening?')).json()).toMatchObject({ status: 'accepted' })
    expect((await remark(person, id, 'Morning')).json()).toMatchObject({ status: 'accepted', visit: null })

    const given = await pharmacist.call('PATCH', `/patients/prescriptions/${prescription.id}/`, { status: 'dispensed' })
    expect(given.status, given.text).toBe(200)
    expect(await read(person, id)).toMatchObject({ status: 'done', is_handed_out: true })
    const listed = async (status: string) =>
      (await person.call('GET', `${URL_OF}?status=${status}`)).json<PrescriptionRequest[]>().map(({ status: shown }) => shown)
    expect([await listed('done'), await listed('accepted')]).toEqual([['done'], []])
    expect((await answer(id, { status: 'accepted' })).json()).toMatchObject({ code: 'not_possible' })
    expect((await answer(id, { answer: 'Thank you' })).json()).toMatchObject({ status: 'done' })
    const [dispense] = (await pharmacist.call('GET', `/pharmacy/dispenses/?prescription_id=${prescription.id}`)).json<Dispense[]>()
    const back = await pharmacist.call('POST', `/pharmacy/dispenses/${dispense!.id}/returns/`, {
      reason: 'Damaged',
      items: [{ dispense_item: dispense!.items[0]!.id, units: 1 }],
      is_to_be_filled_again: true,
    })
    expect(back.status, back.text).toBe(201)
    expect(await read(person, id)).toMatchObject({ status: 'accepted', is_handed_out: false, answer: 'Thank you' })
    expect(await findInconsistencies(db)).toEqual([])
  })

  test('joins the open visit and what stands there; what is there already is refused by its line', async () => {
    const { id, patient } = await sentIn()
    const visit = await aVisitWithOrders(desk, patient)
    const elsewhere = await aVisitWithOrders(desk, (await aPatient(clinic.db)).id)
    await doctor.call('POST', '/patients/prescriptions/', {
      attendance_process: visit.id,
      prescribed_drugs: [{ item: amoxicillin, directions: '1 cap tds 7/7' }],
    })
    const again = {
      lines: [
        { item: paracetamol, directions: '1 tab od 3/7' },
        { item: amoxicillin, directions: '1 cap bd 5/7' },
      ],
    }
    expect((await write(id, again)).json()).toEqual({ 'lines.1.item': ['This item is already on the prescription.'] })
    expect((await write(id, { attendance_process: elsewhere.id })).status).toBe(400)
    expect((await write(id, { version: 9 })).status).toBe(412)
    expect((await write(id, { attendance_process: visit.id })).json()).toMatchObject({ prescription: visit.prescription, visit: visit.id })
  })

  test('names what is wrong, and changes nothing then', async () => {
    const { id, patient } = await sentIn()
    const fields = async (body: object) => {
      const reply = await write(id, body)
      return [reply.status, Object.keys(reply.json())]
    }
    expect(await fields({ written_by: ' ' })).toEqual([400, ['written_by']])
    expect(await fields({ written_by: undefined })).toEqual([400, ['written_by']])
    expect(await fields({ lines: [] })).toEqual([400, ['lines']])
    expect(await fields({ lines: [{ item: paracetamol }] })).toEqual([400, ['lines.0.directions']])
    expect(await fields({ written_on: '2026-03-03' })).toEqual([400, ['written_on']])
    expect(await fields({ written_on: '2026-01-01' })).toEqual([400, ['written_on']])
    expect(await fields({ written_on: '0001-01-01' })).toEqual([400, ['written_on']])
    expect(await fields({ attendance_process: 2_000_000_000 })).toEqual([400, ['attendance_process']])
    expect(await clinic.db.selectFrom('visits').select('id').where('patient_id', '=', patient).execute()).toEqual([])
  })

  test('the safety check stops it until there is a reason', async () => {
    const { id, patient } = await sentIn()
    await clinic.db
      .insertInto('allergies')
      .values({
        patient_id: patient,
        substance: 'Amoxicillin',
        category: 'drug',
        severity: 'severe',
        recorded_at: NOW,
        recorded_by: doctor.id,
      })
      .execute()
    const lines = [{ item: amoxicillin, directions: '1 cap tds 5/7' }]
    const check = { patient, lines }
    const checked = await pharmacist.call('POST', '/patients/prescriptions/check/', check)
    expect([checked.status, checked.json<{ warnings: object[] }>().warnings.length]).toEqual([200, 1])
    const nurse = await clinic.signedInFrom('Receptionist', 'receptionist')
    expect((await nurse.call('POST', '/patients/prescriptions/check/', check)).status).toBe(403)
    const stopped = await write(id, { lines })
    expect(stopped.json()).toMatchObject({ code: 'unsafe', warnings: [{ severity: 'stop' }] })
    expect(await read(pharmacist, id)).toMatchObject({ status: 'pending', prescription: null, visit: null })
    const key = stopped.json<{ warnings: { key: string }[] }>().warnings[0]?.key
    const gone = await write(id, { lines, overrides: [{ key, reason: 'Tolerated before' }] })
    expect(gone.json()).toMatchObject({ status: 'accepted', warnings: [{ key }] })
  })

  test('two at once write it once', async () => {
    const { id, patient } = await sentIn()
    const replies = await Promise.all(Array.from({ length: 4 }, () => write(id)))
    expect(replies.filter(({ status }) => status === 409)).toHaveLength(3)
    expect(await clinic.db.selectFrom('prescribed_drugs').select('id').where('patient_id', '=', patient).execute()).toHaveLength(1)
  })
})
