import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLetter, found, pdfOf, readNow, recordCalls, RECORDS, sendForm, type RecordOnWire } from '../../testing/scenarios/records.ts'

let clinic: TestClinic
let doctor: Person
let desk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  desk = await clinic.signedInFrom('Receptionist', 'receptionist')
})
afterAll(() => clinic.close())
const { upload, added, one, list, act, extract } = recordCalls(() => clinic)
const aPatientAccount = async () => {
  const person = await clinic.signedInFrom('Patient', 'patient')
  return { person, patient: (await aPatient(clinic.db, { user_id: person.id })).id }
}

describe('a document comes in', () => {
  test('is kept, queued, read, and shows what was found where it stands', async () => {
    const { person, patient } = await aPatientAccount()
    const reply = await upload(doctor, { patient: String(patient), kind: 'referral letter', document_date: '2026-02-28' })
    expect(reply.status, reply.text).toBe(201)
    const sent = reply.json()
    expect(sent).toMatchObject({
      patient,
      title: 'letter',
      kind: 'referral letter',
      document_date: '2026-02-28',
      file: { name: 'letter.txt', type: 'text/plain' },
      status: 'uploaded',
      is_from_patient: false,
      is_verified: true,
      entities: [],
      text: '',
    })
    const news = await readNow(clinic, sent.id)
    const ofRecord = news.filter(([topic]) => topic === 'records')
    // Lists of other patients are not asked for again.
    expect(ofRecord.every(([, id, owner]) => id === sent.id && owner === patient)).toBe(true)
    expect(ofRecord.length).toBeGreaterThanOrEqual(2)
    // The patient hears that it began and that it ended.
    expect(news.filter(([topic]) => topic !== 'records')).toEqual([
      ['portal', person.id, undefined],
      ['portal', person.id, undefined],
    ])
    const read = await one(doctor, sent.id)
    expect(read).toMatchObject({ status: 'ready', page_count: 1, pages_read: 1, error: null })
    expect(found(read)).toEqual(expect.arrayContaining(['diagnosis: asthma', 'symptom: fever', 'drug: amoxicillin']))
    for (const { text, start, end, state } of read.entities) expect([read.text.slice(start, end), state]).toEqual([text, 'suggested'])
    expect(read.entities.find(({ text }) => text === 'fever')).toMatchObject({ negated: true, destination: null })
    expect((await list(doctor, `?patient_id=${patient}`)).map(({ id, entities }) => [id, entities.length])).toEqual([
      [sent.id, read.entities.length],
    ])
    const again = await upload(doctor, { patient: String(patient) }, { name: 'copy.txt', bytes: Buffer.from(read.text) })
    expect([again.status, again.json<object>()]).toEqual([409, expect.objectContaining({ code: 'already_there', id: sent.id })])
    const { rows } = await sql<{ action: string }>`
      select action from audit_log where entity = 'medical record' and entity_id = ${sent.id} and patient_id = ${patient} order by id`.execute(
      clinic.db,
    )
    expect(rows.map(({ action }) => action)).toEqual(['add', 'read'])
  })

  test('as text, as a place without a document, and as both at once', async () => {
    const { id: patient } = await aPatient(clinic.db)
    const typed = await doctor.call('POST', RECORDS, { patient, text: 'Known epilepsy.', title: 'By telephone' })
    expect(typed.status, typed.text).toBe(201)
    const { id } = typed.json<RecordOnWire>()
    expect(typed.json()).toMatchObject({ title: 'By telephone', file: { name: 'By telephone.txt', type: 'text/plain' } })
    await readNow(clinic, id)
    expect(await one(doctor, id)).toMatchObject({ text: 'Known epilepsy.', status: 'ready' })
    const long = await doctor.call('POST', RECORDS, { patient, text: 'By hand.', title: `a\u202E"/..${'x'.repeat(194)}` })
    expect(long.json<RecordOnWire>().file?.name).toMatch(/^a"_\.\.x{191}\.txt$/)
    expect(long.json<RecordOnWire>().file?.name).toHaveLength(200)
    expect((await doctor.call('POST', RECORDS, { patient, kind: 'consent' })).status).toBe(400)
    const alone = await doctor.call('POST', RECORDS, { patient, kind: 'consent', title: 'Consent on paper' })
    expect(alone.json()).toMatchObject({ title: 'Consent on paper', status: 'ready', file: null, text: '' })
    expect((await extract(doctor, alone.json<RecordOnWire>().id)).json()).toMatchObject({ code: 'nothing_to_read' })
    const both = await upload(doctor, { patient: String(patient), text: 'x' })
    expect([both.status, Object.keys(both.json<object>())]).toEqual([400, expect.arrayContaining(['text'])])
  })

  test('for a patient who is on file and active, named by who may add', async () => {
    const gone = (await aPatient(clinic.db, { deactivated_at: clinic.clock.now, deactivated_by: doctor.id, deactivation_reason: 'Twice' }))
      .id
    for (const patient of ['', String(gone), '2000000000']) {
      const reply = await upload(desk, patient === '' ? {} : { patient })
      expect([reply.status, Object.keys(reply.json<object>())]).toEqual([400, expect.arrayContaining(['patient'])])
    }
    const cashier = await clinic.signedInFrom('Cashier', 'cashier')
    expect((await upload(cashier, { patient: String(gone) })).status).toBe(403)
    expect((await cashier.call('GET', RECORDS)).status).toBe(403)
  })

  test('by a call that adds and reads at once, and one that says neither', async () => {
    const { id: patient } = await aPatient(clinic.db)
    const url = '/patients/medical_records/extract/'
    const reply = await sendForm(clinic, doctor, url, { patient: String(patient) }, [aLetter()])
    expect([reply.status, reply.json().status]).toEqual([202, 'uploaded'])
    for (const body of [{ patient }, { patient, record_id: reply.json().id, text: 'x' }]) {
      const refused = await doctor.call('POST', url, body)
      expect([refused.status, Object.keys(refused.json())]).toEqual([400, expect.arrayContaining(['record_id'])])
    }
  })

  test('as a PDF: pages with text, places and pictures, and the file to be saved', async () => {
    const { id: patient } = await aPatient(clinic.db)
    const bytes = pdfOf(['Known asthma', 'Print template'], ['Second page: malaria'])
    const { id } = await added(doctor, patient, { name: 'scan of; "letter" é.pdf', bytes })
    await readNow(clinic, id)
    const record = await one(doctor, id)
    expect(record).toMatchObject({ status: 'ready', page_count: 2, pages_read: 2, has_thumbnail: true })
    expect(record.text.split('\f')).toHaveLength(2)
    expect(found(record)).toEqual(expect.arrayContaining(['diagnosis: asthma', 'diagnosis: malaria']))
    const page = (await doctor.call('GET', `${RECORDS}${id}/pages/2/`)).json<{ text: string; words: number[][]; has_image: boolean }>()
    expect(page).toMatchObject({ number: 2, method: 'text layer', has_image: true })
    const [start = 0, end = 0, ...place] = page.words.at(-1) ?? []
    expect(page.text.slice(start, end)).toBe('malaria')
    expect(place.every((share) => share >= 0 && share <= 1)).toBe(true)
    for (const url of [`pages/2/image/`, 'thumbnail/']) {
      const image = await doctor.call('GET', `${RECORDS}${id}/${url}`)
      expect([image.status, image.headers['content-type'], image.headers['cache-control']]).toEqual([
        200,
        'image/webp',
        'private, no-cache',
      ])
      const etag = String(image.headers['etag'])
      expect((await doctor.call('GET', `${RECORDS}${id}/${url}`, undefined, { 'if-none-match': etag })).status).toBe(304)
    }
    const file = await clinic.app.inject({ url: `${RECORDS}${id}/file/`, headers: { authorization: `Bearer ${doctor.token}` } })
    expect(file.rawPayload.equals(bytes)).toBe(true)
    expect(file.headers).toMatchObject({ 'content-type': 'application/octet-stream', 'x-content-type-options': 'nosniff' })
    expect(file.headers['content-disposition']).toMatch(/^attachment; filename="[^"]*"; filename\*=UTF-8''/)
  })
})

describe('a patient', () => {
  test('adds to their own record alone, unverified until somebody has looked', async () => {
    const { person, patient } = await aPatientAccount()
    const other = await aPatientAccount()
    expect((await upload(person, { patient: String(other.patient) })).status).toBe(403)
    const sent = (await upload(person, {})).json()
    expect(sent).toMatchObject({ patient, is_from_patient: true, is_verified: false })
    await readNow(clinic, sent.id)
    expect((await list(person)).map(({ id }) => id)).toEqual([sent.id])
    expect(await list(other.person, `?patient_id=${patient}`)).toEqual([])
    const officer = await clinic.signedInFrom('Records officer', 'records')
    expect((await list(officer, '?unverified=true')).map(({ id }) => id)).toEqual([sent.id])
    expect((await list(officer, `?patient_id=${patient}&unverified=false`)).length).toBe(0)
    const reply = await doctor.call('PATCH', `${RECORDS}${sent.id}/`, { verified: true, version: sent.version })
    expect(reply.json()).toMatchObject({ is_verified: true })
    expect((await doctor.call('PATCH', `${RECORDS}${sent.id}/`, { title: 'x', version: sent.version })).status).toBe(412)
    expect((await extract(person, sent.id)).status).toBe(202)
    expect((await extract(person, (await added(doctor, patient)).id)).status).toBe(403)
    const unlinked = await clinic.signedInFrom('Patient', 'patient')
    expect((await upload(unlinked, {})).json()).toMatchObject({ code: 'not_linked' })
    expect(await list(unlinked)).toEqual([])
  })

  test('finds nothing of another’s document, under any address; who may only add finds their own', async () => {
    const { person } = await aPatientAccount()
    const { id } = await added(doctor, (await aPatient(clinic.db)).id, { name: 'a.pdf', bytes: pdfOf(['asthma']) })
    await readNow(clinic, id)
    for (const caller of [person, desk]) {
      for (const part of ['', 'pages/1/', 'pages/1/image/', 'thumbnail/', 'file/'])
        expect((await caller.call('GET', `${RECORDS}${id}/${part}`)).status, part).toBe(404)
      expect((await extract(caller, id)).status).toBe(404)
    }
    expect((await act(desk, id, 'cancel')).status).toBe(404)
    for (const part of ['pages/2/', 'pages/2/image/']) expect((await doctor.call('GET', `${RECORDS}${id}/${part}`)).status).toBe(404)
    const own = await added(desk, (await aPatient(clinic.db)).id)
    expect((await list(desk)).map(({ id: each }) => each)).toEqual([own.id])
    expect((await doctor.call('GET', RECORDS)).status).toBe(403)
  })
})

test('a document is changed and withdrawn with its version, a reason, and not while something came of it', async () => {
  const { person, patient } = await aPatientAccount()
  const { id, version } = await added(doctor, patient)
  await readNow(clinic, id)
  const changed = await doctor.call('PATCH', `${RECORDS}${id}/`, { kind: 'photo', note: 'Of the wound', document_date: null, version })
  expect(changed.json()).toMatchObject({ kind: 'photo', note: 'Of the wound', version: version + 1 })
  expect((await doctor.call('PATCH', `${RECORDS}${id}/`, { note: 'Other' })).status).toBe(400)
  const [entity] = (await one(doctor, id)).entities
  await sql`update medical_record_entities set state = 'confirmed', decided_at = now(), decided_by = ${doctor.id}, became = 'problem', became_id = 1,
    became_at = now(), became_by = ${doctor.id} where id = ${entity!.id}`.execute(clinic.db)
  expect((await act(doctor, id, 'withdraw', { reason: 'Twice' })).json()).toMatchObject({ code: 'in_use' })
  const second = await added(doctor, patient)
  expect((await act(doctor, second.id, 'withdraw', { reason: 'Of somebody else', version: 9 })).status).toBe(412)
  expect((await act(doctor, second.id, 'withdraw', { reason: 'Of somebody else' })).json()).toMatchObject({
    withdraw_reason: 'Of somebody else',
  })
  expect((await act(doctor, second.id, 'withdraw', { reason: 'Again' })).json()).toMatchObject({ code: 'withdrawn' })
  expect((await extract(doctor, second.id)).json()).toMatchObject({ code: 'withdrawn' })
  expect((await list(doctor, `?patient_id=${patient}`)).map((each) => each.id)).toEqual([id])
  expect((await list(doctor, `?patient_id=${patient}&withdrawn=true`)).map((each) => each.id)).toEqual([second.id])
  expect((await person.call('GET', `${RECORDS}${second.id}/`)).status).toBe(404)
})
