import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aLabProfile, aRange } from '../../testing/scenarios/laboratory.ts'
import type { getCumulative, quantitative } from './contract-reports.ts'
import type { getEntry, getLabCounts, getWorklist } from './contract-results.ts'

const NOW = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
let sodium: { id: number; code: string }
let film: { id: number; name: string }
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  lab = await openLaboratory(clinic)
  sodium = await lab.test({ name: 'Sodium', position: 2 })
  await aRange(clinic.db, sodium, { low: '133', high: '146' })
  film = await lab.test({ name: 'Film', position: 1, turnaround_minutes: 30, section: 'Parasites', choices: [{ value: 'Pf', flag: 'critical' }, { value: 'None', flag: 'normal' }] }) // prettier-ignore
})
afterEach(() => {
  clinic.clock.now = NOW
})
afterAll(() => clinic.close())

const get = async <T>(url: string, by = lab.technician) => {
  const reply = await by.call('GET', url)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<T>()
}
type Work = ResponseOf<typeof getWorklist>
const worklist = (query = '', by = lab.technician) => get<Work>(`/lab/worklist/?${query}`, by)
const counts = () => get<ResponseOf<typeof getLabCounts>>('/lab/counts/')

describe('GET /lab/worklist/', () => {
  test('shows samples with their tests, urgent first, without those that are still to be taken', async () => {
    const patient = await aPatient(clinic.db, { second_name: 'Zawadi', date_of_birth: '2026-02-25' })
    const [routine, waiting, urgent] = [
      await lab.ask([sodium, film]),
      await lab.ask([sodium], { isTaken: false }),
      await lab.ask([sodium], { of: patient.id, priority: 'stat' }),
    ]
    const all = await worklist('show=work')
    expect(all.rows.map(({ process }) => process)).toEqual([urgent.process, routine.process])
    expect(all).toMatchObject({ has_more: false, panels: [{ id: film.id, choices: [{ value: 'Pf' }, {}] }, { id: sodium.id }] })
    expect(all.rows[0]).toMatchObject({
      priority: 'stat',
      date_of_birth: '2026-02-25',
      patient_number: patient.unique_id,
      sample_state: 'collected',
    })
    expect(all.rows[1]!.cells.map(({ test_panel, state }) => [test_panel, state])).toEqual([
      [film.id, 'requested'],
      [sodium.id, 'requested'],
    ])
    expect(await counts()).toMatchObject({ to_collect: 1, to_receive: 2, to_do: 3, to_approve: 0, overdue: 0, critical: 0 })

    expect((await worklist(`panel=${film.id}`)).rows.map(({ cells }) => cells.map(({ test_panel }) => test_panel))).toEqual([[film.id]])
    expect((await worklist('section=Parasites')).rows).toHaveLength(1)
    expect((await worklist('q=zawadi')).rows.map(({ process }) => process)).toEqual([urgent.process])
    expect((await worklist(`q=${all.rows[1]!.sample_code}`)).rows.map(({ process }) => process)).toEqual([routine.process])
    expect((await worklist('limit=1')).has_more).toBe(true)
    // One page after the other, as `Link` says, is the whole list.
    const keys: string[] = []
    for (let next: string | undefined = '/lab/worklist/?limit=1'; next !== undefined;) {
      const page = await lab.technician.call('GET', next)
      keys.push(...page.json<Work>().rows.map(({ key }) => key))
      next = page.next
    }
    expect(keys).toEqual(all.rows.map(({ key }) => key))
    const wrong = await lab.technician.call('GET', '/lab/worklist/?cursor=bm90aGluZw')
    expect([wrong.status, wrong.json()]).toEqual([400, { cursor: ['Invalid cursor for this list.'] }])
    expect((await worklist('received=true')).rows).toEqual([])
    const profile = await aLabProfile(clinic.db, [film])
    expect((await worklist(`profile=${profile.id}`)).rows).toHaveLength(1)

    await lab.enter([{ request_panel: routine.of(film), result: 'Pf', comment: 'Rings' }])
    expect((await worklist('received=true')).rows.map(({ process }) => process)).toEqual([routine.process])
    const toApprove = await worklist('show=approve')
    expect(toApprove.rows[0]!.cells[0]).toMatchObject({
      id: routine.of(film),
      state: 'entered',
      result: 'Pf',
      flag: 'critical',
      comment: 'Rings',
      entered_by: lab.technician.id,
      origin: 'typed',
    })
    clinic.clock.now = new Date(NOW.getTime() + 31 * 60_000)
    const late = await clinic.signedInAs(['laboratory.view'])
    expect(await get('/lab/counts/', late)).toMatchObject({ to_do: 2, to_approve: 1, overdue: 1, critical: 1 })
    // What nobody approved is not for everybody.
    expect((await worklist('show=approve', late)).rows[0]!.cells[0]).toMatchObject({
      state: 'entered',
      result: null,
      flag: null,
      comment: '',
    })
    expect(waiting.panels[0]!.state).toBe('requested')
  })
})

test('GET /lab/results/by-process-id/{process_id}/ shows the range of now and the result before', async () => {
  const patient = await aPatient(clinic.db)
  const first = await lab.ask([sodium], { of: patient.id })
  await lab.enter([{ request_panel: first.of(sodium), result: '140' }])
  await lab.approve([first.of(sodium)])
  clinic.clock.now = new Date(NOW.getTime() + 60_000)
  const next = await lab.ask([sodium, film], { process: first.process })
  const rows = await get<ResponseOf<typeof getEntry>>(`/lab/results/by-process-id/${first.process}/`)
  expect(rows.map(({ id, range_reason }) => [id, range_reason])).toEqual([
    [first.of(sodium), null],
    [next.of(film), 'none'],
    [next.of(sodium), null],
  ])
  expect(rows[2]).toMatchObject({
    panel: { id: sodium.id, unit: 'mmol/L' },
    reference_range: { low: '133', high: '146' },
    previous: { result: '140', flag: 'normal', approved_by_name: 'Test lab_manager' },
    current: null,
  })
  expect(rows[0]).toMatchObject({ state: 'approved', previous: null })
  expect((await lab.technician.call('GET', '/lab/results/by-process-id/2000000000/')).status).toBe(404)
})

test('GET /lab/results/by-patient-id/{patient_id}/ is what was approved or imported, by test, oldest first', async () => {
  const { db } = clinic
  const patient = await aPatient(db)
  const request = await lab.ask([sodium, film], { of: patient.id })
  await lab.enter([{ request_panel: request.of(sodium), result: '140' }, { request_panel: request.of(film), result: 'None' }]) // prettier-ignore
  await db
    .insertInto('lab_results')
    .values({
      patient_id: patient.id,
      panel_id: sodium.id,
      observed_at: new Date('2025-01-02T08:00:00Z'),
      result: '133.50',
      value: '133.50',
      entered: '133.50',
      origin: 'imported',
      entered_at: NOW,
      source: `history ${patient.id}`,
    })
    .execute()
  await lab.approve([request.of(sodium)])
  await lab.amend(request.of(sodium), '141')
  const url = `/lab/results/by-patient-id/${patient.id}/`
  const cumulative = (query = '') => get<ResponseOf<typeof getCumulative>>(`${url}?${query}`)
  const all = await cumulative()
  expect(all).toMatchObject({
    has_more: false,
    series: [
      {
        test_panel: sodium.id,
        test_panel_name: 'Sodium',
        unit: 'mmol/L',
        points: [
          { result: '133.50', value: '133.50', origin: 'imported', visit: null, is_amended: false },
          { result: '141', flag: 'normal', low: '133', high: '146', visit: request.visit, is_amended: true, origin: 'typed' },
        ],
      },
    ],
  })
  expect(all.series).toHaveLength(1)
  expect((await cumulative('to=2025-12-31')).series[0]!.points).toHaveLength(1)
  expect((await cumulative('from=2026-03-02&to=2026-03-02')).series[0]!.points).toHaveLength(1)
  expect((await cumulative(`panel=${film.id}`)).series).toEqual([])
  expect((await lab.technician.call('GET', '/lab/results/by-patient-id/2000000000/')).status).toBe(404)
})

const post = (url: string, body: object, by = lab.technician) => by.call('POST', url, body)

describe('laboratory results as the specification has them', () => {
  type Header = ResponseOf<typeof quantitative.create>
  type Item = ResponseOf<typeof quantitative.add>

  test('take numbers in one and words in the other, a test once, and are approved as a whole', async () => {
    const request = await lab.ask([sodium, film])
    const header = { lab_test_request: request.id, title: 'Blood' }
    const made = await post('/lab/lab-test-results/', header)
    expect([made.status, made.json()]).toMatchObject([201, { category: 'quantitative', title: 'Blood', approved: false, recorded_by: lab.technician.id }]) // prettier-ignore
    const { id } = made.json<Header>()
    expect((await post('/lab/lab-test-results/', { ...header, title: 'Again' })).json()).toEqual(made.json())
    const words = (await post('/lab/lab-test-results-qualitative/', header)).json<Header>()
    expect(words).toMatchObject({ category: 'qualitative' })
    expect((await post('/lab/lab-test-results/', { ...header, lab_test_request: 2_000_000_000 })).json()).toEqual({
      lab_test_request: ['Request not found.'],
    })

    expect((await post('/lab/approve-results/', { lab_results: id }, lab.manager)).json()).toMatchObject({ code: 'not_entered' })
    const add = (panel: { id: number }, result: string, at = '', of = id) =>
      post(`/lab/lab-test-results-panel${at}/`, { lab_test_result: of, test_panel: panel.id, result })
    expect((await add(sodium, '140')).json()).toMatchObject({ test_panel: sodium.id, result: '140', flag: 'normal', difference: null })
    expect((await add(sodium, '120')).json<Item>()).toMatchObject({ id: request.of(sodium), result: '120', flag: 'low' })
    expect((await add(sodium, 'much')).json()).toEqual({ result: ['Enter a number, such as 5.4.'] })
    expect((await add(film, 'None')).json()).toEqual({ test_panel: ['This request has no test of this type with this ID.'] })
    expect((await add(film, 'None', '', 2_000_000_000)).json()).toEqual({ lab_test_result: ['Laboratory result not found.'] })
    expect((await add(film, 'None', '-qualitative', words.id)).status).toBe(201)
    const items = (of: number, lead = '') => get<Item[]>(`/lab/${lead}lab-test-result-panels-by-lab-test-result-id/${of}`)
    expect((await items(id)).map(({ test_panel, result }) => [test_panel, result])).toEqual([[sodium.id, '120']])
    expect((await items(words.id, 'qualitative-')).map(({ result }) => result)).toEqual(['None'])
    expect((await lab.technician.call('GET', `/lab/lab-test-result-panels-by-lab-test-result-id/${words.id}/`)).status).toBe(404)

    const other = await lab.ask([sodium])
    expect((await post('/lab/approve-results/', { lab_results: id, lab_test_request: other.id }, lab.manager)).status).toBe(400)
    expect((await post('/lab/approve-results/', { lab_results: id }, lab.doctor)).status).toBe(403)
    const approved = await post('/lab/approve-results/', { lab_results: id, lab_test_request: request.id, approved_by: 1 }, lab.manager)
    expect([approved.status, approved.json()]).toMatchObject([201, { id, approved: true }])
    expect((await add(sodium, '130')).json()).toMatchObject({ code: 'approved' })
    expect((await get<Header[]>(`/lab/lab-test-results-qualitative/?test_request_id=${request.id}`))[0]).toMatchObject({ approved: false })
    expect((await post('/lab/approve-qualitative-results/', { lab_results: words.id }, lab.manager)).json()).toMatchObject({
      approved: true,
    })
    expect((await get<Header[]>(`/lab/lab-test-results/?patient_id=${request.patient}`)).map((one) => one.id)).toEqual([id])
  })

  test('are complete when no test of theirs that was not cancelled waits for a result, not when all entered ones are approved', async () => {
    const [urea, extra] = [await lab.test(), await lab.test()]
    const request = await lab.ask([sodium, urea, extra, film])
    const made = (await post('/lab/lab-test-results/', { lab_test_request: request.id, title: 'Blood' })).json<Header>()
    expect(made).toMatchObject({ approved: false, complete: false })
    const enter = async (panel: { id: number }) => {
      const body = { lab_test_result: made.id, test_panel: panel.id, result: '140' }
      expect((await post('/lab/lab-test-results-panel/', body)).status).toBe(201)
      return (await post('/lab/approve-results/', { lab_results: made.id }, lab.manager)).json<Header>()
    }
    expect(await enter(sodium)).toMatchObject({ approved: false, complete: false })
    expect(await enter(urea)).toMatchObject({ approved: false, complete: false })
    const url = `/lab/lab-test-requests-panel/${request.of(extra)}/`
    const cancelled = await lab.doctor.call('PATCH', url, { cancelled: true, reason: 'Asked for twice' })
    expect(cancelled.status, cancelled.text).toBe(200)
    const [header] = await get<Header[]>(`/lab/lab-test-results/?test_request_id=${request.id}`)
    expect(header).toMatchObject({ approved: true, complete: true })
  })

  test('are approved only once every test of the request is; one that is calculated and came to nothing is not waited for', async () => {
    const potassium = await lab.test()
    const ratio = await lab.test({ kind: 'calculated', formula: `${sodium.code} / NOTTHERE`, decimals: 1 })
    const request = await lab.ask([sodium, potassium, ratio])
    const { id } = (await post('/lab/lab-test-results/', { lab_test_request: request.id, title: 'Blood' })).json<Header>()
    const add = (panel: { id: number }) =>
      post('/lab/lab-test-results-panel/', { lab_test_result: id, test_panel: panel.id, result: '140' })
    const approve = async () => (await post('/lab/approve-results/', { lab_results: id }, lab.manager)).json<Header>()
    await add(sodium)
    expect(await approve()).toMatchObject({ id, approved: false })
    await add(potassium)
    expect((await get<Header[]>(`/lab/lab-test-results/?test_request_id=${request.id}`))[0]).toMatchObject({ approved: false })
    expect(await approve()).toMatchObject({ id, approved: true })
    await lab.withdraw(request.of(sodium))
    expect((await get<Header[]>(`/lab/lab-test-results/?test_request_id=${request.id}`))[0]).toMatchObject({ approved: false })
  })

  test('are opened once, by however many at the same time', async () => {
    const request = await lab.ask([sodium])
    const replies = await Promise.all(
      Array.from({ length: 4 }, () => post('/lab/lab-test-results/', { lab_test_request: request.id, title: 'Blood' })),
    )
    expect(new Set(replies.map((reply) => reply.json<Header>().id)).size).toBe(1)
    const entered = await Promise.all(
      ['140', '141', '142'].map((result) =>
        post('/lab/lab-test-results-panel/', { lab_test_result: replies[0]!.json<Header>().id, test_panel: sodium.id, result }),
      ),
    )
    expect(entered.map(({ status }) => status)).toEqual([201, 201, 201])
    expect(await get<Item[]>(`/lab/lab-test-result-panels-by-lab-test-result-id/${replies[0]!.json<Header>().id}/`)).toHaveLength(1)
  })
})
