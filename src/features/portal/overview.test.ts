import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBill } from '../../testing/scenarios/bills.ts'
import { aDoctor, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import type { PortalOverview } from './contract.ts'

const NOW = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let amina: Person
let brian: Person
let newcomer: Person
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  const account = () => clinic.signedInFrom('Patient', 'patient')
  ;[amina, brian, newcomer] = await Promise.all([account(), account(), account()])
})
afterAll(() => clinic.close())

const overviewOf = async (person: Person) => {
  const reply = await person.call('GET', '/portal/overview/')
  expect(reply.status, reply.text).toBe(200)
  return reply.json<PortalOverview>()
}

/** One of everything for a patient's own record; what is over, called off, paid or withdrawn beside it. */
const fillRecord = async (account: Person, mark = 'A') => {
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
    number: `${mark}-${day}`,
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
    .values({
      sha256: mark.toLowerCase().repeat(64),
      size: 1,
      type: 'application/pdf',
      name: 'paper.pdf',
      created_at: NOW,
      created_by: account.id,
    })
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

/** What each room says, for the overview to say the same. */
const findPages = async (person: Person) => {
  const read = async <T>(path: string) => (await person.call('GET', `/portal/${path}`)).json<T>()
  const [results, medicines, { owed, deposit }, announcements] = await Promise.all([
    read<{ id: number; date: string; tests: string[]; is_new: boolean }[]>('results/'),
    read<{ name: string }[]>('medicines/'),
    read<{ owed: string; deposit: string }>('balance/'),
    read<{ id: number; title: string; is_unread: boolean }[]>('announcements/'),
  ])
  const [newest] = results
  return {
    results: {
      new_count: results.filter(({ is_new }) => is_new).length,
      newest: newest ? { id: newest.id, date: newest.date, tests: newest.tests } : null,
    },
    medicines: { count: medicines.length, first: medicines.slice(0, 3).map(({ name }) => name) },
    balance: { owed, deposit },
    announcements: { unread: announcements.filter(({ is_unread }) => is_unread).length, first: announcements.map(({ title }) => title) },
  }
}

test('what it says is what the rooms say', async () => {
  const { db } = clinic
  const person = await clinic.signedInFrom('Patient', 'patient')
  const { patient } = await fillRecord(person, 'B')
  const lab = await openLaboratory(clinic)
  const sodium = await lab.test({ name: 'Sodium' })
  const request = await lab.ask([sodium], { of: patient })
  const row = request.of(sodium)
  await lab.enter([{ request_panel: row, result: '140' }])
  await lab.approve([row])
  const { id: channel } = await db.selectFrom('announcement_channels').select('id').orderBy('id').executeTakeFirstOrThrow()
  const announced = { channel_id: channel, content: 'Closed.', created_at: NOW, created_by: person.id, for_patients: true }
  await db
    .insertInto('announcements')
    .values([
      { ...announced, title: 'Closed on Friday' },
      { ...announced, title: 'For the staff', for_patients: false },
    ])
    .execute()

  const pages = await findPages(person)
  const { record, announcements } = await overviewOf(person)
  expect(record?.results).toEqual(pages.results)
  expect(pages.results).toMatchObject({ new_count: 1, newest: { tests: ['Sodium'] } })
  expect(record?.balance).toEqual(pages.balance)
  expect({ count: record?.medicines.count, first: record?.medicines.first.map(({ name }) => name) }).toEqual(pages.medicines)
  expect({ unread: announcements.unread, first: announcements.first.map(({ title }) => title) }).toEqual(pages.announcements)
  expect(pages.announcements).toEqual({ unread: 1, first: ['Closed on Friday'] })
})

test('an account without a record is told so, and what is announced', async () => {
  expect(await overviewOf(newcomer)).toMatchObject({
    is_linked: false,
    record: null,
    announcements: { unread: 1, first: [{ title: 'Closed on Friday' }] },
  })
})

test('whoever works here has no overview of their own', async () => {
  const clerk = await clinic.signedInFrom('System administrator', 'sysadmin')
  expect((await clerk.call('GET', '/portal/overview/')).status).toBe(403)
})
