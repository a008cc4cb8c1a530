import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aReadDocument } from '../../testing/scenarios/read-documents.ts'
import { pdfOf, readNow, recordCalls, type RecordOnWire, sendForm } from '../../testing/scenarios/records.ts'
import type { LikelyPatient } from './contract.ts'

let clinic: TestClinic
let doctor: Person
let administrator: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())
const { added, one, list, act } = recordCalls(() => clinic)

let serial = 0
/** Two patients of our own: her whose record it is, and him whom the letter is about. */
const aPair = async () => {
  serial += 1
  const last = [
    'Kiptoo',
    'Barasa',
    'Mutiso',
    'Nyaga',
    'Were',
    'Simiyu',
    'Cheruiyot',
    'Onyango',
    'Macharia',
    'Wafula',
    'Kariuki',
    'Njeru',
    'Chebet',
    'Kirui',
    'Odongo',
    'Ayieko',
    'Mwale',
  ][serial]!
  const her = await aPatient(clinic.db, {
    unique_id: `W-10${serial}`,
    first_name: 'Wanjiku',
    second_name: `Kamau ${last}`,
    gender: 'female',
    date_of_birth: '1980-03-12',
  })
  const him = await aPatient(clinic.db, {
    unique_id: `W-20${serial}`,
    first_name: 'Peter',
    second_name: last,
    gender: 'male',
    date_of_birth: '1971-05-04',
  })
  const letter = `Patient name: Peter ${last}\nDOB: 04/05/1971  Sex: M\nDiagnosis: asthma.`
  return { her, him, last, letter }
}
const asthma = [{ type: 'diagnosis', words: 'asthma', value: 'asthma' }] as const
const aLetterOf = (patient: number, text: string) => aReadDocument(clinic.db, doctor, text, asthma, { patient })
const file = (record: number, entities: readonly number[], by = doctor) =>
  by.call('POST', `/patients/medical-records/${record}/file-entities/`, { entities })
const likely = async (record: number, by = doctor) =>
  (await by.call('GET', `/patients/medical-records/${record}/likely-patients/`)).json<LikelyPatient[]>()
const problemsOf = async (patient: number) => (await sql`select title from problems where patient_id = ${patient}`.execute(clinic.db)).rows
const trailOf = async (patient: number, action: string) =>
  (
    await sql`select change from audit_log where patient_id = ${patient} and action = ${action} and entity = 'medical record'`.execute(
      clinic.db,
    )
  ).rows

describe('a document that names another patient', () => {
  test('is filed by nobody until it is moved or kept, and the refusal says what differs', async () => {
    const { her, letter, last } = await aPair()
    const { id, entities } = await aLetterOf(her.id, letter)
    const refused = await file(id, entities)
    expect(refused.status).toBe(409)
    expect(refused.json()).toMatchObject({
      code: 'wrong_patient',
      detail:
        'This document seems to belong to another patient: name, date of birth, sex differ from the record. Move it, or keep it here with a reason.',
      differs: [
        { field: 'name', document: `Peter ${last}`, record: `Wanjiku Kamau ${last}`, page: 1 },
        { field: 'date of birth', document: '04/05/1971', record: '1980-03-12', page: 1 },
        { field: 'sex', document: 'M', record: 'female', page: 1 },
      ],
    })
    expect(await problemsOf(her.id)).toEqual([])
    expect((await one(doctor, id)).identity).toMatchObject({ state: 'mismatch', is_blocked: true, kept_here: null })
  })

  test('is moved with its pages and findings to the patient of the number or of the name and birth date in one call', async () => {
    const { her, him, letter } = await aPair()
    const { id, entities } = await aLetterOf(her.id, letter)
    expect(await likely(id)).toEqual([
      {
        patient: him.id,
        name: `Peter ${him.second_name}`,
        number: him.unique_id,
        date_of_birth: '1971-05-04',
        is_birth_date_estimated: false,
        because: ['name', 'date of birth', 'sex'],
      },
    ])
    expect((await act(doctor, id, 'move', { patient: him.id })).status).toBe(400)
    expect((await act(doctor, id, 'move', { patient: her.id, version: 1 })).json()).toMatchObject({
      patient: [expect.stringContaining('already in this patient’s record')],
    })
    expect((await act(doctor, id, 'move', { patient: him.id, version: 9 })).status).toBe(412)
    const moved = await act(doctor, id, 'move', { patient: him.id, version: 1 })
    expect(moved.status, moved.text).toBe(200)
    expect(moved.json()).toMatchObject({ patient: him.id, identity: { state: 'match', is_blocked: false, moved_at: expect.any(String) } })
    expect((await list(doctor, `?patient_id=${her.id}`)).map((row) => row.id)).toEqual([])
    const { rows } = await sql`
      select (select array_agg(distinct patient_id) from medical_record_pages where record_id = ${id}) as pages,
        (select array_agg(distinct patient_id) from medical_record_entities where record_id = ${id}) as findings`.execute(clinic.db)
    expect(rows).toEqual([{ pages: [him.id], findings: [him.id] }])
    expect((await file(id, entities)).status).toBe(200)
    expect(await problemsOf(him.id)).toHaveLength(1)
    for (const { id: patient } of [her, him]) expect(await trailOf(patient, 'move')).toEqual([{ change: { patient: [her.id, him.id] } }])
    // What came of it stays where it is.
    expect((await act(doctor, id, 'move', { patient: her.id, version: moved.json<RecordOnWire>().version })).json()).toMatchObject({
      code: 'in_use',
    })
  })

  test('is found by the number that it names, but for deactivated patients', async () => {
    const { her, him } = await aPair()
    const { id } = await aLetterOf(her.id, `Patient No: ${him.unique_id}\nDiagnosis: asthma.`)
    expect(await likely(id)).toEqual([expect.objectContaining({ patient: him.id, because: ['patient number'] })])
    await sql`update patients set deactivated_at = now(), deactivated_by = ${doctor.id}, deactivation_reason = 'Moved away' where id = ${him.id}`.execute(
      clinic.db,
    )
    expect(await likely(id)).toEqual([])
  })

  test('is kept with a reason that stays on it, for the differences that were known', async () => {
    const { her, letter } = await aPair()
    const { id, entities } = await aLetterOf(her.id, letter)
    expect((await act(doctor, id, 'keep-here', { reason: '', version: 1 })).status).toBe(400)
    expect((await act(doctor, id, 'keep-here', { reason: 'Her husband’s name was printed', version: 7 })).status).toBe(412)
    const kept = await act(doctor, id, 'keep-here', { reason: 'Her husband’s name was printed', version: 1 })
    expect(kept.json()).toMatchObject({
      identity: {
        state: 'mismatch',
        is_blocked: false,
        kept_here: { reason: 'Her husband’s name was printed', by_name: expect.any(String) },
      },
    })
    expect(await trailOf(her.id, 'keep here')).toEqual([
      { change: { reason: 'Her husband’s name was printed', differs: ['name', 'date of birth', 'sex'] } },
    ])
    expect((await file(id, entities)).status).toBe(200)
    // Another difference is decided about again.
    await sql`update patients set date_of_birth = '1981-03-12' where id = ${her.id}`.execute(clinic.db)
    expect((await one(doctor, id)).identity).toMatchObject({ is_blocked: true })
  })

  test('and was sent by a patient is not marked as looked at before that', async () => {
    const { her, him, letter } = await aPair()
    const { id } = await aLetterOf(her.id, letter)
    await sql`update medical_records set is_from_patient = true where id = ${id}`.execute(clinic.db)
    const verify = () => doctor.call('PATCH', `/patients/medical-records/${id}/`, { verified: true })
    expect((await verify()).json()).toMatchObject({ code: 'wrong_patient' })
    const moved = await act(doctor, id, 'move', { patient: him.id, version: 1 })
    expect(moved.json()).toMatchObject({ is_verified: true, is_from_patient: true, created_by_name: 'Portal' })
  })

  test('is not moved where the same file is, from a record where it was withdrawn, to a deactivated patient, or without the right', async () => {
    const { her, him, letter } = await aPair()
    const bytes = new TextEncoder().encode(letter)
    const [here, there] = [
      await added(doctor, her.id, { name: 'letter.txt', bytes }),
      await added(doctor, him.id, { name: 'letter.txt', bytes }),
    ]
    const move = async (id: number, patient: number, by = doctor) => {
      const { version } = await one(doctor, id)
      return (await act(by, id, 'move', { patient, version })).json<{ code: string }>().code
    }
    expect(await move(here.id, him.id)).toBe('processing')
    for (const { id } of [here, there]) await readNow(clinic, id)
    expect(await move(here.id, him.id)).toBe('already_there')
    const gone = await aPatient(clinic.db, {
      deactivated_at: clinic.clock.now,
      deactivated_by: doctor.id,
      deactivation_reason: 'Moved away',
    })
    for (const patient of [gone.id, 2_000_000_000]) {
      const refused = await act(doctor, here.id, 'move', { patient, version: (await one(doctor, here.id)).version })
      expect([refused.status, Object.keys(refused.json<object>())]).toEqual([400, expect.arrayContaining(['patient'])])
    }
    const desk = await clinic.signedInFrom('Receptionist', 'receptionist')
    for (const call of ['move', 'keep-here'])
      expect((await act(desk, here.id, call, { patient: him.id, reason: 'x', version: 1 })).status).toBe(403)
    await act(doctor, here.id, 'withdraw', { reason: 'Copy', version: (await one(doctor, here.id)).version })
    expect(await move(here.id, him.id)).toBe('withdrawn')
  })

  test('of a restricted record suggests nobody to those to whom it is shut, and is not moved there by them', async () => {
    const { her, him, letter } = await aPair()
    const { id } = await aLetterOf(her.id, `${letter}\nPatient No: ${him.unique_id}`)
    expect(await likely(id)).toHaveLength(1)
    expect((await administrator.call('POST', `/patients/patients/${him.id}/restriction/`, { reason: 'A colleague' })).status).toBe(201)
    expect(await likely(id)).toEqual([])
    const refused = await act(doctor, id, 'move', { patient: him.id, version: 1 })
    expect([403, 404]).toContain(refused.status)
    expect(refused.text).not.toContain('Peter')
    expect(await one(doctor, id)).toMatchObject({ patient: her.id })
    expect(await likely(id, administrator)).toHaveLength(1)
  })
})

const stateOf = async (id: number) => {
  await readNow(clinic, id)
  return (await one(doctor, id)).identity?.state
}
const send = async (
  patient: number,
  fields: Record<string, string>,
  files: Parameters<typeof sendForm>[4],
  url = '/patients/medical-records/',
) => (await sendForm(clinic, doctor, url, { patient: String(patient), ...fields }, files)).json().id

describe('a document is compared with the record, whichever way it came in:', () => {
  test.each<[string, (patient: number, letter: string) => Promise<number>]>([
    ['a text file', (patient, letter) => send(patient, {}, [{ name: 'letter.txt', bytes: Buffer.from(letter) }])],
    ['a PDF', (patient, letter) => send(patient, {}, [{ name: 'letter.pdf', bytes: pdfOf(letter.split('\n')) }])],
    [
      'a page behind one of the right patient',
      (patient, letter) => send(patient, {}, [{ name: 'two.pdf', bytes: pdfOf(['Patient name: Wanjiku'], letter.split('\n')) }]),
    ],
    [
      'a text that was typed',
      async (patient, text) => (await doctor.call('POST', '/patients/medical-records/', { patient, text })).json<{ id: number }>().id,
    ],
    ['the call that reads at once', (patient, text) => send(patient, { text }, [], '/patients/medical_records/extract/')],
  ])('%s', async (_way, add) => {
    const { her, letter } = await aPair()
    expect(await stateOf(await add(her.id, letter))).toBe('mismatch')
    const { rows } =
      await sql`select count(*)::integer as n from medical_records where patient_id = ${her.id} and identity is null`.execute(clinic.db)
    expect(rows).toEqual([{ n: 0 }])
  })
})

test('a document that says nothing of its patient is no match, and is filed', async () => {
  const { id, entities } = await aReadDocument(clinic.db, doctor, 'Known asthma.', asthma)
  expect((await one(doctor, id)).identity).toEqual({ state: 'unknown', fields: [], is_blocked: false, kept_here: null, moved_at: null })
  expect((await act(doctor, id, 'keep-here', { reason: 'Sure', version: 1 })).json()).toMatchObject({ code: 'no_mismatch' })
  expect(await likely(id)).toEqual([])
  expect((await file(id, entities)).status).toBe(200)
})

test('what a purged document said of its patient is gone', async () => {
  const { her, letter } = await aPair()
  const { id } = await aLetterOf(her.id, letter)
  for (const [step, body] of [
    ['keep-here', { reason: 'Hers' }],
    ['withdraw', { reason: 'Of another patient' }],
    ['purge', { reason: 'Of another patient' }],
  ] as const) {
    const { version } = await one(administrator, id)
    expect((await act(administrator, id, step, { ...body, version })).status).toBe(200)
  }
  const { rows } = await sql`select identity, kept_here_against from medical_records where id = ${id}`.execute(clinic.db)
  expect(rows).toEqual([{ identity: [], kept_here_against: null }])
})

describe('together with others', () => {
  const TEXT = 'Asthma. No fever. Possible gout. Old stroke. Mother has cancer. If rash, return. Headach.'
  const aMixed = async () => {
    const words = ['Asthma', 'fever', 'gout', 'stroke', 'cancer', 'rash', 'Headach'] as const
    const readDocument = await aReadDocument(
      clinic.db,
      doctor,
      TEXT,
      words.map((word) => ({ type: 'diagnosis', words: word, value: word.toLowerCase() })),
    )
    const set = (at: number, what: ReturnType<typeof sql>) =>
      sql`update medical_record_entities set ${what} where id = ${readDocument.entities[at]!}`.execute(clinic.db)
    await set(1, sql`negated = true`)
    await set(2, sql`certainty = 'possible'`)
    await set(3, sql`temporality = 'historical'`)
    await set(4, sql`subject = 'family'`)
    await set(5, sql`temporality = 'hypothetical'`)
    await set(6, sql`confidence = 0.6`)
    return readDocument
  }
  const why = [
    [1, 'denied'],
    [2, 'possible'],
    [3, 'of the past'],
    [4, 'about another person'],
    [5, 'only expected if something happens'],
    [6, 'read with doubt'],
  ] as const

  test.each(why)('finding %i is not confirmed, for it is %s', async (at, reason) => {
    const { id, entities } = await aMixed()
    const decide = (body: object) => doctor.call('POST', `/patients/medical-records/${id}/decide/`, body)
    for (const confirm of [entities, [entities[0], entities[at]], [entities[at]]]) {
      const refused = await decide({ confirm })
      expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('decide on it by itself')])
    }
    expect((await decide({ confirm: [entities[0], entities[at]] })).text).toContain(reason)
    const filed = await file(id, [entities[0]!, entities[at]!])
    expect([filed.status, filed.text]).toEqual([400, expect.stringMatching(/decide on it by itself|cannot become structured data/)])
    expect((await one(doctor, id)).entities.filter(({ state }) => state !== 'suggested')).toEqual([])
    const alone = await doctor.call('PATCH', `/patients/medical-records/entities/${entities[at]}/`, { state: 'confirmed', version: 1 })
    expect(alone.status).toBe(200)
    // Decided already: it stands in nobody's way.
    expect((await decide({ confirm: [entities[0], entities[at]] })).status).toBe(200)
  })

  test('all are rejected at once', async () => {
    const { id, entities } = await aMixed()
    expect((await doctor.call('POST', `/patients/medical-records/${id}/decide/`, { reject: entities })).status).toBe(200)
  })
})
