import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { findCalls } from './server/results/critical/find-calls.ts'
import { findCounts } from './server/results/find-counts.ts'
import { findRevisions } from './server/results/find-revisions.ts'
import { findWorkRows } from './server/results/find-worklist.ts'
import { findTests } from './server/results/lock-tests.ts'
import { findPrevious, findSources, findCurrentResults } from './server/results/current-results.ts'
import { findHeaders, findItems } from './server/earlier-results/find-headers.ts'

const NOW = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let manager: Person
let often: number
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  manager = await clinic.signedInFrom('Laboratory manager', 'lab_manager')
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query('alter table lab_results disable trigger user')
    await client.query(`insert into patients (unique_id, first_name, second_name, gender, date_of_birth)
      select 'G-' || n, 'Achieng', 'Ouma ' || n, 'female', '1990-01-01' from generate_series(1, 1000) n`)
    await client.query(`insert into visits (track_number, patient_id, reason, track, track_since, created_at, closed_at)
      select 'G-' || n, n % 1000 + 1, 'Fever', 'complete', t, t, t
      from generate_series(1, 6000) n, lateral (select timestamptz '2025-03-01' + n * interval '80 minutes') as x (t)`)
    await client.query('insert into process_test_requests (visit_id) select id from visits')
    await client.query(`insert into items (name, category) values ('Count', 'laboratory')`)
    await client.query(`insert into lab_panels (code, name, kind, specimen_id, unit, position)
      select 'G' || n, 'Test ' || n, 'quantitative', s.id, 'mmol/L', n from generate_series(1, 12) n, lab_specimens s where s.code = 'SER'`)
    await client.query(`insert into lab_reference_ranges (panel_id, low, high, valid_from, created_at)
      select id, 1, 9, '2020-01-01', now() from lab_panels where code like 'G%'`)
    await client.query(`insert into lab_test_requests (process_id, patient_id, requested_at, requested_by)
      select r.id, v.patient_id, v.created_at, (select min(id) from users) from process_test_requests r join visits v on v.id = r.visit_id`)
    await client.query(`insert into lab_orders (lab_test_request_id, panel_id, item_id)
      select q.id, (select min(id) from lab_panels where code like 'G%'), i.id from lab_test_requests q, items i`)
    await client.query(`insert into lab_samples (code, process_id, patient_id, specimen_id, state, requested_at, collected_at, received_at)
      select 'S-' || q.id, q.process_id, q.patient_id, s.id, 'received', q.requested_at, q.requested_at, q.requested_at
      from lab_test_requests q, lab_specimens s where s.code = 'SER'`)
    // The last 600 visits are in the laboratory now: nothing of them is entered.
    await client.query(`insert into lab_test_request_panels (lab_test_request_id, lab_order_id, panel_id, patient_id, sample_id, requested_at,
        state, approved_at)
      select q.id, o.id, p.id, q.patient_id, s.id, q.requested_at, case when q.id > 5400 then 'requested' else 'approved' end::lab_panel_state,
        case when q.id <= 5400 then q.requested_at end
      from lab_test_requests q join lab_orders o on o.lab_test_request_id = q.id join lab_samples s on s.process_id = q.process_id,
        lab_panels p where p.code like 'G%'`)
    await client.query(`insert into lab_results (request_panel_id, patient_id, panel_id, observed_at, result, value, entered, flag, low, high,
        origin, entered_at, entered_by, approved_at, approved_by)
      select n.id, n.patient_id, n.panel_id, n.requested_at, '5.0', 5.0, '5.0', 'normal', 1, 9, 'typed', n.requested_at, u.id, n.requested_at, u.id
      from lab_test_request_panels n, (select min(id) as id from users) u where n.state = 'approved'`)
    const made = await client.query<{ id: number }>(`insert into patients (unique_id, first_name, second_name, gender)
      values ('G-often', 'Achieng', 'Often', 'female') returning id`)
    often = made.rows[0]!.id
    await client.query(
      `insert into lab_results (patient_id, panel_id, observed_at, result, value, entered, flag, origin, entered_at, source)
      select $1, p.id, timestamptz '2020-01-01' + n * interval '3 hours', '5.0', 5.0, '5.0', 'normal', 'imported', now(), p.id || '/' || n
      from lab_panels p, generate_series(1, 850) n where p.code like 'G%'`,
      [often],
    )
    await client.query(`insert into lab_critical_calls (result_id, patient_id, visit_id, opened_at, closed_at, close_reason)
      select r.id, r.patient_id, g.visit_id, r.entered_at, case when r.id % 500 <> 0 then r.entered_at end, case when r.id % 500 <> 0 then 'told' end
      from lab_results r join lab_test_request_panels n on n.id = r.request_panel_id join lab_test_requests q on q.id = n.lab_test_request_id
      join process_test_requests g on g.id = q.process_id where r.id % 10 = 0`)
    await client.query(`insert into lab_test_results (lab_test_request_id, category, title, date_created, recorded_by)
      select id, 'quantitative', 'Blood', requested_at, requested_by from lab_test_requests`)
    await client.query('alter table lab_results enable trigger user')
    await client.query('analyze')
  })
})
afterAll(() => clinic.close())

const big =
  /Seq Scan on (visits|patients|process_test_requests|lab_test_requests|lab_test_request_panels|lab_orders|lab_samples|lab_results|lab_critical_calls|lab_test_results)\b/
const reader = { id: 1, permissions: new Set(['laboratory.view', 'laboratory.enter']) }
const page = { cursor: null, limit: 26 }
const some = [40_001, 40_002, 40_003, 40_004]

describe('at 72,000 tests results are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['a work list', (db) => findWorkRows(db, { show: 'work', limit: 50 }, reader, NOW)],
    ['what is to be approved', (db) => findWorkRows(db, { show: 'approve', limit: 50 }, reader, NOW)],
    ['a work list of one test', (db) => findWorkRows(db, { panel: 3, limit: 50 }, reader, NOW)],
    ['a work list of words', (db) => findWorkRows(db, { q: 'Ouma 77', limit: 50 }, reader, NOW)],
    ['how much waits', (db) => findCounts(db, NOW)],
    ['tests with what is known of them', (db) => findTests(db, some, NOW)],
    ['their results', (db) => findCurrentResults(db, some)],
    ['what is calculated from them', (db) => findSources(db, [3000, 3001])],
    ['results before', (db) => findPrevious(db, some.map((id) => ({ id, patient: 77, panel: 5, observed_at: NOW })))], // prettier-ignore
    ['revisions', (db) => findRevisions(db, 40_001, reader)],
    ['open calls', (db) => findCalls(db, {}, page, NOW)],
    ['more of them', (db) => findCalls(db, {}, { ...page, cursor: ['2025-06-01T00:00:00.000Z', 400] }, NOW)],
    ['closed calls', (db) => findCalls(db, { closed: true }, page, NOW)],
    ['calls of a visit', (db) => findCalls(db, { visit: 77 }, page, NOW)],
    ['laboratory results of a request', (db) => findHeaders(db, 'quantitative', { test_request_id: 77 }, page)],
    ['laboratory results of a patient', (db) => findHeaders(db, 'quantitative', { patient_id: 77 }, page)],
    ['laboratory results', (db) => findHeaders(db, 'quantitative', {}, page)],
    ['the items of one', (db) => findItems(db, 77, reader)],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index|Bitmap/)
    expect(plan).not.toMatch(big)
  })
})

const get = async (url: string) => {
  const reply = await manager.call('GET', url)
  expect(reply.status, reply.text.slice(0, 300)).toBe(200)
  return reply
}

describe('hundreds at once', () => {
  test('are listed, entered and approved', async () => {
    const reply = await get('/lab/worklist/?show=work&limit=500')
    const { rows } = reply.json<{ rows: { cells: { id: number }[] }[] }>()
    expect(rows).toHaveLength(500)
    const ids = rows.slice(0, 42).flatMap(({ cells }) => cells.map(({ id }) => id)).slice(0, 500) // prettier-ignore
    const results = ids.map((request_panel) => ({ request_panel, result: '9.5' }))
    const second = await clinic.signedInFrom('Laboratory manager', 'lab_manager')
    const entered = await manager.call('POST', '/lab/results/', { results })
    expect(entered.status, entered.text.slice(0, 300)).toBe(200)
    const approved = await second.call('POST', '/lab/results/approve/', { panels: ids.map((id) => ({ id })) })
    expect(approved.status, approved.text.slice(0, 300)).toBe(200)
    expect(approved.json<{ state: string; result: string }[]>().every(({ state }) => state === 'approved')).toBe(true)
  })

  test('are shown of a patient: 10,000, and that there are more', async () => {
    const reply = await get(`/lab/results/by-patient-id/${often}/`)
    const { series, has_more } = reply.json<{ series: { points: unknown[] }[]; has_more: boolean }>()
    expect(series.reduce((total, { points }) => total + points.length, 0)).toBe(10_000)
    expect(has_more).toBe(true)
  })
})
