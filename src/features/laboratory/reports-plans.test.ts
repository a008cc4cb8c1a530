import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { findDone, findWaiting } from './server/reports/find-dashboard.ts'
import { findReportHead, findReportSamples, findReportTests } from './server/reports/find-report.ts'
import { findReportByCode, verifyReport } from './server/reports/verify-report.ts'

// A year of 6,000 requests of three tests, the last sixty of them not done yet.
const SEED = [
  ...['lab_results', 'lab_samples', 'lab_test_request_panels'].map((table) => `alter table ${table} disable trigger user`),
  `insert into patients (unique_id, first_name, second_name, gender) select 'G-' || n, 'Achieng', 'Ouma ' || n, 'female' from generate_series(1, 2000) n`,
  `insert into visits (track_number, patient_id, reason, track, track_since, created_at, closed_at)
    select 'G-' || n, n % 2000 + 1, 'Fever', 'complete', t, t, t
    from generate_series(1, 6000) n, lateral (select timestamptz '2025-03-01' + n * interval '87 minutes') as x (t)`,
  'insert into process_test_requests (visit_id) select id from visits order by id',
  `insert into items (name, category) values ('Blood', 'laboratory')`,
  `insert into lab_panels (code, name, kind, specimen_id) select 'Q' || n, 'Test ' || n, 'quantitative', s.id from generate_series(1, 3) n, lab_specimens s where s.code = 'SER'`,
  `insert into users (email, first_name, last_name, role) values ('a@clinic.example', 'Amina', 'Yusuf', 'doctor')`,
  `insert into lab_test_requests (process_id, patient_id, requested_at, requested_by)
    select r.id, v.patient_id, v.created_at, u.id from process_test_requests r join visits v on v.id = r.visit_id, users u order by r.id`,
  'insert into lab_orders (lab_test_request_id, panel_id, item_id) select q.id, p.id, i.id from lab_test_requests q, lab_panels p, items i order by 1',
  `insert into lab_samples (code, process_id, patient_id, specimen_id, state, requested_at, collected_at, received_at)
    select 'S-' || q.id, q.process_id, q.patient_id, p.specimen_id, 'received', q.requested_at, q.requested_at, q.requested_at
    from lab_test_requests q, (select min(specimen_id) as specimen_id from lab_panels) p order by q.id`,
  `insert into lab_test_request_panels (lab_test_request_id, lab_order_id, panel_id, patient_id, sample_id, requested_at, state, approved_at)
    select q.id, o.id, o.panel_id, q.patient_id, s.id, q.requested_at, case when q.id > 5940 then 'requested' else 'approved' end::lab_panel_state,
      case when q.id <= 5940 then q.requested_at end
    from lab_orders o join lab_test_requests q on q.id = o.lab_test_request_id join lab_samples s on s.process_id = q.process_id order by o.id`,
  `insert into lab_results (request_panel_id, patient_id, panel_id, observed_at, result, entered, origin, entered_at, approved_at)
    select id, patient_id, panel_id, requested_at, '5', '5', 'typed', requested_at, approved_at from lab_test_request_panels where state = 'approved' order by id`,
  `insert into lab_reports (code, process_id, printed_at, results, is_amended)
    select 'LAB-' || n, n, now(), jsonb_build_array(3 * n - 2, 3 * n - 1, 3 * n), false from generate_series(1, 5940) n`,
  'vacuum analyze',
]
let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
  await asOwner(clinic.ownerUrl, async (client) => {
    for (const statement of SEED) await client.query(statement)
  })
})
afterAll(() => clinic.close())

const big =
  /Seq Scan on (visits|patients|process_test_requests|lab_test_requests|lab_test_request_panels|lab_orders|lab_samples|lab_results|lab_reports)\b/
const day = { zone: 'Africa/Nairobi', from: new Date('2026-01-09T21:00:00Z'), until: new Date('2026-01-10T21:00:00Z') }

describe('at 6,000 requests the reports of the laboratory are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['whose report it is', (db) => findReportHead(db, 77, undefined)],
    ['the tests of a report', (db) => findReportTests(db, [77, 78])],
    ['the samples of a report', (db) => findReportSamples(db, [77, 78])],
    ['the check of a code', (db) => verifyReport(db, 'LAB-77')],
    ['the visit of a code', (db) => findReportByCode(db, 'LAB-77')],
    ['what waits', (db) => findWaiting(db, {}, new Date('2026-01-10T09:00:00Z'))],
    ['what was done on a day', (db) => findDone(db, day)],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(big)
  })

  test('a query that reads a whole table is told', async () => {
    expect(await planOf(clinic, (db) => db.selectFrom('lab_results').select('id').where('comment', '=', 'x').execute())).toMatch(big)
  })
})
