import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { listDiagnosesOfPatient, listProblems, createConsultation } from './contract.ts'

type Note = ResponseOf<typeof createConsultation>
type Problem = ResponseOf<typeof listProblems>[number]

const NOTES = '/patients/consultations/'
let clinic: TestClinic
let doctor: Person
let malaria: number
let retired: number
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  const term = async (code: string, title: string, is_active: boolean) => {
    const values = { system: 'local' as const, code, title, is_active, source: 'clinic' as const }
    return (await clinic.db.insertInto('diagnosis_codes').values(values).returning('id').executeTakeFirstOrThrow()).id
  }
  malaria = await term('X-B54', 'Test malaria', true)
  retired = await term('X-0', 'Test dropsy', false)
})
afterAll(() => clinic.close())

const begin = async (more: object = {}, patient_id?: number) => {
  const visit = await aVisit(clinic.db, patient_id === undefined ? {} : { patient_id })
  const reply = await doctor.call('POST', NOTES, { attendance_process: visit.id, ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Note>()
}
const problemsOf = (patient: number) => `/patients/patients/${patient}/problems/`
const partOf = (note: Note, index: number) => `${NOTES}${note.id}/diagnoses/${note.diagnoses[index]!.id}/`
const titles = ({ diagnoses }: Note) => diagnoses.map(({ title, is_primary }) => `${title}${is_primary ? '*' : ''}`)
const refusal = (statement: RawBuilder<unknown>) =>
  statement.execute(clinic.db).then(
    () => 'allowed',
    (error: Error) => error.message,
  )
const names = (rows: ResponseOf<typeof listDiagnosesOfPatient>) => rows.map(({ title }) => title)
const addProblem = (patient: number, body: object) => doctor.call('POST', problemsOf(patient), body)

describe('the diagnoses of a draft', () => {
  test('are of the list or in words, and one is primary', async () => {
    const note = await begin({ diagnoses: [{ title: 'Cough' }, { diagnosis_code: malaria, certainty: 'confirmed', is_primary: true }] })
    expect(titles(note)).toEqual(['Test malaria*', 'Cough'])
    expect(note.diagnoses[0]).toMatchObject({ diagnosis_code: malaria, code: 'X-B54', certainty: 'confirmed' })
    const added = await doctor.call('POST', `${NOTES}${note.id}/diagnoses/`, { title: 'Fever', is_primary: true, version: 1 })
    expect([added.status, added.json<Note>().version, titles(added.json())]).toEqual([201, 2, ['Fever*', 'Cough', 'Test malaria']])
    const moved = await doctor.call('PATCH', partOf(note, 1), { is_primary: true, certainty: 'ruled out' })
    expect(titles(moved.json())).toEqual(['Cough*', 'Test malaria', 'Fever'])
    expect(moved.json<Note>().diagnoses[0]).toMatchObject({ certainty: 'ruled out' })
    const removed = await doctor.call('POST', `${partOf(note, 1)}remove/`, { version: 3 })
    expect([removed.status, titles(removed.json())]).toEqual([200, ['Test malaria*', 'Fever']])
    const stale = await doctor.call('POST', `${NOTES}${note.id}/diagnoses/`, { title: 'Late', version: 3 })
    expect([stale.status, titles(stale.json<{ current: Note }>().current)]).toEqual([412, ['Test malaria*', 'Fever']])
  })

  test('are refused where they are wrong, each by its place', async () => {
    const visit = await aVisit(clinic.db)
    const post = async (diagnoses: object[]) =>
      Object.keys((await doctor.call('POST', NOTES, { attendance_process: visit.id, diagnoses })).json())
    expect(await post([{ title: 'Cough' }, { title: 'COUGH' }, { diagnosis_code: retired }])).toEqual([
      'diagnoses.1.title',
      'diagnoses.2.diagnosis_code',
    ])
    expect(await post([{ certainty: 'confirmed' }])).toEqual(['diagnoses.0.title'])
    expect(
      await post([
        { title: 'A', is_primary: true },
        { title: 'B', is_primary: true },
      ]),
    ).toEqual(['diagnoses.1.is_primary'])
    expect(await clinic.db.selectFrom('consultations').select('id').where('visit_id', '=', visit.id).execute()).toEqual([])
    const note = await begin({ diagnoses: [{ title: 'Cough' }] })
    const again = await doctor.call('POST', `${NOTES}${note.id}/diagnoses/`, { title: 'cough' })
    expect([again.status, Object.keys(again.json())]).toEqual([400, ['title']])
  })

  test('are those of the note: the id of another’s is none', async () => {
    const mine = await begin({ diagnoses: [{ title: 'Cough' }] })
    const theirs = await begin({ diagnoses: [{ title: 'Fever' }] })
    const before = await clinic.db.selectFrom('diagnoses').selectAll().orderBy('id').execute()
    const foreign = `${NOTES}${mine.id}/diagnoses/${theirs.diagnoses[0]!.id}/`
    expect((await doctor.call('PATCH', foreign, { certainty: 'confirmed' })).status).toBe(404)
    expect((await doctor.call('POST', `${foreign}remove/`, {})).status).toBe(404)
    expect((await doctor.call('PATCH', `${NOTES}2000000000/diagnoses/${theirs.diagnoses[0]!.id}/`, { is_primary: true })).status).toBe(404)
    expect(await clinic.db.selectFrom('diagnoses').selectAll().orderBy('id').execute()).toEqual(before)
  })
})

describe('the database', () => {
  test('keeps a signed note, its diagnoses and its addenda from the program itself', async () => {
    const signed = await begin({ note: 'A', diagnoses: [{ title: 'Cough' }], sign: true })
    const draft = await begin({ diagnoses: [{ title: 'Fever' }] })
    await doctor.call('POST', `${NOTES}${signed.id}/addenda/`, { text: 'More' })
    const kept = 'a signed note never changes'
    const [part] = signed.diagnoses
    const [loose] = draft.diagnoses
    for (const change of [sql`note = 'B'`, sql`signed_at = null, signed_by = null`, sql`version = 9`, sql`visit_id = ${draft.visit}`])
      expect(await refusal(sql`update consultations set ${change} where id = ${signed.id}`)).toBe(kept)
    expect(await refusal(sql`update diagnoses set title = 'B' where id = ${part!.id}`)).toBe(kept)
    expect(await refusal(sql`update diagnoses set consultation_id = ${draft.id}, is_primary = false where id = ${part!.id}`)).toBe(kept)
    expect(await refusal(sql`update diagnoses set consultation_id = ${signed.id}, is_primary = false where id = ${loose!.id}`)).toBe(kept)
    expect(
      await refusal(sql`insert into diagnoses (consultation_id, visit_id, patient_id, title, certainty, recorded_at, recorded_by)
        values (${signed.id}, ${signed.visit}, ${signed.patient}, 'B', 'confirmed', now(), ${doctor.id})`),
    ).toBe(kept)
    expect(
      await refusal(sql`insert into consultation_addenda (consultation_id, text, added_at, added_by)
        values (${draft.id}, 'B', now(), ${doctor.id})`),
    ).toBe('an addendum follows a signature')
    for (const table of ['consultations', 'diagnoses', 'consultation_addenda', 'problems', 'referrals'])
      expect(await refusal(sql`delete from ${sql.table(table)} where id = -1`)).toBe(`permission denied for table ${table}`)
    expect(await refusal(sql`update consultation_addenda set text = 'B'`)).toBe('permission denied for table consultation_addenda')
    expect((await doctor.call('GET', `${NOTES}${signed.id}/`)).json()).toMatchObject({ note: 'A', addenda: [{ text: 'More' }] })
  })
})

test('a patient’s diagnoses are those of the signed notes, newest first, from page to page', async () => {
  const { id: patient } = await aPatient(clinic.db)
  const first = await begin({ diagnoses: [{ title: 'Cough' }, { title: 'Wheeze', certainty: 'ruled out' }], sign: true }, patient)
  const draft = await doctor.call('POST', NOTES, { attendance_process: first.visit, diagnoses: [{ title: 'Fever' }] })
  const list = async (query = '') => doctor.call('GET', `/patients/diagnoses/?patient_id=${patient}${query}`)
  expect(names((await list()).json())).toEqual(['Wheeze', 'Cough'])
  expect((await doctor.call('POST', `${NOTES}${draft.json<Note>().id}/sign/`, { version: 1 })).status).toBe(200)
  const page = await list('&limit=2&count=true')
  expect([names(page.json()), page.headers['x-total-count']]).toEqual([['Fever', 'Wheeze'], '3'])
  expect(page.json()).toMatchObject([{ visit: first.visit, patient, doctor: doctor.id }, { consultation: first.id }])
  const { next = '' } = page
  expect(names((await doctor.call('GET', next)).json())).toEqual(['Cough'])
  expect((await doctor.call('GET', '/patients/diagnoses/?patient_id=2000000000')).status).toBe(404)
})

describe('the problem list', () => {
  test('holds what a patient has for longer, active ones first', async () => {
    const { id } = await aPatient(clinic.db)
    const asthma = (await addProblem(id, { title: 'Asthma', onset_on: '2010-01-01', note: 'Mild' })).json<Problem>()
    expect(asthma).toMatchObject({ patient: id, title: 'Asthma', status: 'active', onset_on: '2010-01-01', note: 'Mild', version: 1 })
    const coded = (await addProblem(id, { diagnosis_code: malaria })).json<Problem>()
    expect(coded).toMatchObject({ diagnosis_code: malaria, code: 'X-B54', title: 'Test malaria' })
    const url = `${problemsOf(id)}${coded.id}/`
    const resolved = await doctor.call('PATCH', url, { status: 'resolved', resolved_on: '2026-03-01', version: 1 })
    expect(resolved.json()).toMatchObject({ status: 'resolved', resolved_on: '2026-03-01', version: 2 })
    const listed = (await doctor.call('GET', problemsOf(id))).json<Problem[]>()
    expect(listed.map(({ title }) => title)).toEqual(['Asthma', 'Test malaria'])
    const again = await doctor.call('PATCH', url, { status: 'active' }, { 'if-match': '"2"' })
    expect(again.json()).toMatchObject({ status: 'active', resolved_on: null, version: 3 })
    expect((await doctor.call('GET', problemsOf(2_000_000_000))).status).toBe(404)
    expect((await addProblem(2_000_000_000, { title: 'Asthma' })).status).toBe(404)
  })

  test('has an active problem once, however often it is added', async () => {
    const { id } = await aPatient(clinic.db)
    const replies = await Promise.all(['Asthma', 'asthma', 'ASTHMA'].map((title) => addProblem(id, { title })))
    expect(statuses(replies)).toEqual([201, 409, 409])
    const kept = replies.find(({ status }) => status === 201)!.json<Problem>()
    for (const reply of replies) expect(reply.json<Problem>().id).toBe(kept.id)
    const url = `${problemsOf(id)}${kept.id}/`
    expect((await doctor.call('PATCH', url, { status: 'inactive', version: 1 })).status).toBe(200)
    expect((await addProblem(id, { title: 'Asthma' })).status).toBe(201)
    const twice = await doctor.call('PATCH', url, { status: 'active', version: 2 })
    expect([twice.status, twice.json()]).toMatchObject([409, { code: 'problem_active' }])
  })

  test('refuses days that make no sense, a change of another version, and another patient’s problem', async () => {
    const { id } = await aPatient(clinic.db)
    const problem = (await addProblem(id, { title: 'Gout', onset_on: '2020-05-05' })).json<Problem>()
    const url = `${problemsOf(id)}${problem.id}/`
    const change = async (body: object) => Object.keys((await doctor.call('PATCH', url, body)).json())
    expect(Object.keys((await addProblem(id, { title: 'Cold', onset_on: '2026-03-04' })).json())).toEqual(['onset_on'])
    expect(Object.keys((await addProblem(id, { diagnosis_code: retired })).json())).toEqual(['diagnosis_code'])
    expect(await change({ status: 'resolved', resolved_on: '2020-05-04', version: 1 })).toEqual(['resolved_on'])
    expect(await change({ status: 'resolved', resolved_on: '2027-01-01', version: 1 })).toEqual(['resolved_on'])
    expect(await change({ resolved_on: '2025-01-01', version: 1 })).toEqual(['resolved_on'])
    expect(await change({ note: 'x' })).toEqual(['version'])
    expect((await doctor.call('PATCH', url, { note: 'x', version: 2 })).json()).toMatchObject({ current: { note: null, version: 1 } })
    const other = await aPatient(clinic.db)
    expect((await doctor.call('PATCH', `${problemsOf(other.id)}${problem.id}/`, { note: 'x', version: 1 })).status).toBe(404)
    expect((await doctor.call('GET', problemsOf(id))).json()).toEqual([problem])
  })
})
