import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBill } from '../../testing/bills.ts'
import { aDoctor, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { PortalOverview } from './contract-overview.ts'

const NOW = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let amina: Person
let brian: Person
let newcomer: Person
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  ;[amina, brian, newcomer] = await Promise.all([1, 2, 3].map(() => clinic.signedInFrom('Patient', 'patient')))
})
afterAll(() => clinic.close())

const overviewOf = async (person: Person) => {
  const reply = await person.call('GET', '/portal/overview/')
  expect(reply.status, reply.text).toBe(200)
  return reply.json<PortalOverview>()
}

/** One of everything for a patient's own record; what is over, called off, paid or withdrawn beside it. */
const fillRecord = async (account: Person) => {
  const { db } = clinic
  const { id: patient, unique_id } = await aPatient(db, {
    first_name: 'Amina',
    second_name: 'Yusuf',
    user_id: account.id,
    last_visit_at: NOW,
  })
  const doctor = await aDoctor(db, { first_name: 'Peter', last_name: 'Kilonzo' })
  const appointment = (day: string, status: 'confirmed' | 'cancelled') => ({
    patient_id: patient,
    number: `A-${day}`,
    doctor_id: doctor.id,
    appointment_date_time: new Date(`${day}T08:00:00Z`),
    ends_at: new Date(`${day}T08:20:00Z`),
    reason: 'Review',
    status,
    created_at: NOW,
    changed_at: NOW,
  })
  await db
    .insertInto('appointments')
    .values([
      appointment('2026-03-01', 'confirmed'),
      appointment('2026-03-03', 'cancelled'),
      appointment('2026-03-09', 'confirmed'),
      appointment('2026-03-20', 'confirmed'),
    ])
    .execute()
  await aBill(db, { patientId: patient, lines: [{ price: '1250.50' }] })
  await aBill(db, { patientId: patient, lines: [{ price: '80' }] })
  await aBill(db, { patientId: patient, lines: [{ price: '9000' }], isDraft: true })
  const medicine = (name: string, stopped_on: string | null = null) => ({ patient_id: patient, name, recorded_at: NOW, stopped_on })
  const medicines = [
    medicine('Metformin'),
    medicine('Losartan'),
    medicine('Insulin'),
    medicine('Folate'),
    medicine('Quinine', '2026-03-01'),
  ]
  await db.insertInto('patient_medicines').values(medicines).execute()
  const file = await db
    .insertInto('files')
    .values({ sha256: 'c'.repeat(64), size: 1, type: 'application/pdf', name: 'paper.pdf', created_at: NOW, created_by: account.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const sent = { patient_id: patient, file_id: file.id, date_created: NOW, created_by: account.id, date_changed: NOW }
  await db
    .insertInto('public_prescription_requests')
    .values([sent, { ...sent, status: 'asked' }])
    .execute()
  return { patient, unique_id }
}

test('a patient sees the next of everything of their own, and nothing of anybody else', async () => {
  const { unique_id } = await fillRecord(amina)
  const { is_linked, record } = await overviewOf(amina)
  expect(is_linked).toBe(true)
  expect(record).toMatchObject({
    name: 'Amina Yusuf',
    number: unique_id,
    next_appointment: { starts_at: '2026-03-09T08:00:00.000Z', doctor_name: 'Peter Kilonzo', service_name: null, is_confirmed: true },
    medicines: { count: 4 },
    balance: { owed: '1330.50', deposit: '0.00' },
    question_count: 1,
    document_count: 0,
    last_visit_at: NOW.toISOString(),
  })
  expect(record?.medicines.first.length).toBe(3)

  await aPatient(clinic.db, { user_id: brian.id })
  expect((await overviewOf(brian)).record).toMatchObject({
    next_appointment: null,
    medicines: { count: 0, first: [] },
    balance: { owed: '0.00', deposit: '0.00' },
    question_count: 0,
    document_count: 0,
    last_visit_at: null,
  })
})

test('an account without a record is told so', async () => {
  expect(await overviewOf(newcomer)).toMatchObject({ is_linked: false, record: null, announcements: { unread: 0, first: [] } })
})

test('whoever works here has no overview of their own', async () => {
  const clerk = await clinic.signedInFrom('System administrator', 'sysadmin')
  expect((await clerk.call('GET', '/portal/overview/')).status).toBe(403)
})
