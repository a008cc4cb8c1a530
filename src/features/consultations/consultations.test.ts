import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { aConsultation, aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { createConsultation } from './contract.ts'

type Note = ResponseOf<typeof createConsultation>

const NOTES = '/patients/consultations/'
let clinic: TestClinic
let doctor: Person
let other: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  other = await clinic.signedInFrom('Doctor', 'doctor')
})
afterAll(() => clinic.close())

const begin = async (visit: number, more: object = {}, person = doctor) => {
  const reply = await person.call('POST', NOTES, { attendance_process: visit, ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Note>()
}
const aDraft = async (more: object = {}) => begin((await aVisit(clinic.db)).id, more)
const read = async (id: number) => (await doctor.call('GET', `${NOTES}${id}/`)).json<Note>()
const save = (id: number, change: object, person = doctor) => person.call('PATCH', `${NOTES}${id}/`, change)
const sign = (id: number, version: number, person = doctor) => person.call('POST', `${NOTES}${id}/sign/`, { version })
const closeVisit = (id: number) =>
  clinic.db.updateTable('visits').set({ track: 'discharged', closed_at: clinic.clock.now }).where('id', '=', id).execute()
const post = async (body: object) => {
  const reply = await doctor.call('POST', NOTES, body)
  return [reply.status, reply.json<{ code?: string }>().code ?? Object.keys(reply.json()).join()]
}
const trailOf = (entity: string, id: number) =>
  clinic.db
    .selectFrom('audit_log')
    .select(['action', 'patient_id', 'change'])
    .where('entity', '=', entity)
    .where('entity_id', '=', id)
    .orderBy('id')
    .execute()

describe('a note', () => {
  test('is begun on an open visit, whoever it is said by', async () => {
    const visit = await aVisit(clinic.db)
    const note = await begin(visit.id, {
      complaint: 'Fever\nfor 3 days',
      disposition: 'lab',
      follow_up_on: '2026-03-09',
      doctor: 77,
      fee: '500',
    })
    expect(note).toMatchObject({ visit: visit.id, patient: visit.patient_id, doctor: doctor.id, complaint: 'Fever\nfor 3 days', plan: '' })
    expect(note).toMatchObject({ disposition: 'lab', follow_up_on: '2026-03-09', diagnoses: [], signed_at: null, version: 1 })
    expect(note.may).toEqual({ edit: true, sign: true, add: false })
    const theirs = await aVisit(clinic.db)
    expect((await doctor.call('POST', NOTES, { patient: theirs.patient_id })).json()).toMatchObject({ visit: theirs.id })
  })

  test('takes what earlier clients send', async () => {
    const note = await aDraft({ doctors_note: 'Rest', signs_and_symptoms: 'Pale', diagnosis: 'Anaemia', created_by: 1, date_created: 'x' })
    expect(note).toMatchObject({ note: 'Rest', examination: 'Pale' })
    expect(note.diagnoses).toMatchObject([{ title: 'Anaemia', code: null, certainty: 'provisional', is_primary: true }])
  })

  test('keeps a text as it was typed, in normal form C', async () => {
    const { id } = await aDraft({ note: ' E\u0301te\u0301\n\n\t– 40 °C  ' })
    expect((await read(id)).note).toBe(' \u00c9t\u00e9\n\n\t– 40 °C  ')
    expect((await save(id, { note: 'x'.repeat(10_001), version: 1 })).json()).toHaveProperty('note')
    expect((await save(id, { note: 'x'.repeat(10_000), version: 1 })).status).toBe(200)
  })

  test('needs a visit that is there, open, and the patient’s', async () => {
    const visit = await aVisit(clinic.db)
    const over = await aVisit(clinic.db, { track: 'discharged' })
    const someone = await aPatient(clinic.db)
    expect(await post({})).toEqual([400, 'attendance_process'])
    expect(await post({ attendance_process: 2_000_000_000 })).toEqual([400, 'attendance_process'])
    expect(await post({ attendance_process: visit.id, patient: someone.id })).toEqual([400, 'patient'])
    expect(await post({ attendance_process: over.id })).toEqual([409, 'visit_closed'])
    expect(await post({ patient: over.patient_id })).toEqual([409, 'visit_closed'])
    expect(await post({ patient: 2_000_000_000 })).toEqual([400, 'patient'])
    expect(await post({ attendance_process: visit.id, disposition: 'elsewhere' })).toEqual([400, 'disposition'])
    expect((await clinic.db.selectFrom('consultations').select('id').where('visit_id', 'in', [visit.id, over.id]).execute()).length).toBe(0)
  })

  test('has one draft of each doctor in a visit', async () => {
    const visit = await aVisit(clinic.db)
    const draft = await begin(visit.id, { note: 'First' })
    const again = await doctor.call('POST', NOTES, { attendance_process: visit.id, note: 'Second' })
    expect([again.status, again.json()]).toMatchObject([409, { code: 'draft_open', id: draft.id }])
    expect((await begin(visit.id, { note: 'Mine' }, other)).doctor).toBe(other.id)
    expect((await sign(draft.id, 1)).status).toBe(200)
    expect((await begin(visit.id)).id).not.toBe(draft.id)
  })
})

describe('a draft', () => {
  test('is saved as it is typed, by a small answer, and its trail holds no text of it', async () => {
    const { id, patient, changed_at } = await aDraft()
    clinic.clock.now = new Date('2026-03-02T07:31:00Z')
    const reply = await save(id, { complaint: 'Cough', disposition: 'discharged', version: 1 })
    expect(reply.json()).toEqual({ id, version: 2, changed_at: '2026-03-02T07:31:00.000Z' })
    expect(reply.headers['etag']).toBe('"2"')
    expect(changed_at).not.toBe('2026-03-02T07:31:00.000Z')
    expect((await doctor.call('PATCH', `${NOTES}${id}/`, { plan: 'Rest' }, { 'if-match': '"2"' })).json()).toMatchObject({ version: 3 })
    expect(await read(id)).toMatchObject({ complaint: 'Cough', plan: 'Rest', disposition: 'discharged', version: 3 })
    const [, saved] = await trailOf('note', id)
    expect(saved).toEqual({ action: 'update', patient_id: patient, change: { version: 2, complaint: 5, disposition: 'discharged' } })
  })

  test('wants to know which version it starts from, and shows both texts when it is another', async () => {
    const { id } = await aDraft({ note: 'A' })
    expect((await save(id, { note: 'B' })).json()).toHaveProperty('version')
    expect((await save(id, { note: 'B', version: 1 }, other)).status).toBe(200)
    const late = await save(id, { note: 'C', version: 1 })
    expect([late.status, late.json()]).toMatchObject([412, { code: 'version_conflict', current: { id, note: 'B', version: 2 } }])
    expect((await save(2_000_000_000, { note: 'B', version: 1 })).status).toBe(404)
    expect((await save(id, { version: 2 })).json()).toHaveProperty('non_field_errors')
    expect(await read(id)).toMatchObject({ note: 'B', changed_by_name: 'Test doctor' })
  })

  test('that was begun while the visit was open is finished and signed after it closed', async () => {
    const { id, visit } = await aDraft({ note: 'A' })
    await closeVisit(visit)
    expect((await save(id, { note: 'AB', version: 1 })).status).toBe(200)
    expect((await doctor.call('POST', `${NOTES}${id}/diagnoses/`, { title: 'Malaria' })).status).toBe(201)
    expect((await sign(id, 3)).status).toBe(200)
    expect((await doctor.call('POST', NOTES, { attendance_process: visit })).json()).toMatchObject({ code: 'visit_closed' })
  })
})

describe('a signed note', () => {
  test('was signed with something in it, as it was read', async () => {
    const { id } = await aDraft({ plan: ' \n' })
    const empty = await sign(id, 1)
    expect([empty.status, Object.keys(empty.json())]).toEqual([400, ['non_field_errors']])
    expect((await doctor.call('POST', `${NOTES}${id}/sign/`, {})).json()).toHaveProperty('version')
    expect((await save(id, { plan: 'Rest', version: 1 })).status).toBe(200)
    expect((await sign(id, 1)).json()).toMatchObject({ code: 'version_conflict', current: { plan: 'Rest', version: 2 } })
    const signed = await sign(id, 2, other)
    expect(signed.json()).toMatchObject({ id, plan: 'Rest', doctor: doctor.id, signed_by: other.id, version: 3 })
    expect(signed.json<Note>().may).toEqual({ edit: false, sign: false, add: true })
    expect((await sign(2_000_000_000, 1)).status).toBe(404)
  })

  test('is written and signed at once, or not at all', async () => {
    const visit = await aVisit(clinic.db)
    const refused = await doctor.call('POST', NOTES, { attendance_process: visit.id, sign: true })
    expect(refused.status).toBe(400)
    const note = await begin(visit.id, { diagnoses: [{ title: 'Malaria', certainty: 'confirmed' }], sign: true })
    expect(note).toMatchObject({ signed_by: doctor.id, diagnoses: [{ title: 'Malaria', certainty: 'confirmed', is_primary: true }] })
  })

  test('never changes, and takes addenda at any time', async () => {
    const { id, visit, version, diagnoses } = await aDraft({ note: 'A', diagnoses: [{ title: 'Malaria' }], sign: true })
    await closeVisit(visit)
    const before = await read(id)
    const part = `${NOTES}${id}/diagnoses/${diagnoses[0]!.id}/`
    const refused = [
      await save(id, { note: 'B', version }),
      await sign(id, version),
      await doctor.call('POST', `${NOTES}${id}/diagnoses/`, { title: 'Typhoid' }),
      await doctor.call('PATCH', part, { certainty: 'confirmed' }),
      await doctor.call('POST', `${part}remove/`, {}),
    ]
    for (const reply of refused) expect([reply.status, reply.json()]).toMatchObject([409, { code: 'signed', id }])
    expect(await read(id)).toEqual(before)
    const added = await other.call('POST', `${NOTES}${id}/addenda/`, { text: 'Film\npositive' })
    expect([added.status, added.json()]).toMatchObject([201, { addenda: [{ text: 'Film\npositive', added_by: other.id }] }])
    expect((await other.call('POST', `${NOTES}${id}/addenda/`, { text: ' \n' })).json()).toHaveProperty('text')
    expect({ ...(await read(id)), addenda: [] }).toEqual(before)
    const draft = await aDraft()
    expect((await doctor.call('POST', `${NOTES}${draft.id}/addenda/`, { text: 'x' })).json()).toMatchObject({ code: 'draft' })
  })
})

describe('at the same time', () => {
  test('two people save one note: one is told what the other wrote', async () => {
    for (let round = 0; round < 5; round++) {
      const { id } = await aDraft()
      const replies = await Promise.all([save(id, { note: 'Hers', version: 1 }), save(id, { note: 'His', version: 1 }, other)])
      expect(statuses(replies)).toEqual([200, 412])
      const won = replies[0].status === 200 ? 'Hers' : 'His'
      const lost = replies.find(({ status }) => status === 412)!
      expect(lost.json()).toMatchObject({ current: { note: won, version: 2 } })
      expect((await read(id)).note).toBe(won)
    }
  })

  test('a doctor begins one note, however often the button is pressed', async () => {
    const visit = await aVisit(clinic.db)
    const replies = await Promise.all(Array.from({ length: 5 }, () => doctor.call('POST', NOTES, { attendance_process: visit.id })))
    expect(statuses(replies)).toEqual([201, 409, 409, 409, 409])
    const begun = replies.find(({ status }) => status === 201)!.json<Note>().id
    for (const reply of replies) expect(reply.json<Note>().id).toBe(begun)
  })

  test('a note is signed with what was saved, or what is saved is refused', async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await aDraft({ note: 'A' })
      const calls = [() => sign(id, 1), () => save(id, { note: 'B', version: 1 }, other)]
      const replies = await Promise.all((round % 2 ? calls.toReversed() : calls).map((call) => call()))
      expect([statuses(replies)].flat()).toSatisfy((all: number[]) => all[0] === 200 && (all[1] === 409 || all[1] === 412))
      const { note, signed_at } = await read(id)
      expect(note).toBe(signed_at === null ? 'B' : 'A')
    }
  })

  test('a diagnosis comes before the signature or not at all', async () => {
    for (let round = 0; round < 6; round++) {
      const { id } = await aDraft({ note: 'A' })
      const [signed, added] = await Promise.all([sign(id, 1), doctor.call('POST', `${NOTES}${id}/diagnoses/`, { title: 'Malaria' })])
      expect([
        [200, 409],
        [412, 201],
      ]).toContainEqual([signed.status, added.status])
      expect((await read(id)).diagnoses).toHaveLength(added.status === 201 ? 1 : 0)
    }
  })
})

describe('the lists', () => {
  test('are of a patient, a visit, a doctor, of drafts or signed notes, newest first, from page to page', async () => {
    const { id: patient_id } = await aPatient(clinic.db)
    const first = await begin((await aVisit(clinic.db, { patient_id, track: 'doctor' })).id, { note: 'A', sign: true })
    const second = await begin(first.visit, { diagnoses: [{ title: 'Malaria' }] })
    const third = await begin(first.visit, {}, other)
    const ids = async (query: string) => (await doctor.call('GET', `${NOTES}?${query}`)).json<Note[]>().map(({ id }) => id)
    expect(await ids(`patient_id=${patient_id}`)).toEqual([third.id, second.id, first.id])
    expect(await ids(`visit=${first.visit}&doctor=${doctor.id}`)).toEqual([second.id, first.id])
    expect(await ids(`visit=${first.visit}&signed=true`)).toEqual([first.id])
    expect(await ids(`visit=${first.visit}&signed=false`)).toEqual([third.id, second.id])
    const page = await doctor.call('GET', `${NOTES}?patient_id=${patient_id}&limit=2&count=true`)
    expect(page.json<Note[]>()[1]!.diagnoses).toMatchObject([{ title: 'Malaria' }])
    expect(page.headers['x-total-count']).toBe('3')
    const { next = '' } = page
    expect((await doctor.call('GET', next)).json<Note[]>().map(({ id }) => id)).toEqual([first.id])
    expect((await doctor.call('GET', `${NOTES}?patient_id=2000000000`)).status).toBe(404)
  })

  test('and notes are a read of the record; drafts are for everybody who reads notes', async () => {
    const draft = await aConsultation(clinic.db)
    const reader = await clinic.signedInAs(['consultations.view'])
    await reader.call('GET', `${NOTES}?visit=${draft.visit_id}`)
    const note = (await reader.call('GET', `${NOTES}${draft.id}/`)).json<Note>()
    expect([note.signed_at, note.may]).toEqual([null, { edit: false, sign: false, add: false }])
    expect((await reader.call('GET', `${NOTES}2000000000/`)).status).toBe(404)
    const rows = await clinic.db
      .selectFrom('audit_log')
      .select(['action', 'entity', 'patient_id'])
      .where('actor_id', '=', reader.id)
      .execute()
    expect(rows).toEqual(['notes', 'note'].map((entity) => ({ action: 'read', entity, patient_id: draft.patient_id })))
    const unprivileged = await clinic.signedInAs(['patients.view', 'attendance.view'])
    expect((await unprivileged.call('GET', `${NOTES}${draft.id}/`)).status).toBe(403)
    expect((await save(draft.id, { note: 'x', version: 1 }, reader)).status).toBe(403)
  })
})
