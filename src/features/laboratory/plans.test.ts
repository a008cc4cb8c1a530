import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { findPublicRequests } from './server/public/find-public.ts'
import { countRequests, findGroup, findPanel, findPanelsOf, findRequestRows } from './server/requests/find-requests.ts'
import { findOrderable } from './server/requests/plan-orders.ts'
import { findSampleCounts, findSamples, findSamplesOfProcess } from './server/samples/find-samples.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ years: true })
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query('insert into process_test_requests (visit_id) select id from visits where id <= 8000')
    await client.query(
      'insert into invoices (visit_id, patient_id, created_at) select id, patient_id, created_at from visits where id <= 8000',
    )
    await client.query(`insert into items (name, category) values ('Malaria film', 'laboratory'), ('Glucose', 'laboratory')`)
    await client.query(`insert into lab_panels (code, name, kind, specimen_id, item_id)
      select 'T' || t.id, t.name, 'text', s.id, t.id from items t, lab_specimens s where t.category = 'laboratory' and s.code = 'SER'`)
    await client.query(`insert into lab_test_requests (process_id, patient_id, requested_at, requested_by)
      select r.id, v.patient_id, v.created_at, u.id from process_test_requests r join visits v on v.id = r.visit_id, users u where u.email = '1@clinic.example'`)
    await client.query(`insert into lab_orders (lab_test_request_id, panel_id, item_id)
      select q.id, p.id, p.item_id from lab_test_requests q, lab_panels p`)
    await client.query(`insert into lab_samples (code, process_id, patient_id, specimen_id, state, requested_at, collected_at, received_at)
      select 'S-' || q.id, q.process_id, q.patient_id, p.specimen_id, case when q.id % 100 = 0 then 'to collect' else 'received' end::lab_sample_state,
        q.requested_at, case when q.id % 100 <> 0 then q.requested_at end, case when q.id % 100 <> 0 then q.requested_at end
      from lab_test_requests q, (select min(specimen_id) as specimen_id from lab_panels) p`)
    await client.query(`insert into lab_test_request_panels (lab_test_request_id, lab_order_id, panel_id, patient_id, sample_id, requested_at)
      select o.lab_test_request_id, o.id, o.panel_id, q.patient_id, s.id, q.requested_at
      from lab_orders o join lab_test_requests q on q.id = o.lab_test_request_id join lab_samples s on s.process_id = q.process_id`)
    await client.query(`insert into charges (invoice_id, item_id, item_name, category, order_kind, order_id, quantity, unit_price, price_source,
        tax_rate, tax_included, created_at)
      select i.id, o.item_id, 'Test', 'laboratory', 'laboratory', o.id, 1, 500, 'cash', 0, true, q.requested_at
      from lab_orders o join lab_test_requests q on q.id = o.lab_test_request_id
      join process_test_requests r on r.id = q.process_id join invoices i on i.visit_id = r.visit_id`)
    await client.query(`insert into lab_profiles (code, name) values ('FBC', 'Full blood count')`)
    await client.query(`insert into public_lab_requests (patient_id, profile_id, appointment_date, date_created, date_changed, status)
      select p.id, f.id, now(), now(), now(), case when n % 50 = 0 then 'pending' else 'done' end::public_lab_status
      from patients p, lab_profiles f, generate_series(1, 3) n where p.id <= 2000`)
    await client.query(`update public_lab_requests set status = 'pending' where id % 200 = 0`)
    await client.query('analyze')
  })
})
afterAll(() => clinic.close())

const big =
  /Seq Scan on (visits|patients|invoices|charges|process_test_requests|lab_test_requests|lab_test_request_panels|lab_orders|lab_samples|public_lab_requests)\b/
const seeker = { user: { id: 1 }, now: new Date('2026-03-02T07:30:00Z') }
const reader = { permissions: new Set(['laboratory.view', 'services.view']) }
const now = new Date('2026-03-02T07:30:00Z')
const page = { cursor: null, limit: 26 }

describe('at 8,000 visits the tables of the laboratory are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['the first page of the list', (db) => findRequestRows(db, {}, page)],
    ['a later page', (db) => findRequestRows(db, {}, { ...page, cursor: [9000, 9000] })],
    ['the requests of a patient', (db) => findRequestRows(db, { patient_id: 77 }, page)],
    ['the requests of a visit', (db) => findRequestRows(db, { process: 77 }, page)],
    ['how many a patient has', (db) => countRequests(db, { patient_id: 77 })],
    ['the tests of a page, with their charges', (db) => findPanelsOf(db, [7000, 7001, 7002, 7003, 7004, 7005], reader)],
    ['one test', (db) => findPanel(db, 7000, reader)],
    ['what words stand for', (db) => findRequestRows(db, { q: 'Ouma 77' }, page)],
    ['how many words stand for', (db) => countRequests(db, { q: 'S-77' })],
    ['requests with something to be done', (db) => findRequestRows(db, { state: 'requested' }, page)],
    ['what may be asked for in a visit', (db) => findOrderable(db, 77, [1], [1, 2])],
    ['samples to be taken', (db) => findSamples(db, { state: 'to collect', seeker }, page)],
    [
      'more of them',
      (db) => findSamples(db, { state: 'to collect', seeker }, { ...page, cursor: ['routine 2024-06-01T00:00:00.000Z', 4000] }),
    ],
    ['all samples', (db) => findSamples(db, { seeker }, page)],
    ['samples of words', (db) => findSamples(db, { q: 'S-77', seeker }, page)],
    ['samples of a visit', (db) => findSamplesOfProcess(db, 77)],
    ['how many samples wait', (db) => findSampleCounts(db, now)],
    ['public requests', (db) => findPublicRequests(db, {}, reader, page)],
    ['public requests that nobody has answered', (db) => findPublicRequests(db, { status: 'pending' }, reader, page)],
    ['public requests of a patient', (db) => findPublicRequests(db, { patient_id: 77 }, reader, page)],
    ['a request group', (db) => findGroup(db, 7000)],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(big)
  })
})
