import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { startVisit } from './contract.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { anInsurer, anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'

type Visit = ResponseOf<typeof startVisit>

let clinic: TestClinic
let desk: Person
let doctor: number
let professor: number
let consultation: number
let special: number
beforeAll(async () => {
  clinic = await openTestClinic()
  const { db } = clinic
  desk = await clinic.signedInAs([
    'attendance.view',
    'attendance.start',
    'attendance.reception',
    'attendance.triage',
    'attendance.doctor',
    'billing.view',
    'billing.issue',
  ])
  doctor = (await clinic.signedInFrom('Doctor', 'doctor')).id
  professor = (await clinic.signedInFrom('Doctor', 'doctor')).id
  consultation = (await anItem(db, '500.00', { category: 'consultation' })).id
  special = (await anItem(db, '1500.00', { category: 'consultation' })).id
  await db.updateTable('billing_settings').set({ consultation_item_id: consultation }).execute()
  await db.insertInto('doctor_fees').values({ doctor_id: professor, item_id: special }).execute()
})
afterAll(() => clinic.close())

const start = async (body: object, patient?: number) => {
  const reply = await desk.call('POST', '/patients/initiate-attendance-process/', {
    patient: patient ?? (await aPatient(clinic.db)).id,
    reason: 'Fever',
    ...body,
  })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Visit>()
}
const move = async (visit: Visit, body: object) =>
  (await desk.call('PATCH', `/patients/initiate-attendance-process/${visit.id}/`, { ...body, version: visit.version })).json<Visit>()
const charges = (visit: Visit) =>
  clinic.db
    .selectFrom('charges')
    .innerJoin('invoices', 'invoices.id', 'charges.invoice_id')
    .select(['charges.item_id', 'charges.unit_price', 'charges.cancelled_at', 'charges.order_kind', 'charges.insurance_company_id'])
    .where('invoices.visit_id', '=', visit.id)
    .orderBy('charges.id')
    .execute()
const activeCharges = async (visit: Visit) =>
  (await charges(visit)).filter(({ cancelled_at }) => !cancelled_at).map(({ item_id }) => item_id)

test('a visit that starts with the doctor is charged the consultation by itself', async () => {
  const visit = await start({ track: 'doctor' })
  expect(await charges(visit)).toMatchObject([{ item_id: consultation, unit_price: '500.00', order_kind: 'consultation' }])
})
test('a doctor with a fee of their own is charged that', async () => {
  expect(await activeCharges(await start({ track: 'triage', doctor: professor }))).toEqual([special])
})
test('reception alone is charged nothing, until the patient comes to the doctor; and only once', async () => {
  const visit = await start({ track: 'reception' })
  expect(await activeCharges(visit)).toEqual([])
  const there = await move(visit, { track: 'doctor' })
  expect(await activeCharges(visit)).toEqual([consultation])
  const back = await move(there, { track: 'triage' })
  await move(back, { track: 'doctor' })
  expect(await activeCharges(visit)).toEqual([consultation])
})
test('another doctor before the bill is issued is another fee, not a second one', async () => {
  const visit = await start({ track: 'doctor', doctor })
  const changed = await move(visit, { doctor: professor })
  expect(await activeCharges(visit)).toEqual([special])
  await desk.call('POST', `/billing/invoices/${visit.invoice}/issue/`, {})
  await move(changed, { doctor })
  expect(await activeCharges(visit)).toEqual([special])
})
test('a move that is taken back takes the consultation off the bill', async () => {
  const visit = await start({ track: 'reception' })
  const there = await move(visit, { track: 'doctor' })
  await desk.call('POST', `/patients/initiate-attendance-process/${visit.id}/undo/`, { version: there.version })
  expect(await activeCharges(visit)).toEqual([])
})
test('who has a valid insurance is charged its price', async () => {
  const insurer = await anInsurer(clinic.db, { [consultation]: '450.00' }, { amount: '100' })
  const patient = await aPatient(clinic.db)
  await clinic.db.insertInto('patient_insurances').values({ patient_id: patient.id, insurance_company_id: insurer.id }).execute()
  const visit = await start({ track: 'doctor' }, patient.id)
  expect(await charges(visit)).toMatchObject([{ unit_price: '450.00', insurance_company_id: insurer.id }])
  const lapsed = await aPatient(clinic.db)
  await clinic.db
    .insertInto('patient_insurances')
    .values({ patient_id: lapsed.id, insurance_company_id: insurer.id, valid_until: '2026-03-01' })
    .execute()
  expect(await charges(await start({ track: 'doctor' }, lapsed.id))).toMatchObject([{ unit_price: '500.00', insurance_company_id: null }])
})
test('the visit is started or the consultation is not charged: never one without the other', async () => {
  const patient = (await aPatient(clinic.db)).id
  const replies = await Promise.all(
    Array.from({ length: 8 }, () =>
      desk.call('POST', '/patients/initiate-attendance-process/', { patient, reason: 'Cough', track: 'doctor' }),
    ),
  )
  expect(statuses(replies)).toEqual([201, 409, 409, 409, 409, 409, 409, 409])
  const charged = await clinic.db
    .selectFrom('charges')
    .innerJoin('invoices', 'invoices.id', 'charges.invoice_id')
    .select('charges.id')
    .where('invoices.patient_id', '=', patient)
    .execute()
  expect(charged).toHaveLength(1)
})

test('a consultation that somebody took off the bill stays off when the patient comes back from the laboratory', async () => {
  const cashier = await clinic.signedInFrom('Cashier', 'cashier')
  const visit = await start({ track: 'doctor' })
  const lines = (await cashier.call('GET', `/billing/invoices/items/${visit.invoice}/`)).json<{ id: number }[]>()
  const off = await cashier.call('PATCH', `/billing/invoice-items/${lines[0]?.id}/`, { status: 'cancelled', reason: 'Review, free' })
  expect(off.status).toBe(200)
  const away = await move(visit, { track: 'triage' })
  await move(away, { track: 'doctor' })
  expect(await activeCharges(visit)).toEqual([])
})
test('a second move to the doctor that is taken back leaves the consultation that was given', async () => {
  const visit = await start({ track: 'doctor' })
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 60_000)
  const away = await move(visit, { track: 'triage' })
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 60_000)
  const there = await move(away, { track: 'doctor' })
  const undone = await desk.call('POST', `/patients/initiate-attendance-process/${visit.id}/undo/`, { version: there.version })
  expect(undone.status).toBe(200)
  expect(await activeCharges(visit)).toEqual([consultation])
})
test('a move that is taken back and made again is charged', async () => {
  const visit = await start({ track: 'reception' })
  const there = await move(visit, { track: 'doctor' })
  const undone = (
    await desk.call('POST', `/patients/initiate-attendance-process/${visit.id}/undo/`, { version: there.version })
  ).json<Visit>()
  await move(undone, { track: 'doctor' })
  expect(await activeCharges(visit)).toEqual([consultation])
})
