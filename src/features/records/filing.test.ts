import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLabPanel } from '../../testing/scenarios/laboratory.ts'
import { aReadDocument } from '../../testing/scenarios/read-documents.ts'
import type { RecordEntity } from './contract-fields.ts'

let clinic: TestClinic
let doctor: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
})
afterAll(() => clinic.close())

type Suggestions = Parameters<typeof aReadDocument>[3]
const aPrescription = (text: string, suggestions: Suggestions, more: { patient?: number; date?: string | null } = {}) =>
  aReadDocument(clinic.db, doctor, text, suggestions, more)
const file = (record: number, entities: number[], more: object = {}) =>
  doctor.call('POST', `/patients/medical-records/${record}/file-entities/`, { entities, ...more })
const correct = async (id: number, body: object) => {
  const reply = await doctor.call('PATCH', `/patients/medical-records/entities/${id}/`, { version: 1, ...body })
  expect(reply.status, reply.text).toBe(200)
  return reply.json<RecordEntity>()
}
const rowsOf = async (statement: ReturnType<typeof sql>) => (await statement.execute(clinic.db)).rows

test('a drug is filed as it was corrected, and under the name that the paper has for it, too', async () => {
  const details = { substances: ['metformin'], dose: '500 mg', frequency: 'twice a day', directions: '500 mg bd' }
  const written = await aPrescription('Metformin 500 mg bd. Augmentin 625mg TDS', [
    { type: 'drug', words: 'Metformin', value: 'metformin', code: 'A10BA02', details },
    {
      type: 'drug',
      words: 'Augmentin',
      value: 'amoxicillin + clavulanic acid',
      details: { substances: ['amoxicillin', 'clavulanic acid'], directions: '625mg TDS' },
    },
  ])
  const [metformin, augmentin] = written.entities as [number, number]
  const corrected = await correct(metformin, { details: { ...details, dose: '850 mg' } })
  expect(corrected.details.directions).toBe('850 mg twice a day')
  expect((await file(written.id, [metformin, augmentin])).status).toBe(200)
  expect(await rowsOf(sql`select name, directions from patient_medicines where patient_id = ${written.patient} order by id`)).toEqual([
    { name: 'Metformin', directions: '850 mg twice a day' },
    { name: 'Amoxicillin + clavulanic acid (Augmentin)', directions: '625mg TDS' },
  ])
  const { rows } = await sql<{ now: Date }>`select now() as now`.execute(clinic.db)
  const { findCurrentMedicines } = await import('#features/prescriptions/public.ts')
  const taken = await findCurrentMedicines(clinic.db, written.patient, rows[0]!.now)
  expect(taken.find(({ name }) => name.includes('Augmentin'))?.substances).toEqual(expect.arrayContaining(['amoxicillin']))
})

test('another name has not the code of the one before', async () => {
  await sql`insert into diagnosis_codes (system, code, title, source) values
    ('local', 'DM2X', 'Type 2 diabetes of the test', 'clinic'), ('icd-10', 'E10.7', 'Type 1 diabetes of the test', 'clinic')`.execute(
    clinic.db,
  )
  const message = { type: 'diagnosis', words: 'diabetes', value: 'type 2 diabetes', code: 'DM2X' } as const
  const first = await aPrescription('Known diabetes', [message])
  // The form sends all of it, changed or not.
  expect(await correct(first.entities[0]!, { value: 'Brittle diabetes', code: 'DM2X' })).toMatchObject({ code: null })
  expect((await file(first.id, first.entities)).status).toBe(200)
  const second = await aPrescription('Known diabetes', [message])
  expect(await correct(second.entities[0]!, { value: 'Type 1 diabetes of the test' })).toMatchObject({ code: 'E10.7' })
  const third = await aPrescription('Known diabetes', [message])
  expect(await correct(third.entities[0]!, { value: 'Type 2 diabetes of the test', code: 'DM2X' })).toMatchObject({ code: 'DM2X' })
  const fourth = await aPrescription('Known diabetes', [message])
  expect(await correct(fourth.entities[0]!, { type: 'allergy' })).toMatchObject({ code: null, destination: 'allergy' })
  expect(await rowsOf(sql`select title from problems where patient_id = ${first.patient}`)).toEqual([{ title: 'Brittle diabetes' }])
})

test('an allergen that was corrected is no drug because the one before was', async () => {
  const details = { substances: ['penicillin'], reaction: 'rash' }
  const written = await aPrescription('Allergic to pencils', [{ type: 'allergy', words: 'pencils', value: 'penicillin', details }])
  await correct(written.entities[0]!, { value: 'peanuts', details })
  expect((await file(written.id, written.entities)).status).toBe(200)
  expect(await rowsOf(sql`select substance, category from allergies where patient_id = ${written.patient}`)).toEqual([
    { substance: 'Peanuts', category: 'food' },
  ])
})

test('what was rejected is not filed, and what is past is nothing of today', async () => {
  const written = await aPrescription('Known asthma. Warfarin was stopped. Previous BP 150/90 mmHg. Hb 9.2 g/dL', [
    { type: 'diagnosis', words: 'asthma', value: 'asthma' },
    { type: 'drug', words: 'Warfarin', value: 'warfarin' },
    { type: 'vital', words: 'BP 150/90 mmHg', value: '150', unit: 'mm[Hg]', details: { measure: 'systolic', second_value: '90' } },
    { type: 'laboratory', words: 'Hb 9.2 g/dL', value: '9.2', unit: 'g/dL', code: '718-7' },
  ])
  const [asthma, warfarin, pressure, hb] = written.entities as [number, number, number, number]
  await correct(asthma, { state: 'rejected' })
  const refused = await file(written.id, [asthma])
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('“asthma” was rejected')])
  for (const id of [warfarin, pressure, hb]) {
    expect(await correct(id, { temporality: 'historical' })).toMatchObject({ destination: null })
    const past = await file(written.id, [id])
    expect([past.status, past.text]).toEqual([400, expect.stringMatching(/cannot become structured data: it is .*past/)])
  }
})

test('values were measured in the life of the patient, on a day that has come', async () => {
  const patient = (await aPatient(clinic.db, { date_of_birth: '2025-12-31' })).id
  const written = (date: string) => aPrescription('Pulse 88', [{ type: 'vital', words: 'Pulse 88', value: '88', details: { measure: 'pulse' } }], { patient, date }) // prettier-ignore
  for (const day of ['1925-12-30', '2025-12-30', '2099-01-01']) {
    const { id, entities } = await written(day)
    const reply = await file(id, entities)
    expect([reply.status, reply.text]).toEqual([400, expect.stringContaining('observed_at')])
    const [noted] = entities
    expect((await file(id, [noted!], { observed_at: `${day}T09:00:00Z` })).status).toBe(400)
  }
  const { id, entities } = await written('2025-12-31')
  expect((await file(id, entities)).status).toBe(200)
})

test('a paper bears no day that has not come', async () => {
  const { id: patient } = await aPatient(clinic.db)
  const add = (document_date: string) => doctor.call('POST', '/patients/medical-records/', { patient, title: 'Letter', document_date })
  for (const day of ['2099-01-01', '9999-12-31', '0001-01-01', '1899-12-31']) {
    const reply = await add(day)
    expect([reply.status, Object.keys(reply.json<object>())], day).toEqual([400, expect.arrayContaining(['document_date'])])
  }
  const made = await add('2026-02-28')
  const { id, version } = made.json<{ id: number; version: number }>()
  const change = (document_date: string) => doctor.call('PATCH', `/patients/medical-records/${id}/`, { document_date, version })
  expect((await change('2099-01-01')).status).toBe(400)
  expect((await change('2026-02-27')).status).toBe(200)
})

test('a test whose name has a number in it is sought under its whole name', async () => {
  await aLabPanel(clinic.db, { code: 'CA', name: 'Calcium of the test', unit: 'U/mL' })
  await aLabPanel(clinic.db, { code: 'CA125X', name: 'CA 125', unit: 'U/mL' })
  const written = await aPrescription('CA 125 40 U/mL', [{ type: 'laboratory', words: 'CA 125 40 U/mL', value: '40', unit: 'U/mL' }])
  const reply = await file(written.id, written.entities)
  expect(reply.status, reply.text).toBe(200)
  const filed = await rowsOf(
    sql`select p.name, r.result from lab_results r join lab_panels p on p.id = r.panel_id where r.patient_id = ${written.patient}`,
  )
  expect(filed).toEqual([{ name: 'CA 125', result: '40' }])
})

test('a limit that is written into the value is the limit', async () => {
  await aLabPanel(clinic.db, { code: 'VLX', name: 'Viral load', unit: 'copies/mL' })
  const details = { comparator: '<', low: '0', high: '20' } as const
  const suggested = { type: 'laboratory', words: 'Viral load <20', value: '20', unit: 'copies/mL', details } as const
  const written = await aPrescription('Viral load <20 copies/mL', [suggested])
  await correct(written.entities[0]!, { value: '>40' })
  const reply = await file(written.id, written.entities)
  expect(reply.status, reply.text).toBe(200)
  expect(await rowsOf(sql`select result, comparator from lab_results where patient_id = ${written.patient}`)).toEqual([
    { result: '>40', comparator: '>' },
  ])
})

test('nothing of what a patient sent is filed before somebody says that they have looked at it', async () => {
  const written = await aPrescription('Known asthma', [{ type: 'diagnosis', words: 'asthma', value: 'asthma' }])
  await sql`update medical_records set is_from_patient = true where id = ${written.id}`.execute(clinic.db)
  const refused = await file(written.id, written.entities)
  expect([refused.status, refused.json<object>()]).toEqual([409, expect.objectContaining({ code: 'unverified' })])
  expect((await doctor.call('PATCH', `/patients/medical-records/${written.id}/`, { verified: true })).status).toBe(200)
  expect((await file(written.id, written.entities)).status).toBe(200)
})

test('a paper of another patient is withdrawn when what came of it no longer stands', async () => {
  const written = await aPrescription('Known asthma. Allergic to penicillin', [
    { type: 'diagnosis', words: 'asthma', value: 'asthma' },
    { type: 'allergy', words: 'penicillin', value: 'penicillin' },
  ])
  expect((await file(written.id, written.entities)).status).toBe(200)
  const withdraw = () => doctor.call('POST', `/patients/medical-records/${written.id}/withdraw/`, { reason: 'Of another patient' })
  expect((await withdraw()).json()).toMatchObject({ code: 'in_use' })
  await sql`update problems set status = 'inactive' where patient_id = ${written.patient}`.execute(clinic.db)
  expect((await withdraw()).json()).toMatchObject({ code: 'in_use' })
  await sql`update allergies set ended_at = now(), ended_by = ${doctor.id}, end_reason = 'Of another patient' where patient_id = ${written.patient}`.execute(
    clinic.db,
  )
  expect((await withdraw()).status).toBe(200)
})

test('an allergy to a group is one to drugs, and stands once beside the same in the plural', async () => {
  const written = await aPrescription('Allergic to penicillins, peanuts, pollen and aloe', [
    { type: 'allergy', words: 'penicillins', value: 'penicillins' },
    { type: 'allergy', words: 'peanuts', value: 'peanuts' },
    { type: 'allergy', words: 'pollen', value: 'pollen' },
    { type: 'allergy', words: 'aloe', value: 'zzyx' },
  ])
  await sql`insert into allergies (patient_id, substance, category, severity) values (${written.patient}, 'Peanut', 'food', 'mild')`.execute(
    clinic.db,
  )
  expect((await file(written.id, written.entities)).status).toBe(200)
  expect(await rowsOf(sql`select substance, category from allergies where patient_id = ${written.patient} order by id`)).toEqual([
    { substance: 'Peanut', category: 'food' },
    { substance: 'Penicillins', category: 'drug' },
    { substance: 'Pollen', category: 'environment' },
    { substance: 'Zzyx', category: 'other' },
  ])
})

test('a vital sign that is implausible for the patient is asked about, and filed with a reason', async () => {
  const { id: patient } = await aPatient(clinic.db, { date_of_birth: '1990-01-01' })
  const message = { type: 'vital', words: 'Glucose 45', value: '45', details: { measure: 'glucose' } } as const
  const written = await aPrescription('Glucose 45', [message], { patient, date: '2026-01-05' })
  const refused = await file(written.id, [...written.entities])
  expect(refused.status, refused.text).toBe(409)
  expect(refused.json()).toMatchObject({
    code: 'implausible',
    questions: [{ field: 'glucose', meant: [{ value: 2.5, as: '45 mg/dL' }, {}] }],
  })
  const kept = () => rowsOf(sql`select glucose::float8, confirmed->0->>'reason' as reason from vital_signs where patient_id = ${patient}`)
  expect(await kept()).toEqual([])
  const reason = 'The hospital confirmed it by telephone'
  expect((await file(written.id, [...written.entities], { confirm_reason: reason })).status).toBe(200)
  expect(await kept()).toEqual([{ glucose: 45, reason }])
})
