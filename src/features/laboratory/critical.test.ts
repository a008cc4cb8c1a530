import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aRange } from '../../testing/scenarios/laboratory.ts'
import type { listCriticalCalls } from './contract-results.ts'

type Calls = ResponseOf<typeof listCriticalCalls>

const NOW = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
let potassium: { id: number }
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  lab = await openLaboratory(clinic)
  potassium = await lab.test({ name: 'Potassium', unit: 'mmol/L' })
  await aRange(clinic.db, potassium, { low: '3.5', high: '5.3', low_critical: '2.8', high_critical: '6.0' })
})
afterEach(() => {
  clinic.clock.now = NOW
})
afterAll(() => clinic.close())

const calls = async (visit: number, closed?: boolean) => {
  const reply = await lab.technician.call('GET', `/lab/critical-calls/?visit=${visit}${closed === undefined ? '' : `&closed=${closed}`}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Calls>()
}
/** A potassium of a new patient that somebody has to be told of. */
const critical = async (result = '6.8') => {
  const request = await lab.ask([potassium])
  const id = request.of(potassium)
  expect((await lab.enter([{ request_panel: id, result }])).status).toBe(200)
  return { id, visit: request.visit, patient: request.patient, enter: (value: string) => lab.enter([{ request_panel: id, result: value }]) }
}
const attempt = (call: number, more: object = {}, by = lab.technician) =>
  by.call('POST', `/lab/critical-calls/${call}/tries/`, { called_to: 'Ward 2', is_reached: true, is_read_back: true, ...more })

describe('a critical value', () => {
  test('opens a call when it is entered, overdue after the minutes that are set', async () => {
    const { id, visit, patient } = await critical()
    const [call, ...others] = await calls(visit)
    expect(others).toEqual([])
    expect(call).toMatchObject({
      patient,
      visit,
      request_panel: id,
      test_panel_name: 'Potassium',
      result: '6.8',
      unit: 'mmol/L',
      flag: 'critical high',
      is_approved: false,
      is_overdue: false,
      opened_at: NOW.toISOString(),
      closed_at: null,
      requested_by_name: 'Test doctor',
      tries: [],
    })
    await clinic.db.updateTable('lab_settings').set({ critical_minutes: 3 }).execute()
    clinic.clock.now = new Date(NOW.getTime() + 181_000)
    expect((await calls(visit))[0]!.is_overdue).toBe(true)
    clinic.clock.now = NOW
    await lab.approve([id])
    expect((await calls(visit))[0]!.is_approved).toBe(true)
  })

  test('is closed by whoever was reached and read it back', async () => {
    const { visit } = await critical()
    const [call] = await calls(visit)
    expect((await attempt(call!.id, {}, lab.doctor)).status).toBe(403)
    expect((await attempt(call!.id, { is_reached: false })).json()).toEqual({
      is_read_back: ['A read-back requires that the call was answered.'],
    })
    const tried = await attempt(call!.id, { is_reached: false, is_read_back: false, note: 'No response' })
    expect([tried.status, tried.json()]).toMatchObject([201, { closed_at: null, tries: [{ note: 'No response', is_reached: false }] }])
    const both = await Promise.all([attempt(call!.id), attempt(call!.id, {}, lab.manager)])
    expect(statuses(both)).toEqual([201, 409])
    expect(both.find(({ status }) => status === 409)!.json()).toMatchObject({ code: 'closed', close_reason: 'told' })
    expect(await calls(visit)).toEqual([])
    expect((await calls(visit, true))[0]).toMatchObject({ close_reason: 'told', tries: [{ called_by_name: 'Test labtech' }, {}] })
    expect((await attempt(2_000_000_000)).status).toBe(404)
  })

  test('is closed by the doctor who sees it, once', async () => {
    const { visit } = await critical('2.5')
    const [call] = await calls(visit)
    const see = (by = lab.doctor) => by.call('POST', `/lab/critical-calls/${call!.id}/seen/`, {})
    const reader = await clinic.signedInAs(['laboratory.view', 'laboratory.enter'])
    expect((await see(reader)).status).toBe(403)
    const seen = await see()
    expect([seen.status, seen.json()]).toMatchObject([200, { close_reason: 'seen', seen_by_name: 'Test doctor', flag: 'critical low' }])
    clinic.clock.now = new Date(NOW.getTime() + 60_000)
    expect((await see()).json()).toEqual(seen.json())
    clinic.clock.now = NOW
  })

  test('that is changed closes its call, and opens another while it is critical; what was told stays readable', async () => {
    const one = await critical('6.8')
    await one.enter('6.8')
    expect(await calls(one.visit)).toHaveLength(1)
    await one.enter('7.1')
    expect((await calls(one.visit)).map(({ result }) => result)).toEqual(['7.1'])
    expect((await calls(one.visit, true)).map(({ result, close_reason }) => [result, close_reason])).toEqual([['6.8', 'changed']])
    // Nobody had reported the one before: this corrects nothing.
    const revisions = await lab.technician.call('GET', `/lab/lab-test-requests-panel/${one.id}/revisions/`)
    expect(revisions.json()).toMatchObject([
      { revision: 2, is_amendment: false, amend_reason: 'Changed before approval' },
      { revision: 1, is_amendment: false },
    ])
    await one.enter('4.1')
    expect(await calls(one.visit)).toEqual([])
    await one.enter('7.0')
    await one.enter('')
    expect(await calls(one.visit)).toEqual([])
    expect((await calls(one.visit, true)).map(({ close_reason }) => close_reason)).toEqual(['withdrawn', 'changed', 'changed'])
  })

  test('stays to be told while the next result is too little sample, and is closed by the next value', async () => {
    const one = await critical('6.8')
    await one.enter('insufficient')
    expect((await calls(one.visit)).map(({ result }) => result)).toEqual(['6.8'])
    const [current] = (await lab.technician.call('GET', `/lab/lab-test-requests-panel/${one.id}/revisions/`)).json<object[]>()
    expect(current).toMatchObject({ result: 'Insufficient', result_kind: 'insufficient', flag: null, rank: null, value: null })
    await one.enter('')
    expect((await calls(one.visit)).map(({ result }) => result)).toEqual(['6.8'])
    await one.enter('insufficient')
    await one.enter('4.1')
    expect(await calls(one.visit)).toEqual([])
    expect((await calls(one.visit, true)).map(({ close_reason }) => close_reason)).toEqual(['changed'])
  })

  test('opens a call when a correction makes it critical, and closes it with the result', async () => {
    const one = await critical('4.0')
    await lab.approve([one.id])
    await lab.amend(one.id, '6.9')
    expect((await calls(one.visit)).map(({ result, is_approved }) => [result, is_approved])).toEqual([['6.9', true]])
    await lab.withdraw(one.id)
    expect(await calls(one.visit)).toEqual([])
    await one.enter('6.9')
    await one.enter('6.7')
    const [last] = (await lab.technician.call('GET', `/lab/lab-test-requests-panel/${one.id}/revisions/`)).json<object[]>()
    expect(last).toMatchObject({ revision: 4, result: '6.7', is_amendment: true, amend_reason: 'Wrong tube' })
    await lab.doctor.call('PATCH', `/lab/lab-test-requests-panel/${one.id}/`, { cancelled: true, reason: 'Wrong patient' })
    expect(await calls(one.visit)).toEqual([])
    expect((await calls(one.visit, true)).map(({ close_reason }) => close_reason)).toEqual(['withdrawn', 'changed', 'withdrawn'])
  })

  test('that was told is not called again for a comment', async () => {
    const one = await critical('6.8')
    await lab.approve([one.id])
    await attempt((await calls(one.visit))[0]!.id)
    await lab.amend(one.id, '6.8', { comment: 'Not haemolysed' })
    expect(await calls(one.visit)).toEqual([])
    await lab.amend(one.id, '7.2')
    expect(await calls(one.visit)).toHaveLength(1)
  })

  test('waits in a list, longest first, page by page', async () => {
    for (let index = 0; index < 3; index++) await critical()
    const all: number[] = []
    for (let url: string | null = '/lab/critical-calls/?limit=2&count=true'; url;) {
      const reply: Awaited<ReturnType<typeof lab.technician.call>> = await lab.technician.call('GET', url)
      all.push(...reply.json<Calls>().map(({ id }) => id))
      expect(reply.headers['x-total-count']).toMatch(/^\d+$/)
      url = reply.next ?? null
    }
    expect(all).toEqual([...new Set(all)].toSorted((a, b) => a - b))
    expect(all.length).toBeGreaterThan(2)
  })
})
