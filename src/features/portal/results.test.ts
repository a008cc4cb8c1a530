import type { ResponseOf } from '#shared/endpoint.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aRange } from '../../testing/scenarios/laboratory.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import type { getOwnResults, OwnResults } from './contract.ts'

type Opened = ResponseOf<typeof getOwnResults>

const NOW = new Date('2026-03-02T07:30:00Z')
const MINUTE_MS = 60_000
const MARKER = 'Zebrafinch'
let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
let tests: { sodium: { id: number }; potassium: { id: number }; hiv: { id: number }; words: { id: number } }
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  lab = await openLaboratory(clinic)
  tests = {
    sodium: await lab.test({ name: 'Sodium', position: 1, method: 'ISE', explanation: 'A salt in the blood.' }),
    potassium: await lab.test({ name: 'Potassium', position: 2 }),
    hiv: await lab.test({ name: 'HIV antibody', is_withheld: true, choices: [{ value: 'Negative', flag: 'normal' }] }),
    words: await lab.test({ name: 'Culture', kind: 'text' }),
  }
  await aRange(clinic.db, tests.sodium, { low: '135', high: '145' })
  await aRange(clinic.db, tests.potassium, { low: '3.5', high: '5.1', low_critical: '2.5', high_critical: '6.5', text: 'adults' })
})
afterAll(() => clinic.close())

const anAccount = async () => {
  const person = await clinic.signedInFrom('Patient', 'patient')
  const { id } = await aPatient(clinic.db, { user_id: person.id, first_name: 'Wanjiku', second_name: 'Kamau' })
  const list = async (query = '') => (await person.call('GET', `/portal/results/${query}`)).json<OwnResults[]>()
  const open = (request: number) => person.call('GET', `/portal/results/${request}/`)
  const opened = async (request: number) => (await open(request)).json<Opened>()
  const read = (request: number, body: object = {}) => person.call('POST', `/portal/results/${request}/read/`, body)
  const pdf = (request: number) =>
    clinic.app.inject({ url: `/portal/results/${request}/pdf/`, headers: { authorization: `Bearer ${person.token}` } })
  return { person, patient: id, list, open, opened, read, pdf }
}
const later = (minutes = 1) => {
  clinic.clock.now = new Date(clinic.clock.now.getTime() + minutes * MINUTE_MS)
}
/** Asked for, taken, entered and approved in a visit of its own. */
const report = async (patient: number, results: readonly [panel: { id: number }, result: string][]) => {
  const request = await lab.ask(
    results.map(([panel]) => panel),
    { of: patient },
  )
  expect((await lab.enter(results.map(([panel, result]) => ({ request_panel: request.of(panel), result })))).status).toBe(200)
  expect((await lab.approve(results.map(([panel]) => request.of(panel)))).status).toBe(200)
  await clinic.db.updateTable('visits').set({ track: 'complete', closed_at: clinic.clock.now }).where('id', '=', request.visit).execute()
  return request
}

test('a patient reads what is released of their own: in words, with range and trend, and it is new until they look', async () => {
  const own = await anAccount()
  await report(own.patient, [[tests.sodium, '150']])
  later()
  const request = await report(own.patient, [
    [tests.sodium, '140'],
    [tests.potassium, '5.6'],
  ])
  const [row, first] = await own.list()
  expect(row).toMatchObject({ id: request.id, date: '2026-03-02', tests: ['Sodium', 'Potassium'], released: 2, outside: 1, is_new: true })
  expect(first).toMatchObject({ tests: ['Sodium'], outside: 1, at_clinic: 0, pending: 0 })
  const { results, requested_by_name } = await own.opened(request.id)
  expect(requested_by_name).toBe('Test doctor')
  expect(results).toMatchObject([
    {
      name: 'Sodium',
      explanation: 'A salt in the blood.',
      method: 'ISE',
      result: '140',
      value: '140',
      unit: 'mmol/L',
      low: '135',
      high: '145',
      flag: 'normal',
      is_new: true,
      is_corrected: false,
      previous: [{ result: '150', value: '150', flag: 'high' }],
    },
    { name: 'Potassium', flag: 'high', range_text: 'adults', previous: [] },
  ])
  expect((await own.read(request.id, { results: [results[0]!.id] })).json()).toEqual({ id: request.id, is_new: true })
  expect((await own.read(request.id)).json()).toEqual({ id: request.id, is_new: false })
  expect((await own.list()).map(({ is_new }) => is_new)).toEqual([false, true])
  const page = await own.person.call('GET', '/portal/results/?limit=1&count=true')
  expect([page.json<OwnResults[]>().length, page.headers['x-total-count']]).toEqual([1, '2'])
  const cursor = /cursor=([^&>]+)/.exec(String(page.headers['link']))![1]!
  expect((await own.list(`?limit=1&cursor=${cursor}`)).map(({ id }) => id)).toEqual([first!.id])
})

test('a correction is new again and shows no word of what it corrects; what was taken back is in progress again', async () => {
  const own = await anAccount()
  const request = await report(own.patient, [[tests.words, `Growth of ${MARKER}`]])
  await own.read(request.id)
  await lab.amend(request.of(tests.words), 'No growth')
  expect((await own.list())[0]).toMatchObject({ is_new: true })
  const reply = await own.open(request.id)
  expect(reply.json<Opened>().results).toMatchObject([{ result: 'No growth', is_corrected: true, is_new: true, previous: [] }])
  const pdf = await own.pdf(request.id)
  const text = pdfPages(pdf.rawPayload).flat().join(' ').replaceAll(/[\s​]+/g, ' ')
  expect(text).toContain('No growth')
  expect(text).toContain('Amended: replaces the result approved')
  expect([reply.text, text, (await own.person.call('GET', '/portal/results/')).text].join()).not.toContain(MARKER)
  await lab.withdraw(request.of(tests.words))
  expect([await own.list(), (await own.open(request.id)).status, (await own.pdf(request.id)).statusCode]).toEqual([[], 404, 404])
})

test('what is told in person, critical or held back says that it is ready at the clinic, by no name and no value', async () => {
  const own = await anAccount()
  const request = await report(own.patient, [
    [tests.hiv, 'Negative'],
    [tests.potassium, '7.7'],
    [tests.sodium, '141'],
  ])
  const pending = await lab.ask([tests.hiv], { of: own.patient })
  await lab.enter([{ request_panel: pending.of(tests.hiv), result: 'Negative' }])
  const list = await own.person.call('GET', '/portal/results/')
  expect(list.json<OwnResults[]>()).toMatchObject([{ id: request.id, tests: ['Sodium'], released: 1, at_clinic: 2, pending: 0 }])
  const opened = await own.open(request.id)
  expect(opened.json<Opened>()).toMatchObject({ at_clinic: 2, results: [{ name: 'Sodium' }] })
  const pdf = pdfPages((await own.pdf(request.id)).rawPayload)
    .flat()
    .join(' ')
  expect(pdf).toContain('Sodium')
  expect([list.text, opened.text, pdf].join()).not.toMatch(/HIV|Negative|Potassium|7\.7/)
  expect((await own.open(pending.id)).status).toBe(404)
  await lab.manager.call('POST', `/lab/lab-test-requests/${request.id}/release/`, { is_held: true, reason: 'The doctor tells it' })
  expect((await own.opened(request.id)).results).toEqual([])
  expect((await own.pdf(request.id)).json()).toMatchObject({ code: 'nothing_approved' })
  await clinic.db.updateTable('lab_settings').set({ portal_is_on: false }).execute()
  expect([await own.list(), (await own.open(request.id)).status]).toEqual([[], 404])
  await clinic.db.updateTable('lab_settings').set({ portal_is_on: true }).execute()
})

test('the report is the laboratory’s own, named without the patient, checked by its code and in the trail', async () => {
  const own = await anAccount()
  const request = await report(own.patient, [[tests.sodium, '139']])
  await clinic.db.updateTable('lab_test_requests').set({ note: MARKER, is_fasting: true }).where('id', '=', request.id).execute()
  const { statusCode, headers, rawPayload } = await own.pdf(request.id)
  expect([statusCode, headers['content-type']]).toEqual([200, 'application/pdf'])
  expect(headers['content-disposition']).toMatch(/filename="laboratory-V/)
  expect(headers['content-disposition']).not.toMatch(/Wanjiku|Kamau/)
  const text = pdfPages(rawPayload).flat().join(' ')
  expect(text).toContain('Fasting')
  expect(text).not.toContain(MARKER)
  const code = /LAB(?:-[0-9A-Z]{5}){4}/.exec(text)![0]
  expect((await clinic.call('GET', `/lab/reports/verify/${code}/`)).json()).toMatchObject({ state: 'valid' })
  const trail = await clinic.db
    .selectFrom('audit_log')
    .select(['action', 'entity', 'actor_id'])
    .where('patient_id', '=', own.patient)
    .where('actor_id', '=', own.person.id)
    .execute()
  expect(trail).toEqual([{ action: 'print', entity: 'laboratory report', actor_id: own.person.id }])
})

test('nobody else’s results are there, and nobody but patients with a record asks', async () => {
  const [own, other] = [await anAccount(), await anAccount()]
  const foreign = await report(other.patient, [[tests.words, MARKER]])
  await report(own.patient, [[tests.words, 'No growth']])
  const unknown = await own.open(2_000_000_000)
  const asked = [await own.open(foreign.id), await own.read(foreign.id)]
  for (const reply of asked) expect([reply.status, reply.text]).toEqual([404, unknown.text])
  expect([(await own.pdf(foreign.id)).statusCode, (await own.pdf(2_000_000_000)).statusCode]).toEqual([404, 404])
  expect((await own.person.call('GET', '/portal/results/')).text).not.toContain(MARKER)
  expect((await other.list())[0]).toMatchObject({ is_new: true })
  const theirs = (await other.opened(foreign.id)).results[0]!.id
  const mine = (await own.list())[0]!.id
  await own.read(mine, { results: [theirs] })
  expect([(await other.list())[0]!.is_new, (await own.list())[0]!.is_new]).toEqual([true, true])
  const unlinked = await clinic.signedInFrom('Patient', 'patient')
  for (const path of ['/portal/results/', `/portal/results/${foreign.id}/`, `/portal/results/${foreign.id}/pdf/`])
    expect((await unlinked.call('GET', path)).json()).toMatchObject({ code: 'not_linked' })
  expect((await lab.doctor.call('GET', '/portal/results/')).status).toBe(403)
  expect((await own.read(mine, { patient: other.patient })).status).toBe(400)
})
