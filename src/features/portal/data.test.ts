import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aConsultation, anItem, aPatient, aVisit } from '../../testing/builders.ts'
import { asOwner } from '#platform/db/owner.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { fillRecord, STAFF_NOTE } from '../../testing/patients/whole-record.ts'
import { dataKinds, MOST_ROWS, type DataKind, type PatientData } from './contract-data.ts'
import { MOST_PRINTED, printData } from './server/download/print-data.ts'
import { readData } from './server/download/read-data.ts'

let clinic: TestClinic
let doctor: Person
let amina: Person
let hers: number
let baraka: Person
let his: number

const HERS = 'Markamina'
const HIS = 'Markbaraka'
const HIDDEN = 'Hiddenfromher'
const kinds = Object.keys(dataKinds) as DataKind[]

/** What is recorded of a patient and not for them to read, or not yet. */
const hide = async (patient: number) => {
  const { db } = clinic
  const { id: visit } = await aVisit(db, { patient_id: patient, reason: 'Seen' })
  const draft = await aConsultation(db, { visit_id: visit, complaint: HIDDEN })
  await sql`insert into patient_alerts (patient_id, text) values (${patient}, ${HIDDEN})`.execute(db)
  await sql`insert into diagnoses (consultation_id, visit_id, patient_id, title, certainty, is_primary, recorded_at, recorded_by)
    values (${draft.id}, ${visit}, ${patient}, ${HIDDEN}, 'confirmed', true, now(), ${doctor.id})`.execute(db)
  const right = await sql<{ id: number }>`insert into vital_signs (visit_id, patient_id, taken_at, recorded_at, pulse)
    values (${visit}, ${patient}, now(), now(), 71) returning id`.execute(db)
  await sql`insert into vital_signs (visit_id, patient_id, taken_at, recorded_at, notes, replaced_by)
    values (${visit}, ${patient}, now(), now(), ${HIDDEN}, ${right.rows[0]!.id})`.execute(db)
  const result = (isWithheld: boolean, approved: Date | null) => sql`
    insert into lab_results (patient_id, panel_id, observed_at, result, entered, origin, source, entered_at, approved_at)
    select ${patient}, min(id), now(), ${HIDDEN}, '', 'imported', ${`${isWithheld} hidden`}, now(), ${approved} from lab_panels where is_withheld = ${isWithheld}`
  await sql`insert into lab_panels (code, name, kind, specimen_id, is_withheld) select 'TOLD', 'Given in person', 'text', min(id), true from lab_specimens`.execute(
    db,
  )
  await result(false, null).execute(db)
  await result(true, clinic.clock.now).execute(db)
  await sql`insert into medical_records (patient_id, title, kind, status, created_at, created_by, changed_at, changed_by, withdrawn_at, withdrawn_by, withdraw_reason)
    values (${patient}, ${HIDDEN}, 'other', 'ready', now(), ${doctor.id}, now(), ${doctor.id}, now(), ${doctor.id}, 'Wrong patient')`.execute(
    db,
  )
  await sql`insert into invoices (patient_id, description, created_at) values (${patient}, ${HIDDEN}, now())`.execute(db)
  await sql`insert into messages (kind, channel, address, language, body, patient_id, once_key, send_after, created_at)
    values ('booked', 'sms', '+254712000111', 'en', ${HIDDEN}, ${patient}, 'hidden', now(), now())`.execute(db)
}

/** Ten units of which three were brought back, and four that all were. */
const bringBack = (patient: number) =>
  asOwner(clinic.ownerUrl, async (client) => {
    for (const table of ['dispenses', 'dispense_items']) await client.query(`alter table ${table} disable trigger user`)
    await client.query(
      `with store as (insert into stores (name, kind) values ('Back', 'pharmacy') returning id), given as (
        insert into dispenses (number, kind, store_id, prescription_id, patient_id, dispensed_at, dispensed_by)
        select 'D-26-1', 'prescription', store.id, s.id, $1, now(), $2 from prescriptions s, store where s.patient_id = $1 returning id, prescription_id)
      insert into dispense_items (prescribed_drug_id, dispense_id, item_id, quantity, units, returned, dispensed_at, dispensed_by)
      select d.id, given.id, d.item_id, u.units, u.units, u.returned, now(), $2
      from given join prescribed_drugs d on d.prescription_id = given.prescription_id, (values (10, 3), (4, 4)) u(units, returned)`,
      [patient, doctor.id],
    )
    for (const table of ['dispenses', 'dispense_items']) await client.query(`alter table ${table} enable trigger user`)
  })

const patientOf = async (person: Person, first_name: string, mark: string) => {
  const { id } = await aPatient(clinic.db, {
    first_name,
    second_name: mark,
    unique_id: `P-26-${mark}`,
    user_id: person.id,
    residence: `${mark} town`,
  })
  await fillRecord(clinic.ownerUrl, { patient: id, mark, by: doctor.id, account: person.id })
  await doctor.call('GET', `/patients/patients/${id}/`)
  return id
}
const download = (person: Person, accept = 'application/json', query = '') =>
  person.call('GET', `/portal/data/${query}`, undefined, { accept })
const exportsOf = async (patient: number) => {
  const { rows } = await sql<{ actor_id: number; change: { as: string } }>`
    select actor_id, change from audit_log where patient_id = ${patient} and action = 'export' and entity = 'patient' order by id`.execute(
    clinic.db,
  )
  return rows
}

const readPdf = async (person: Person, query = '') => {
  const reply = await clinic.app.inject({
    method: 'GET',
    url: `/portal/data/${query}`,
    headers: { authorization: `Bearer ${person.token}`, accept: 'application/pdf' },
  })
  expect(reply.statusCode, reply.body.slice(0, 300)).toBe(200)
  return reply
}

beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  amina = await clinic.signedInFrom('Patient', 'patient')
  baraka = await clinic.signedInFrom('Patient', 'patient')
  await anItem(clinic.db, '10.00', { name: 'Amoxicillin 500 mg capsule', category: 'drug' })
  hers = await patientOf(amina, 'Amina', HERS)
  his = await patientOf(baraka, 'Baraka', HIS)
  await hide(hers)
  await bringBack(hers)
})
afterAll(() => clinic.close())

test('a patient takes away everything of theirs, nothing of anybody else, and nothing that is not for them', async () => {
  const reply = await download(amina)
  expect(reply.status, reply.text).toBe(200)
  const data = reply.json<PatientData>()
  expect(data.format).toBe('kliniki-patient-1')
  expect(data.patient).toMatchObject({ number: `P-26-${HERS}`, first_name: 'Amina', residence: `${HERS} town` })
  for (const kind of kinds) {
    expect(data[kind].length, kind).toBeGreaterThan(0)
    expect(JSON.stringify(data[kind]), kind).toContain(HERS)
  }
  expect(data.prescriptions[0]?.lines[0]).toMatchObject({
    medicine: 'Amoxicillin 500 mg capsule',
    quantity: '5.000',
    dispensed: [{ units: null }, { units: 7 }],
  })
  expect(data.consultations[0]?.addenda).toHaveLength(1)
  expect(data.access_log.map(({ what, who }) => `${who} ${what}`)).toContain('Test doctor Viewed your details')
  expect(data.cut).toEqual([])
  expect(reply.text).not.toContain(HIS)
  expect(reply.text).not.toContain(HIDDEN)
  expect(reply.text).not.toContain(STAFF_NOTE)
  expect(reply.text).not.toContain('@clinic.example')
})

test('the same on paper: with the name on every page, in the language that was asked for, and in the trail', async () => {
  const reply = await readPdf(amina, '?language=fr')
  expect(reply.headers['content-disposition']).toContain(`P-26-${HERS}-2026-03-02.pdf`)
  expect(reply.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
  const pages = pdfPages(reply.rawPayload).map((lines) => lines.join(' '))
  expect(pages.length).toBeGreaterThan(1)
  for (const page of pages) expect(page).toContain(`Amina ${HERS} · P-26-${HERS}`)
  const text = pages.join(' ')
  for (const heading of ['Mon dossier de santé', 'Ordonnances', 'Résultats de laboratoire', 'Qui a consulté votre dossier'])
    expect(text).toContain(heading)
  // Of what is measured nothing can be marked.
  for (const kind of kinds) expect(text, kind).toContain(kind === 'vital_signs' ? '37.5 °C' : `${HERS} ${kind}`)
  expect(text).not.toContain(HIS)
  expect(text).not.toContain(HIDDEN)
  expect(text).not.toContain(STAFF_NOTE)
  expect(await exportsOf(hers)).toEqual([
    { actor_id: amina.id, change: { as: 'application/json' } },
    { actor_id: amina.id, change: { as: 'application/pdf' } },
  ])
  expect((await amina.call('GET', '/portal/data/last/')).json()).toEqual({ downloaded_at: '2026-03-02T07:30:00.000Z' })
  expect((await baraka.call('GET', '/portal/data/last/')).json()).toEqual({ downloaded_at: null })
})

test('five times an hour, by a linked account of a patient alone', async () => {
  for (let turn = 2; turn < 5; turn++) expect((await download(amina)).status).toBe(200)
  const refused = await download(amina)
  expect(refused.status).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60)
  expect(await exportsOf(hers)).toHaveLength(5)
  expect((await download(baraka)).status).toBe(200)
  expect((await download(doctor)).status).toBe(403)
  const stranger = await clinic.signedInFrom('Patient', 'patient')
  for (const path of ['/portal/data/', '/portal/data/last/'])
    expect((await stranger.call('GET', path)).json<{ code: string }>().code).toBe('not_linked')
  expect((await download(amina, 'application/json', `?patient=${his}`)).status).toBe(400)
})

test('two thousand rows of each kind come, paper bears the newest, and what is cut is said', async () => {
  const often = await clinic.signedInFrom('Patient', 'patient')
  const { id } = await aPatient(clinic.db, { first_name: 'Often', second_name: 'In queue', user_id: often.id })
  await fillRecord(clinic.ownerUrl, { patient: id, mark: 'Often', by: doctor.id, account: often.id, count: 2000 })
  const reply = await download(often)
  expect(reply.status).toBe(200)
  const data = reply.json<PatientData>()
  for (const kind of kinds) expect(data[kind], kind).toHaveLength(2000)
  const printed: { sections: { title: string; note: string | null; entries: unknown[] }[] }[] = []
  const press: PrintPdf = async (_template, words) => (printed.push(words as (typeof printed)[0]), new Uint8Array())
  const head = { clinic: { name: 'Clinic', lines: [], logo: null }, currency: 'KES', zone: 'UTC' }
  await printData(press, await readData(clinic.db, { patient: id, user: often.id }, clinic.clock.now), head, 'en')
  expect(printed[0]!.sections.map(({ entries }) => entries.length)).toEqual([...kinds.map(() => MOST_PRINTED), 1])
  const reported = `Only the latest ${MOST_PRINTED} are printed here; the JSON download contains the others.`
  expect(printed[0]!.sections.filter(({ note }) => note === reported)).toHaveLength(kinds.length)
  // What prints within two seconds where nothing else runs, with long notes.
  expect(MOST_PRINTED).toBeLessThanOrEqual(100)
  const few = await readData(clinic.db, { patient: id, user: often.id }, clinic.clock.now, 10)
  expect(few.visits).toHaveLength(10)
  await printData(press, few, head, 'en')
  expect(printed[1]!.sections.filter(({ note }) => note === 'Ask the clinic for earlier entries.')).toHaveLength(kinds.length)
  expect(few.cut).toEqual(kinds.map((kind) => ({ kind, shown: 10 })))
  expect(MOST_ROWS).toBeGreaterThan(2000)
})
