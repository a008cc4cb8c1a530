import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aRange } from '../../testing/scenarios/laboratory.ts'
import type { LabRelease } from './contract-results.ts'
import { isReleased, releaseState, type ReleaseState } from './public.ts'
import { approveResults } from './server/results/approve.ts'

const NOW = new Date('2026-03-02T07:30:00Z')
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
let clinic: TestClinic
let lab: Awaited<ReturnType<typeof openLaboratory>>
let potassium: { id: number }
let hiv: { id: number }
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  lab = await openLaboratory(clinic)
  potassium = await lab.test({ name: 'Potassium' })
  hiv = await lab.test({ name: 'HIV antibody', is_withheld: true, choices: [{ value: 'Negative', flag: 'normal' }] })
  await aRange(clinic.db, potassium, { low: '3.5', high: '5.1', low_critical: '2.5', high_critical: '6.5' })
})
afterAll(() => clinic.close())

const settings = (values: { portal_is_on?: boolean; portal_delay_hours?: number }) =>
  clinic.db.updateTable('lab_settings').set(values).execute()
/** What every revision of a test is to its patient, in their order. */
const statesOf = async (test: number, at = clinic.clock.now) => {
  const { rows } = await sql<{ state: ReleaseState; is_released: boolean }>`
    select ${releaseState(at, 'x')} as state, ${isReleased(at, 'x')} as is_released from lab_results x
    where x.request_panel_id = ${test} order by x.revision`.execute(clinic.db)
  for (const { state, is_released } of rows) expect(is_released).toBe(state === 'released')
  return rows.map(({ state }) => state)
}
const decide = (request: number, is_held: boolean, by = lab.manager) =>
  by.call('POST', `/lab/lab-test-requests/${request}/release/`, { is_held, reason: 'Talk to the doctor first' })
/** Entered and approved, unless only entered. */
const aResult = async (panel: { id: number }, result: string, { approved = true } = {}) => {
  const request = await lab.ask([panel])
  const id = request.of(panel)
  expect((await lab.enter([{ request_panel: id, result }])).status).toBe(200)
  if (approved) expect((await lab.approve([id])).status).toBe(200)
  return { request: request.id, id, patient: request.patient }
}

test('what is approved is released at once, what is only entered is not; a correction takes the place of what it corrects', async () => {
  const entered = await aResult(potassium, '4.2', { approved: false })
  expect(await statesOf(entered.id)).toEqual(['hidden'])
  await lab.approve([entered.id])
  expect(await statesOf(entered.id)).toEqual(['released'])
  await lab.amend(entered.id, '4.4')
  expect(await statesOf(entered.id)).toEqual(['hidden', 'released'])
  await lab.withdraw(entered.id)
  expect(await statesOf(entered.id)).toEqual(['hidden', 'hidden'])
})

test('the laboratory leaves the doctor some hours, or shows nothing online', async () => {
  await settings({ portal_delay_hours: 24 })
  const { id } = await aResult(potassium, '4.2')
  const at = (hours: number) => statesOf(id, new Date(clinic.clock.now.getTime() + hours * HOUR_MS))
  expect([await at(0), await at(23.9), await at(24)]).toEqual([['hidden'], ['hidden'], ['released']])
  await settings({ portal_delay_hours: 0, portal_is_on: false })
  expect(await at(48)).toEqual(['hidden'])
  await settings({ portal_is_on: true })
  expect(await at(0)).toEqual(['released'])
})

test('a critical value waits until somebody was told, whatever anybody releases', async () => {
  const high = await aResult(potassium, '7.1')
  expect(await statesOf(high.id)).toEqual(['at clinic'])
  expect((await decide(high.request, false)).status).toBe(201)
  expect(await statesOf(high.id)).toEqual(['at clinic'])
  const calls = await lab.doctor.call('GET', `/lab/critical-calls/?patient_id=${high.patient}`)
  const [{ id: call }] = calls.json<[{ id: number }]>()
  const tried = (is_reached: boolean) =>
    lab.technician.call('POST', `/lab/critical-calls/${call}/tries/`, { called_to: 'Ward 2', is_reached, is_read_back: is_reached })
  await tried(false)
  expect(await statesOf(high.id)).toEqual(['at clinic'])
  await tried(true)
  expect(await statesOf(high.id)).toEqual(['released'])
})

test('what is told in person stays at the clinic until it is released by hand; what comes later waits for its own word', async () => {
  const reported = await aResult(hiv, 'Negative')
  expect(await statesOf(reported.id)).toEqual(['at clinic'])
  await settings({ portal_delay_hours: 24 })
  expect((await decide(reported.request, false)).json<LabRelease>()).toMatchObject({ released: 1, at_clinic: 0, hidden: 0, is_held: false })
  expect(await statesOf(reported.id)).toEqual(['released'])
  await settings({ portal_delay_hours: 0 })
  clinic.clock.now = new Date(clinic.clock.now.getTime() + MINUTE_MS)
  expect((await lab.amend(reported.id, 'Negative', { comment: 'Second sample' })).status).toBe(201)
  expect(await statesOf(reported.id)).toEqual(['hidden', 'at clinic'])
})

test('who may approve holds a request back and releases it, in words; the last word counts', async () => {
  const person = await clinic.signedInFrom('Patient', 'patient')
  const own = await aPatient(clinic.db, { user_id: person.id })
  const request = await lab.ask([potassium], { of: own.id })
  const id = request.of(potassium)
  expect((await decide(request.id, false)).json()).toMatchObject({ code: 'nothing_approved' })
  await lab.enter([{ request_panel: id, result: '4.2' }])
  await lab.approve([id])
  expect((await decide(request.id, false)).json()).toMatchObject({ code: 'released' })
  expect((await decide(request.id, true)).json()).toMatchObject({ released: 0, at_clinic: 1, is_held: true })
  expect(await statesOf(id)).toEqual(['at clinic'])
  expect((await decide(request.id, true)).json()).toMatchObject({ code: 'held' })
  // What comes after it was held is held, too.
  await lab.amend(id, '4.3')
  expect(await statesOf(id)).toEqual(['hidden', 'at clinic'])
  expect((await decide(request.id, false)).status).toBe(201)
  expect(await statesOf(id)).toEqual(['hidden', 'released'])
  const seen = (await lab.doctor.call('GET', `/lab/lab-test-requests/${request.id}/release/`)).json<LabRelease>()
  expect(seen.decisions.map(({ is_held, reason }) => [is_held, reason])).toEqual([
    [false, 'Talk to the doctor first'],
    [true, 'Talk to the doctor first'],
  ])
  expect((await decide(request.id, true, lab.doctor)).status).toBe(403)
  expect((await decide(2_000_000_000, true)).status).toBe(404)
  const empty = await lab.manager.call('POST', `/lab/lab-test-requests/${request.id}/release/`, { is_held: true, reason: ' ' })
  expect(empty.json()).toHaveProperty('reason')
  const trail = await clinic.db
    .selectFrom('audit_log')
    .select('action')
    .where('entity', '=', 'lab release')
    .where('patient_id', '=', own.id)
    .execute()
  expect(trail.map(({ action }) => action).toSorted()).toEqual(['hold back', 'read', 'release'])
})

test('of a request that was held back once, nothing is shown that no word has released, however ordinary', async () => {
  const sodium = await lab.test({ name: 'Sodium' })
  const request = await lab.ask([potassium, sodium])
  const [early, late] = [request.of(potassium), request.of(sodium)]
  const report = async (id: number, result: string) => {
    await lab.enter([{ request_panel: id, result }])
    expect((await lab.approve([id])).status).toBe(200)
  }
  await report(early, '4.2')
  for (const is_held of [true, false]) expect((await decide(request.id, is_held)).status).toBe(201)
  await report(late, '140')
  expect([await statesOf(early), await statesOf(late)]).toEqual([['released'], ['at clinic']])
  await lab.amend(early, '4.4')
  expect(await statesOf(early)).toEqual(['hidden', 'at clinic'])
  expect((await decide(request.id, false)).json<LabRelease>()).toMatchObject({ released: 2, at_clinic: 0 })
  expect([await statesOf(early), await statesOf(late)]).toEqual([['hidden', 'released'], ['released']])
})

test('a word releases nothing that was approved while it was on its way, whatever the clocks say', async () => {
  const { db, clock } = clinic
  const request = await lab.ask([potassium, hiv])
  const [open, reported] = [request.of(potassium), request.of(hiv)]
  await lab.enter([
    { request_panel: open, result: '4.2' },
    { request_panel: reported, result: 'Negative' },
  ])
  await lab.approve([open])
  await settings({ portal_delay_hours: 24 })
  const approvedAt = clock.now
  clock.now = new Date(approvedAt.getTime() + 500)
  let word: ReturnType<typeof decide>
  await db.transaction().execute(async (tx) => {
    await approveResults({ db: tx, now: approvedAt, by: lab.manager.id }, [{ id: reported }])
    let isAnswered = false
    word = decide(request.id, false).finally(() => (isAnswered = true))
    await expect
      .poll(async () => {
        const waiting = sql`select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`
        const { rows } = await waiting.execute(tx)
        return isAnswered || rows.length > 0
      })
      .toBe(true)
  })
  expect((await word!).json<LabRelease>()).toMatchObject({ released: 1, at_clinic: 1, hidden: 0 })
  expect([await statesOf(open), await statesOf(reported)]).toEqual([['released'], ['at clinic']])
  expect((await decide(request.id, false)).json<LabRelease>()).toMatchObject({ released: 2, at_clinic: 0, hidden: 0 })
  await settings({ portal_delay_hours: 0 })
})
