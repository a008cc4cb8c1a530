import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLetter, readNow, recordCalls, type RecordOnWire } from '../../testing/scenarios/records.ts'

let clinic: TestClinic
let doctor: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
})
afterAll(() => clinic.close())
const { added, one } = recordCalls(() => clinic)

/** A document of a new patient, read by the program. */
const readDocument = async (text: string) => {
  const patient = (await aPatient(clinic.db)).id
  const { id, version } = await added(doctor, patient, aLetter(text))
  const dated = await doctor.call('PATCH', `/patients/medical-records/${id}/`, { document_date: '2026-02-20', version })
  expect(dated.status, dated.text).toBe(200)
  await readNow(clinic, id)
  return { patient, record: await one(doctor, id) }
}
/** Files what can be filed, one by one: most of it is decided on by itself. */
const fileAll = async ({ id, entities }: RecordOnWire) => {
  for (const entity of entities) {
    if (entity.destination === null) continue
    const reply = await doctor.call('POST', `/patients/medical-records/${id}/file-entities/`, { entities: [entity.id] })
    expect(reply.status, reply.text).toBe(200)
  }
}
const findRows = async (statement: ReturnType<typeof sql>) => (await statement.execute(clinic.db)).rows
const findCurrent = async (patient: number) =>
  (await doctor.call('GET', `/patients/patients/${patient}/current-medicines/`)).json<{ name: string }[]>().map(({ name }) => name)
const pick = ({ entities }: RecordOnWire, text: string) => entities.find((entity) => entity.text === text)!

test('a negative test in a document is a result and never becomes a problem', async () => {
  const { patient, record } = await readDocument(
    'LABORATORY REPORT\n\nHIV 1/2 Antibody: Non reactive\n\nMALARIA PARASITES\nNOT SEEN\n\nDengue IgM: negative\n\nImpression: negative for pneumonia. Acute otitis media.',
  )
  expect(record.entities.map(({ type, text, value, negated, destination }) => [type, text, value, negated, destination])).toEqual([
    ['laboratory', 'HIV 1/2 Antibody: Non reactive', 'non-reactive', false, 'laboratory'],
    ['laboratory', 'MALARIA PARASITES\nNOT SEEN', 'not seen', false, 'laboratory'],
    ['laboratory', 'Dengue IgM: negative', 'negative', false, 'laboratory'],
    ['diagnosis', 'pneumonia', 'pneumonia', true, null],
    ['diagnosis', 'Acute otitis media', expect.any(String), false, 'problem'],
  ])
  const refused = await doctor.call('POST', `/patients/medical-records/${record.id}/file-entities/`, { entities: [pick(record, 'pneumonia').id] }) // prettier-ignore
  expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('“pneumonia” cannot become structured data')])
  const problems = record.entities.filter(({ destination }) => destination === 'problem').map(({ id }) => id)
  const reply = await doctor.call('POST', `/patients/medical-records/${record.id}/file-entities/`, { entities: problems })
  expect(reply.status, reply.text).toBe(200)
  expect(await findRows(sql`select title from problems where patient_id = ${patient}`)).toHaveLength(1)
})

test('files a stopped drug as stopped, an avoided or tolerated one as an alert and an intolerance as such; only what is taken is current', async () => {
  const { patient, record } = await readDocument(
    'Stop Tab. Diclofenac. Avoid NSAIDs. Intolerant of ramipril (cough). Tolerates cephalosporins. Not on warfarin. Continue amlodipine 5 mg od. Allergic to penicillin. TCA 2/52. RA well controlled.',
  )
  expect(record.entities.filter(({ type }) => type === 'drug' || type === 'allergy').map(({ type, text, usage, negated, destination }) => [type, text, usage, negated, destination])).toEqual([
    ['drug', 'Diclofenac', 'stopped', false, 'medicine'],
    ['drug', 'NSAIDs', 'avoided', false, 'alert'],
    ['allergy', 'ramipril', 'not tolerated', false, 'allergy'],
    ['drug', 'cephalosporins', 'tolerated', false, 'alert'],
    ['drug', 'warfarin', null, true, null],
    ['drug', 'amlodipine', null, false, 'medicine'],
    ['allergy', 'penicillin', null, false, 'allergy'],
  ]) // prettier-ignore
  await fileAll(record)
  expect(await findCurrent(patient)).toEqual(['Amlodipine'])
  expect(
    await findRows(sql`select name, stopped_on, stop_reason from patient_medicines where patient_id = ${patient} order by id`),
  ).toEqual([
    { name: 'Diclofenac', stopped_on: '2026-02-20', stop_reason: 'The document says that it was stopped' },
    { name: 'Amlodipine', stopped_on: null, stop_reason: null },
  ])
  expect(await findRows(sql`select substance, category, reaction, is_intolerance from allergies where patient_id = ${patient} order by id`)).toEqual([
    { substance: 'Ramipril', category: 'drug', reaction: 'cough', is_intolerance: true },
    { substance: 'Penicillins', category: 'drug', reaction: null, is_intolerance: false },
  ]) // prettier-ignore
  const source = (text: string) => `medical record ${record.id}, finding ${pick(record, text).id}, version 1`
  expect(await findRows(sql`select text, is_critical, source from patient_alerts where patient_id = ${patient} order by id`)).toEqual([
    { text: 'Avoid NSAIDs', is_critical: false, source: source('NSAIDs') },
    { text: 'Tolerates cephalosporins', is_critical: false, source: source('cephalosporins') },
  ])
  const patients = (await doctor.call('GET', `/patients/patients/${patient}/`)).json<{ allergies: object[]; alerts: object[] }>()
  expect(patients.allergies).toContainEqual(expect.objectContaining({ substance: 'Ramipril', is_intolerance: true }))
  expect(patients.alerts).toHaveLength(2)
  // What was made of a document is ended in its own list before the document is withdrawn.
  const withdraw = () => doctor.call('POST', `/patients/medical-records/${record.id}/withdraw/`, { reason: 'Of another patient' })
  expect((await withdraw()).json()).toMatchObject({ code: 'in_use' })
  for (const table of ['allergies', 'patient_alerts'])
    await sql`update ${sql.table(table)} set ended_at = now(), ended_by = ${doctor.id}, end_reason = 'Of another patient' where patient_id = ${patient}`.execute(clinic.db) // prettier-ignore
  await sql`update patient_medicines set stopped_on = '2026-02-21' where patient_id = ${patient} and stopped_on is null`.execute(clinic.db)
  expect((await withdraw()).status).toBe(200)
})

test('a recorded intolerance neither hides an allergy to the same substance nor is hidden by it', async () => {
  const first = await readDocument('Codeine intolerance (nausea).')
  await fileAll(first.record)
  await fileAll(first.record)
  const allergy = { substance: 'codeine', category: 'drug', severity: 'severe' }
  const add = (body: object) => doctor.call('POST', `/patients/patients/${first.patient}/allergies/`, body)
  expect((await add({ ...allergy, is_intolerance: true })).status).toBe(400)
  expect((await add(allergy)).status).toBe(201)
  expect(await findRows(sql`select is_intolerance from allergies where patient_id = ${first.patient} order by id`)).toEqual([
    { is_intolerance: true },
    { is_intolerance: false },
  ])
})

test('a person corrects what is said of a drug; what does not fit the type is refused by name', async () => {
  const { patient, record } = await readDocument('Stop Tab. Diclofenac. Known asthma.')
  const change = (text: string, body: object) => doctor.call('PATCH', `/patients/medical-records/entities/${pick(record, text).id}/`, { version: 1, ...body }) // prettier-ignore
  const refused = await change('asthma', { usage: 'stopped' })
  expect([refused.status, refused.json<object>()]).toEqual([400, expect.objectContaining({ usage: [expect.stringContaining('“stopped” is said of drugs only')] })]) // prettier-ignore
  const unknown = await change('Diclofenac', { usage: 'paused' })
  expect([unknown.status, unknown.text]).toEqual([400, expect.stringContaining('stopped, avoided, not tolerated, tolerated')])
  const corrected = await change('Diclofenac', { usage: 'not tolerated' })
  expect(corrected.json()).toMatchObject({ usage: 'not tolerated', destination: 'allergy', is_corrected: true, state: 'confirmed' })
  expect((await doctor.call('POST', `/patients/medical-records/${record.id}/file-entities/`, { entities: [pick(record, 'Diclofenac').id] })).status).toBe(200) // prettier-ignore
  expect(await findRows(sql`select substance, is_intolerance from allergies where patient_id = ${patient}`)).toEqual([
    { substance: 'Diclofenac', is_intolerance: true },
  ])
  expect(await findCurrent(patient)).toEqual([])
})

test('a finding that becomes something else than a drug or an allergy is no longer stopped', async () => {
  const { record } = await readDocument('Stop Tab. Diclofenac.')
  const diclofenac = pick(record, 'Diclofenac')
  const changed = await doctor.call('PATCH', `/patients/medical-records/entities/${diclofenac.id}/`, { version: 1, type: 'symptom' })
  expect(changed.json()).toMatchObject({ type: 'symptom', usage: null, destination: null })
  const taken = await doctor.call('PATCH', `/patients/medical-records/entities/${diclofenac.id}/`, { version: 2, state: 'suggested' })
  expect(taken.json()).toMatchObject({ type: 'drug', usage: 'stopped', state: 'suggested' })
})
