import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from 'kysely'
import { asOwner } from '#platform/db/owner.ts'
import { anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { eventKinds, type TimelineEvent } from './contract.ts'
import { findEvents } from './server/find-events.ts'

let clinic: TestClinic
let administrator: Person
let patient: number
const events = async (person: Person, of: number, query = '') => {
  const reply = await person.call('GET', `/patients/patients/${of}/timeline/${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<(Omit<TimelineEvent, 'at'> & { at: string })[]>()
}

beforeAll(async () => {
  clinic = await openTestClinic()
  const { db } = clinic
  administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
  patient = (await aPatient(db)).id
  const visit = await aVisitWithOrders(administrator, patient)
  const drug = await anItem(db, '10.00', { category: 'drug', name: 'Amoxicillin 500 mg capsule' })
  const by = administrator.id
  await sql`insert into vital_signs (visit_id, patient_id, taken_at, recorded_at, taken_by, temperature, systolic, diastolic)
    values (${visit.id}, ${patient}, '2026-03-02T07:40Z', '2026-03-02T07:40Z', ${by}, 38.5, 120, 80)`.execute(db)
  const { rows } = await sql<{ id: number }>`
    insert into consultations (visit_id, patient_id, doctor_id, complaint, created_at, changed_at, changed_by)
    values (${visit.id}, ${patient}, ${by}, 'Cough', '2026-03-02T07:50Z', '2026-03-02T07:50Z', ${by}) returning id`.execute(db)
  await sql`insert into diagnoses (consultation_id, visit_id, patient_id, code, title, certainty, is_primary, recorded_at, recorded_by)
    values (${rows[0]!.id}, ${visit.id}, ${patient}, 'J18.9', 'Pneumonia', 'confirmed', true, '2026-03-02T07:55Z', ${by})`.execute(db)
  await sql`insert into prescribed_drugs (prescription_id, patient_id, item_id, dosage, frequency, duration, quantity, prescribed_at, prescribed_by)
    values (${visit.prescription}, ${patient}, ${drug.id}, '1 capsule', 'three times a day', '5 days', 15, '2026-03-02T08:00Z', ${by})`.execute(
    db,
  )
  await sql`insert into problems (patient_id, title, onset_on, recorded_at, changed_at) values
    (${patient}, 'Asthma', '2011-05-06', '2026-03-02T08:01Z', '2026-03-02T08:01Z')`.execute(db)
  await sql`insert into patient_medicines (patient_id, name, recorded_at) values (${patient}, 'Salbutamol inhaler', '2026-03-02T08:02Z')`.execute(
    db,
  )
  await sql`insert into referrals (visit_id, patient_id, type, note, provider, referred_at, referred_by, status_at, status_by)
    values (${visit.id}, ${patient}, 'external', 'Chest X-ray', 'County hospital', '2026-03-02T08:03Z', ${by}, '2026-03-02T08:03Z', ${by})`.execute(
    db,
  )
  await sql`insert into allergies (patient_id, substance, category, severity, recorded_at)
    values (${patient}, 'Penicillin', 'drug', 'severe', '2026-03-02T08:04Z')`.execute(db)
  await sql`insert into medical_records (patient_id, title, kind, document_date, status, is_from_patient, created_at, created_by, changed_at, changed_by)
    values (${patient}, 'Letter of the county hospital', 'referral letter', '2010-01-02', 'ready', true, '2026-03-02T08:05Z', ${by}, now(), ${by})`.execute(
    db,
  )
})
afterAll(() => clinic.close())

describe('the time line', () => {
  test('tells everything that happened, newest first', async () => {
    const all = await events(administrator, patient)
    expect(all.map(({ kind }) => kind)).toEqual([
      'allergy',
      'referral',
      'medicine',
      'prescription',
      'note',
      'vitals',
      'visit',
      'problem',
      'document',
    ])
    expect(all[4]).toMatchObject({ title: 'Pneumonia', detail: 'J18.9 Pneumonia', status: 'draft' })
    expect(all[3]).toMatchObject({ title: 'Amoxicillin 500 mg capsule', status: 'pending' })
    expect(all.at(-1)).toMatchObject({ title: 'Letter of the county hospital', detail: 'referral letter', status: 'unverified' })
    expect(all[5]?.detail).toBe('BP 120/80 · 38.5 °C')
  })

  test('reads on from a cursor without missing or repeating anything', async () => {
    const whole = await events(administrator, patient)
    const seen: number[] = []
    let next: string | null = `?limit=3`
    while (next !== null) {
      const reply = await administrator.call('GET', `/patients/patients/${patient}/timeline/${next}`)
      seen.push(...reply.json<{ id: number }[]>().map(({ id }) => id))
      const cursor: string | undefined = /cursor=([^&>]+)/.exec(String(reply.headers['link'] ?? ''))?.[1]
      next = cursor ? `?limit=3&cursor=${cursor}` : null
    }
    expect(seen).toEqual(whole.map(({ id }) => id))
  })

  test('tells each person only of what they may read where it belongs', async () => {
    const desk = await clinic.signedInAs(['patients.view', 'attendance.view'], 'receptionist')
    const kinds = (await events(desk, patient)).map(({ kind }) => kind)
    expect(kinds).toEqual(['allergy', 'visit'])
  })

  test('of one kind alone, and of a patient who is not there', async () => {
    expect((await events(administrator, patient, '?kind=vitals')).map(({ kind }) => kind)).toEqual(['vitals'])
    expect((await administrator.call('GET', '/patients/patients/999999/timeline/')).status).toBe(404)
  })
})

test('tells when a pregnancy was recorded, each time it was dated, its outcome, and that there is none', async () => {
  const woman = (await aPatient(clinic.db)).id
  const url = `/patients/patients/${woman}/pregnancies/`
  const call = async (method: 'POST' | 'PATCH', path: string, body: object, status: number) => {
    const reply = await administrator.call(method, path, body)
    expect(reply.status, reply.text).toBe(status)
    return reply.json<{ id: number }>()
  }
  await call('POST', `/patients/patients/${woman}/not-pregnant/`, {}, 201)
  const { id } = await call('POST', url, { source: 'test', note: 'Second pregnancy' }, 201)
  await call('PATCH', `${url}${id}/`, { version: 1, lmp: '2025-12-05', scan_on: '2026-03-01', scan_days: 86 }, 200)
  await call('POST', `${url}${id}/end/`, { version: 2, outcome: 'miscarriage', ended_on: '2026-03-02' }, 200)
  const found = await events(administrator, woman, '?kind=pregnancy')
  expect(
    found.map(({ status, title, detail }) => [status, title, detail]).toSorted(([a], [b]) => String(a).localeCompare(String(b))),
  ).toEqual([
    ['begun', 'test', 'Second pregnancy'],
    ['dated', '2026-09-11', 'last period · LMP 2025-12-05 · 2026-03-01: 12w 2d'],
    ['not pregnant', null, null],
    ['outcome', 'miscarriage', 'Second pregnancy'],
  ])
  expect(new Set(found.map((event) => event.id)).size).toBe(4)
  expect(found.every(({ by }) => by !== null)).toBe(true)
})

test('a prescription is of whoever prescribed first, and what began long ago does not end the list', async () => {
  const { db } = clinic
  const { id } = await aPatient(db)
  const { prescription } = await aVisitWithOrders(administrator, id)
  const later = await clinic.signedInFrom('Doctor', 'doctor')
  for (const [by, at] of [
    [later.id, '2026-03-02T08:00Z'],
    [administrator.id, '2026-03-02T09:00Z'],
  ] as const) {
    const item = (await anItem(db, '1.00', { category: 'drug' })).id
    await sql`insert into prescribed_drugs (prescription_id, patient_id, item_id, dosage, frequency, duration, quantity, prescribed_at, prescribed_by)
      values (${prescription}, ${id}, ${item}, '', '', '', 1, ${at}, ${by})`.execute(db)
  }
  expect((await events(administrator, id, '?kind=prescription'))[0]).toMatchObject({ by: 'Test doctor' })
  const medicines = `/patients/patients/${id}/medicines/`
  for (const name of ['First', 'Second']) expect((await later.call('POST', medicines, { name, started_on: '0001-01-01' })).status).toBe(201)
  const page = await later.call('GET', `/patients/patients/${id}/timeline/?kind=medicine&limit=1`)
  const cursor = /cursor=([^&>]+)/.exec(String(page.headers['link']))![1]
  expect((await events(later, id, `?kind=medicine&limit=1&cursor=${cursor}`)).map(({ title }) => title)).toEqual(['First'])
})

test('a page of a patient with 500 visits among many is read by index', async () => {
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into patients (unique_id, first_name, second_name, gender)
      select 'L-' || n, 'Achieng', 'Ouma ' || n, 'female' from generate_series(1, 2000) n`)
    await client.query(`insert into visits (track_number, patient_id, reason, track, track_since, created_at, closed_at)
      select 'L-' || p.id || '-' || n, p.id, 'Fever', 'complete', t, t, t from patients p, generate_series(1, 5) n,
        lateral (select timestamptz '2024-01-01' + (n * 37 + p.id) * interval '1 hour') x (t)`)
    await client.query('analyze')
  })
  const plan = await planOf(clinic, (db) => findEvents(db, patient, eventKinds, { cursor: null, limit: 26 }))
  expect(plan).not.toMatch(/Seq Scan on (visits|patients)\b/)
})
