import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { statuses } from '../../testing/calls/statuses.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLabPanel } from '../../testing/scenarios/laboratory.ts'
import { aReadDocument } from '../../testing/scenarios/read-documents.ts'
import type { MedicalRecord, RecordEntity } from './contract-fields.ts'

let clinic: TestClinic
let doctor: Person
let nurse: Person
let desk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  nurse = await clinic.signedInFrom('Nurse', 'nurse')
  desk = await clinic.signedInFrom('Receptionist', 'receptionist')
  await sql`insert into diagnosis_codes (system, code, title, source) values ('local', 'HTN1', 'Hypertension of the test', 'clinic')`.execute(
    clinic.db,
  )
})
afterAll(() => clinic.close())

const TEXT = `Known hypertension. No diabetes. Allergic to penicillin (rash).
Metformin 500 mg twice daily for 30 days. BP 150/90 mmHg, pulse 88, later pulse 92, BMI 31.
Haemoglobin 9.2 g/dL L (12.0 - 16.0). Ferritin 12. His father had a stroke.`

const aLetter = (more: { patient?: number; date?: string | null } = {}) =>
  aReadDocument(
    clinic.db,
    doctor,
    TEXT,
    [
      { type: 'diagnosis', words: 'hypertension', value: 'hypertension', code: 'HTN1' },
      { type: 'diagnosis', words: 'diabetes', value: 'diabetes', negated: true },
      {
        type: 'allergy',
        words: 'penicillin',
        value: 'penicillin',
        details: { substances: ['penicillin'], reaction: 'rash', severity: 'mild' },
      },
      { type: 'drug', words: 'Metformin', value: 'metformin', code: 'A10BA02', details: { directions: '500 mg twice daily for 30 days' } },
      { type: 'vital', words: 'BP 150/90 mmHg', value: '150', unit: 'mm[Hg]', details: { measure: 'systolic', second_value: '90' } },
      { type: 'vital', words: 'pulse 88', value: '88', details: { measure: 'pulse' } },
      { type: 'vital', words: 'pulse 92', value: '92', details: { measure: 'pulse' } },
      { type: 'laboratory', words: 'Haemoglobin 9.2 g/dL L (12.0 - 16.0)', value: '9.2', unit: 'g/dL', code: '718-7', details: { flag: 'low', low: '12.0', high: '16.0' } }, // prettier-ignore
      { type: 'laboratory', words: 'Ferritin 12', value: '12' },
      { type: 'vital', words: 'BMI 31', value: '31', details: { measure: 'bmi' } },
    ],
    more,
  )
const stateOf = async (id: number) =>
  (await sql<{ n: string }>`select string_agg(state::text || coalesce(' ' || became, ''), ',' order by id) as n from medical_record_entities where record_id = ${id}`.execute(clinic.db)).rows[0]!.n // prettier-ignore
const file = (record: number, entities: number[], more: object = {}, by = doctor) =>
  by.call('POST', `/patients/medical-records/${record}/file-entities/`, { entities, ...more })

test('findings become problem, allergy, medicine, vital signs and laboratory history in one step, each with the document as source', async () => {
  await aLabPanel(clinic.db, { code: 'HBX', name: 'Haemoglobin of the test', unit: 'g/dL', loinc: '718-7' })
  const letter = await aLetter()
  const [problem, , allergy, drug, pressure, pulse, second, haemoglobin] = letter.entities
  const reply = await file(letter.id, [problem!, allergy!, drug!, pressure!, pulse!, second!, haemoglobin!])
  expect(reply.status, reply.text).toBe(200)
  const record = reply.json<MedicalRecord>()
  const became = Object.fromEntries(
    record.entities.map(({ text, became, state, decided_by_name }) => [text, [state, became, decided_by_name !== null]]),
  )
  expect(became['hypertension']).toEqual(['confirmed', 'problem', true])
  expect(became['diabetes']).toEqual(['suggested', null, false])
  const of = letter.patient
  const read = async (statement: ReturnType<typeof sql>) => (await statement.execute(clinic.db)).rows
  expect(await read(sql`select title, status, source from problems where patient_id = ${of}`)).toEqual([
    { title: 'Hypertension of the test', status: 'active', source: `medical record ${letter.id}, finding ${problem}, version 1` },
  ])
  expect(await read(sql`select substance, category, severity, reaction from allergies where patient_id = ${of}`)).toEqual([
    { substance: 'Penicillin', category: 'drug', severity: 'mild', reaction: 'rash' },
  ])
  expect(await read(sql`select name, directions from patient_medicines where patient_id = ${of}`)).toEqual([
    { name: 'Metformin', directions: '500 mg twice daily for 30 days' },
  ])
  const sets = await read(sql`
    select systolic, diastolic, pulse, visit_id, is_critical from vital_signs where patient_id = ${of} order by id`)
  expect(sets).toEqual([
    { systolic: 150, diastolic: 90, pulse: 88, visit_id: null, is_critical: false },
    { systolic: null, diastolic: null, pulse: 92, visit_id: null, is_critical: false },
  ])
  const values = await read(sql`
    select value::text, unit, flag, low::text, high::text, origin, to_char(observed_at at time zone 'UTC', 'YYYY-MM-DD') as on_day from lab_results where patient_id = ${of}`)
  expect(values).toEqual([{ value: '9.2', unit: 'g/dL', flag: 'low', low: '12.0', high: '16.0', origin: 'imported', on_day: '2026-02-20' }])
  expect((await doctor.call('GET', `/patients/vital-signs/?patient_id=${of}`)).text).toContain('"visit":null')

  const again = await file(letter.id, [problem!, drug!])
  expect(again.status).toBe(200)
  expect(await read(sql`select count(*)::integer as n from patient_medicines where patient_id = ${of}`)).toEqual([{ n: 1 }])
  // Another letter says the same: it points to what is on file.
  const other = await aLetter({ patient: of })
  expect((await file(other.id, [other.entities[0]!, other.entities[2]!])).status).toBe(200)
  expect(await read(sql`select count(*)::integer as n from problems where patient_id = ${of}`)).toEqual([{ n: 1 }])
  expect(await read(sql`select count(*)::integer as n from allergies where patient_id = ${of}`)).toEqual([{ n: 1 }])
  expect((await doctor.call('POST', `/patients/medical-records/${letter.id}/withdraw/`, { reason: 'Of another patient' })).status).toBe(409)
})

test('what cannot become data is refused by name, and then nothing is written at all', async () => {
  const letter = await aLetter({ date: null })
  const before = await stateOf(letter.id)
  const [problem, denied, , , pressure, , , , ferritin, bmi] = letter.entities
  const refused = async (entities: (number | undefined)[], more: object, status: number, says: RegExp, by = doctor) => {
    const reply = await file(letter.id, entities as number[], more, by)
    expect([reply.status, reply.text]).toEqual([status, expect.stringMatching(says)])
    expect(await stateOf(letter.id)).toBe(before)
  }
  await refused([problem, denied], {}, 400, /“diabetes” cannot become structured data/)
  await refused([problem, bmi], {}, 400, /“BMI 31” cannot become/)
  await refused([problem, pressure], {}, 400, /observed_at.*Enter when this was measured/)
  await refused([pressure], { observed_at: '2027-01-01T00:00:00Z' }, 400, /observed_at/)
  await refused([problem, ferritin], { observed_at: '2026-02-01T00:00:00Z' }, 400, /Ferritin/)
  await refused([problem], {}, 403, /consultations.change/, nurse)
  await refused([problem, 2_000_000_000], {}, 400, /Finding 2000000000 not found/)
  const other = await aLetter()
  await refused([problem, other.entities[0]], {}, 400, /Finding \d+ not found/)
  expect((await file(letter.id, [problem!], {}, desk)).status).toBe(403)
  const { rows } = await sql`select 1 from problems where patient_id = ${letter.patient}`.execute(clinic.db)
  expect(rows).toEqual([])
})

test('a finding is confirmed, rejected, corrected and taken back, by version, and the trail says by whom', async () => {
  const letter = await aLetter()
  const [id] = letter.entities
  const change = (body: object, by = nurse) => by.call('PATCH', `/patients/medical-records/entities/${id}/`, body)
  expect((await change({ state: 'confirmed' })).status).toBe(400)
  expect((await change({ state: 'confirmed', version: 1 })).json<RecordEntity>()).toMatchObject({
    state: 'confirmed',
    version: 2,
    is_corrected: false,
  })
  expect((await change({ state: 'rejected', version: 1 })).status).toBe(412)
  const corrected = await change({ value: 'essential hypertension', negated: true, version: 2 })
  expect(corrected.json<RecordEntity>()).toMatchObject({
    state: 'confirmed',
    is_corrected: true,
    negated: true,
    destination: null,
    version: 3,
  })
  const back = await change({ state: 'suggested', version: 3 })
  expect(back.json<RecordEntity>()).toMatchObject({
    state: 'suggested',
    value: 'hypertension',
    negated: false,
    decided_by_name: null,
    is_corrected: false,
  })
  expect((await change({ state: 'suggested', value: 'x', version: 4 })).status).toBe(400)
  expect((await change({ state: 'confirmed', version: 4 }, desk)).status).toBe(403)
  expect((await file(letter.id, [id!])).status).toBe(200)
  const became = await change({ value: 'something else', version: 5 })
  expect(became.status).toBe(412)
  const { version } = (await nurse.call('GET', `/patients/medical-records/${letter.id}/search-entities/?q=HYPER`)).json<
    RecordEntity[]
  >()[0]!
  expect((await change({ value: 'something else', version })).json()).toMatchObject({ code: 'became' })
  await expect(sql`delete from medical_record_entities where id = ${id!}`.execute(clinic.db)).rejects.toThrow('never deleted')
})

test('many are decided at once, all or none, and only what was open', async () => {
  const letter = await aLetter()
  const [a, b, c, d] = letter.entities as [number, number, number, number]
  const decide = (body: object) => doctor.call('POST', `/patients/medical-records/${letter.id}/decide/`, body)
  expect((await decide({})).status).toBe(400)
  expect((await decide({ confirm: [a], reject: [a] })).status).toBe(400)
  expect((await decide({ confirm: [a], reject: [1] })).status).toBe(400)
  expect(await stateOf(letter.id)).not.toContain('confirmed')
  expect((await decide({ confirm: [a, c], reject: [b] })).status).toBe(200)
  expect((await decide({ confirm: [b, d] })).status).toBe(200)
  expect((await decide({ confirm: [b, d] })).status).toBe(200)
  expect((await stateOf(letter.id)).split(',').slice(0, 4)).toEqual(['confirmed', 'rejected', 'confirmed', 'confirmed'])
  expect((await decide({ confirm: [a, a] })).status).toBe(400)
  expect((await decide({ reopen: [b, d] })).status).toBe(200)
  expect((await stateOf(letter.id)).split(',').slice(0, 4)).toEqual(['confirmed', 'suggested', 'confirmed', 'suggested'])
  expect((await decide({ reject: [b] })).status).toBe(200)
  const found = async (query: string) => (await doctor.call('GET', `/patients/medical-records/${letter.id}/search-entities/?${query}`)).json<RecordEntity[]>().map(({ text }) => text) // prettier-ignore
  expect(await found('state=rejected')).toEqual(['diabetes'])
  expect(await found('type=vital&q=pulse')).toEqual(['pulse 88', 'pulse 92'])
  expect(await found('q=%25')).toEqual([])
})

test('two people who decide the same finding at the same moment: one of them is told', async () => {
  const letter = await aLetter()
  const change = (by: Person, state: string) =>
    by.call('PATCH', `/patients/medical-records/entities/${letter.entities[0]}/`, { state, version: 1 })
  const replies = await Promise.all([change(doctor, 'confirmed'), change(nurse, 'rejected'), change(doctor, 'rejected')])
  expect(statuses(replies)).toEqual([200, 412, 412])
  const filed = await Promise.all([1, 2, 3, 4].map(() => file(letter.id, [letter.entities[3]!])))
  expect(filed.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { rows } = await sql<{
    n: number
  }>`select count(*)::integer as n from patient_medicines where patient_id = ${letter.patient}`.execute(clinic.db)
  expect(rows).toEqual([{ n: 1 }])
})

test('what was not found is marked by hand, within the text of its page', async () => {
  const letter = await aLetter()
  const mark = (body: object) =>
    doctor.call('POST', `/patients/medical-records/${letter.id}/entities/`, { page: 1, type: 'diagnosis', ...body })
  const start = TEXT.indexOf('stroke')
  const marked = await mark({ start, end: start + 6, subject: 'family' })
  expect(marked.status, marked.text).toBe(201)
  expect(marked.json<RecordEntity>()).toMatchObject({
    text: 'stroke',
    state: 'confirmed',
    confidence: null,
    is_corrected: true,
    destination: null,
  })
  expect((await mark({ start, end: start + 6 })).status).toBe(409)
  for (const bad of [
    { start: 5, end: 5 },
    { start: 0, end: 9_999 },
    { start: TEXT.indexOf('\n'), end: TEXT.indexOf('\n') + 1 },
    { start: 0, end: 5, page: 2 },
  ])
    expect((await mark(bad)).status).toBe(400)
  const { id, version } = marked.json<RecordEntity>()
  const back = await doctor.call('PATCH', `/patients/medical-records/entities/${id}/`, { state: 'suggested', version })
  expect(back.json<RecordEntity>().state).toBe('rejected')
})

test('a finding of a document that one may not see is not there', async () => {
  const letter = await aLetter()
  for (const [method, path, body] of [
    ['GET', `/patients/medical-records/${letter.id}/search-entities/`, undefined],
    ['GET', `/patients/medical-records/${letter.id}/`, undefined],
  ] as const)
    expect((await desk.call(method, path, body)).status).toBe(404)
})

test('a result and a set that were filed by mistake are taken back with a reason, leave the history, and can be filed again', async () => {
  await aLabPanel(clinic.db, { code: 'HBY', name: 'Haemoglobin to take back', unit: 'g/dL', loinc: '718-7' })
  const letter = await aLetter()
  const [problem, , , , pressure, pulse, , haemoglobin] = letter.entities as [
    number,
    number,
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  expect((await file(letter.id, [problem, pressure, pulse, haemoglobin])).status).toBe(200)
  const now = async (id: number) =>
    (await doctor.call('GET', `/patients/medical-records/${letter.id}/`)).json<MedicalRecord>().entities.find((one) => one.id === id)!
  const unfile = async (id: number, more: object = {}, by = doctor) =>
    by.call('POST', `/patients/medical-records/entities/${id}/unfile/`, {
      reason: 'Of somebody else',
      version: (await now(id)).version,
      ...more,
    })
  const vitals = async () => (await doctor.call('GET', `/patients/vital-signs/?patient_id=${letter.patient}`)).json<unknown[]>()
  expect((await unfile(problem)).json()).toMatchObject({ code: 'change_there' })
  expect((await unfile(pressure, { version: 1 })).status).toBe(412)
  expect((await unfile(pressure, { reason: '' })).status).toBe(400)
  expect((await unfile(pressure, {}, desk)).status).toBe(403)
  expect(await vitals()).toHaveLength(1)
  expect((await unfile(pressure)).status).toBe(200)
  expect([(await now(pressure)).became, (await now(pulse)).became, (await now(pulse)).state]).toEqual([null, null, 'confirmed'])
  expect(await vitals()).toEqual([])
  expect((await unfile(pulse)).json()).toMatchObject({ code: 'not_filed' })
  expect((await unfile(haemoglobin)).status).toBe(200)
  expect((await file(letter.id, [pressure, pulse, haemoglobin])).status).toBe(200)
  expect(await vitals()).toHaveLength(1)
  const { rows } = await sql`
    select is_current, withdraw_reason from lab_results where patient_id = ${letter.patient} order by id`.execute(clinic.db)
  expect(rows).toEqual([
    { is_current: false, withdraw_reason: 'Of somebody else' },
    { is_current: true, withdraw_reason: null },
  ])
})
