import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { aConsultation, anItem, aVisit } from './testing/builders.ts'
import { callOf, promisedEndpoints } from './testing/contracts.ts'
import { openTestClinic, type Person, type TestClinic } from './testing/clinic.ts'
import { fingerprint } from './testing/fingerprint.ts'
import { sampleBody } from './testing/sample.ts'

// Every endpoint that takes an id, asked for real rows of somebody else.
const endpoints = promisedEndpoints()
const withIds = endpoints.filter(({ path }) => path.includes('{'))
const named = (list: Endpoint[]) => list.map((endpoint) => [callOf(endpoint), endpoint] as const)
const MARK = 'Zubeidahidden'

let clinic: TestClinic
let administrator: Person
let account: Person
let before: string[]
/** The patient who is nobody's business, and another. */
let hers: number
let others: number
let parts: number[]

/** What the laboratory has of a patient, under ids that a path names. */
const aLaboratoryRecord = async (visit: number, patient: number) => {
  const { db } = clinic
  await sql`insert into process_test_requests (id, visit_id) overriding system value values (${patient}, ${visit})`.execute(db)
  await sql`insert into lab_test_requests (id, process_id, patient_id, note, requested_at, requested_by) overriding system value
    values (${patient}, ${patient}, ${patient}, ${MARK}, now(), ${administrator.id})`.execute(db)
  await sql`insert into lab_samples (id, code, process_id, patient_id, specimen_id, note, requested_at) overriding system value
    select ${patient}, ${MARK}, ${patient}, ${patient}, min(id), ${MARK}, now() from lab_specimens`.execute(db)
  await sql`with profile as (insert into lab_profiles (code, name) values ('HIDDEN', 'Hidden') returning id)
    insert into public_lab_requests (id, patient_id, profile_id, appointment_date, note, answer, date_created, date_changed)
    overriding system value select ${patient}, ${patient}, id, now(), ${MARK}, ${MARK}, now(), now() from profile`.execute(db)
}

/** A document with a page and a finding, under ids that a path names. */
const aDocument = async (patient: number, file: number) => {
  const { db } = clinic
  const by = administrator.id
  await sql`insert into medical_records (id, patient_id, title, kind, note, file_id, thumbnail_sha256, status, created_at, created_by, changed_at,
      changed_by) overriding system value
    values (${patient}, ${patient}, ${MARK}, 'other', ${MARK}, ${file}, ${'a'.repeat(64)}, 'ready', now(), ${by}, now(), ${by})`.execute(db)
  await sql`insert into medical_record_pages (record_id, number, patient_id, text, method, image_sha256)
    values (${patient}, ${patient}, ${patient}, ${MARK}, 'ocr', ${'a'.repeat(64)})`.execute(db)
  await sql`insert into medical_record_entities (id, record_id, patient_id, page, start, until, type, text) overriding system value
    values (${patient}, ${patient}, ${patient}, ${patient}, 0, 1, 'diagnosis', ${MARK})`.execute(db)
}

/** What somebody else asked the assistant, under an id that a path names. */
const aMessage = (patient: number) =>
  sql`insert into assistant_messages (id, user_id, asked_at, question, reply, needs, patient_id) overriding system value
    values (${patient}, ${administrator.id}, now(), ${MARK}, ${JSON.stringify({ response: MARK })}, '{}', ${patient})`.execute(clinic.db)

/** A row of everything that is written of a patient in a visit, each with the mark in it; answers the ids of what a path names as a part. */
const aClinicalRecord = async (visit: number, patient: number): Promise<number[]> => {
  const { db } = clinic
  const by = administrator.id
  const note = await aConsultation(db, { visit_id: visit, complaint: MARK })
  const item = await anItem(db, '5.00', { category: 'drug', name: 'Amoxicillin 500 mg capsule' })
  const first = async (statement: RawBuilder<{ id: number }>) => (await statement.execute(db)).rows[0]!.id
  await sql`insert into triages (visit_id, patient_id, created_at, critical_at, critical_text) values (${visit}, ${patient}, now(), now(), ${MARK})`.execute(
    db,
  )
  await sql`insert into vital_signs (visit_id, patient_id, taken_at, recorded_at, notes) values (${visit}, ${patient}, now(), now(), ${MARK})`.execute(
    db,
  )
  await sql`insert into referrals (visit_id, patient_id, type, note, provider, referred_at, referred_by, status_at, status_by)
    values (${visit}, ${patient}, 'external', ${MARK}, ${MARK}, now(), ${by}, now(), ${by})`.execute(db)
  const paper =
    await first(sql`insert into prescriptions (visit_id, patient_id, created_at, note) values (${visit}, ${patient}, now(), ${MARK})
    returning id`)
  await sql`insert into prescribed_drugs (prescription_id, patient_id, item_id, dosage, frequency, duration, note, quantity, prescribed_at,
      prescribed_by) values (${paper}, ${patient}, ${item.id}, '', '', '', ${MARK}, 5, now(), ${by})`.execute(db)
  const file =
    await first(sql`insert into files (sha256, size, type, name, created_at) values (${'a'.repeat(64)}, 1, 'application/pdf', ${MARK}, now())
    returning id`)
  await sql`insert into public_prescription_requests (patient_id, file_id, note, date_created, created_by, date_changed)
    values (${patient}, ${file}, ${MARK}, now(), ${by}, now())`.execute(db)
  await aLaboratoryRecord(visit, patient)
  await aDocument(patient, file)
  await aMessage(patient)
  return [
    await first(sql`insert into diagnoses (consultation_id, visit_id, patient_id, title, certainty, is_primary, recorded_at, recorded_by)
      values (${note.id}, ${visit}, ${patient}, ${MARK}, 'confirmed', true, now(), ${by}) returning id`),
    await first(
      sql`insert into problems (patient_id, title, recorded_at, changed_at) values (${patient}, ${MARK}, now(), now()) returning id`,
    ),
    await first(sql`insert into patient_medicines (patient_id, name, recorded_at) values (${patient}, ${MARK}, now()) returning id`),
  ]
}

beforeAll(async () => {
  clinic = await openTestClinic()
  administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
  account = await clinic.signedInFrom('Patient', 'patient')
  const insurer = await clinic.db
    .insertInto('insurance_companies')
    .values({ name: `${MARK} Insurance` })
    .returning('id')
    .executeTakeFirstOrThrow()
  const register = async (first_name: string, more: object) => {
    const reply = await administrator.call('POST', '/patients/patients/', {
      first_name,
      second_name: MARK,
      gender: 'female',
      not_a_duplicate: true,
      ...more,
    })
    expect(reply.status, reply.text).toBe(201)
    return reply.json<{ id: number; [part: string]: unknown }>()
  }
  const patient = await register('Zubeida', {
    identifiers: [{ kind: 'passport', value: MARK }],
    insurances: [{ insurance_company_id: insurer.id, member_number: '1' }],
    next_of_kin: [{ first_name: MARK, second_name: 'Ali', relationship: 'mother', contact: { tel_no: '0712000111' } }],
    allergies: [{ substance: MARK, category: 'drug', severity: 'severe' }],
    alerts: [{ text: MARK }],
  })
  hers = patient.id
  others = (await register('Another', {})).id
  parts = ['identifiers', 'insurances', 'next_of_kin', 'allergies', 'alerts'].flatMap((part) =>
    (patient[part] as { id: number }[]).map(({ id }) => id),
  )
  parts.push(...(await aClinicalRecord((await aVisit(clinic.db, { patient_id: hers, reason: MARK })).id, hers)))
  // A note that the path may name while the part is of hers.
  const { id: visit } = await aVisit(clinic.db, { patient_id: others })
  await sql`insert into consultations (id, visit_id, patient_id, doctor_id, created_at, changed_at, changed_by) overriding system value
    values (${others}, ${visit}, ${others}, ${administrator.id}, now(), now(), ${administrator.id})`.execute(clinic.db)
  before = await fingerprint(clinic.ownerUrl)
})
afterAll(() => clinic.close())

const ask = async (person: Person, endpoint: Endpoint, path: string) => {
  const reply = await person.call(endpoint.method, path, endpoint.body && sampleBody(endpoint.body))
  expect(reply.status, `${endpoint.method} ${path}: ${reply.text.slice(0, 200)}`).toBeLessThan(500)
  return reply
}

const unchanged = async () => expect(await fingerprint(clinic.ownerUrl)).toEqual(before)

test('there are rows to be hidden', () => {
  expect(withIds.length).toBeGreaterThan(25)
  expect(parts.length).toBe(8)
})

describe('a patient account, by the id of a real row, is refused and shown nothing by', () => {
  test.each(named(withIds))('%s', async (_name, endpoint) => {
    const path = endpoint.path.replace(/\{(\w+)\}/g, (_match, name) => String(name === 'part' ? parts[0] : hers))
    const { status, text } = await ask(account, endpoint, path)
    // The clinic's own details are everybody's who is signed in.
    if (callOf(endpoint) === 'GET /company/company/{id}/') expect(status).toBe(200)
    else expect([400, 403, 404]).toContain(status)
    expect(text).not.toContain(MARK)
  })
  // Once: it takes longer than all that is asked, and names the table.
  test('and nothing is changed', unchanged)
})

describe('a patient account is shown nobody else by', () => {
  test.each(named(endpoints.filter(({ method, path }) => method === 'GET' && !path.includes('{'))))('%s', async (_name, endpoint) => {
    expect((await ask(account, endpoint, endpoint.path)).text).not.toContain(MARK)
  })
})

describe('the administrator, naming a part of another patient’s record, changes nothing by', () => {
  test.each(named(withIds.filter(({ path, method }) => path.includes('{part}') && method !== 'PUT')))('%s', async (_name, endpoint) => {
    for (const part of parts) {
      const path = endpoint.path.replace('{id}', String(others)).replace('{part}', String(part))
      expect((await ask(administrator, endpoint, path)).status).toBe(404)
    }
  })
  test('at all', unchanged)
})
