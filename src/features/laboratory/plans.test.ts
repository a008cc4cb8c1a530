import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/plan.ts'
import { countRequests, findGroup, findPanel, findPanelsOf, findRequestRows } from './server/requests/find-requests.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into patients (unique_id, first_name, second_name, gender)
      select 'G-' || n, 'Achieng', 'Ouma ' || n, 'female' from generate_series(1, 2000) n`)
    await client.query(`insert into visits (track_number, patient_id, reason, track, track_since, created_at, closed_at)
      select 'G-' || n, n % 2000 + 1, 'Fever', 'complete', t, t, t
      from generate_series(1, 8000) n, lateral (select timestamptz '2024-03-01' + n * interval '2 hours') as x (t)`)
    await client.query('insert into process_test_requests (visit_id) select id from visits')
    await client.query('insert into invoices (visit_id, patient_id, created_at) select id, patient_id, created_at from visits')
    await client.query(`insert into items (name, category) values ('Malaria film', 'laboratory'), ('Glucose', 'laboratory')`)
    await client.query(`insert into users (email, first_name, last_name, role) values ('a@clinic.example', 'Amina', 'Yusuf', 'doctor')`)
    await client.query(`insert into lab_test_requests (process_id, patient_id, requested_at, requested_by)
      select r.id, v.patient_id, v.created_at, u.id from process_test_requests r join visits v on v.id = r.visit_id, users u`)
    await client.query(`insert into lab_test_request_panels (lab_test_request_id, item_id)
      select q.id, t.id from lab_test_requests q, items t where t.category = 'laboratory'`)
    await client.query(`insert into charges (invoice_id, item_id, item_name, category, order_kind, order_id, quantity, unit_price, price_source,
        tax_rate, tax_included, created_at)
      select i.id, n.item_id, 'Test', 'laboratory', 'laboratory', n.id, 1, 500, 'cash', 0, true, q.requested_at
      from lab_test_request_panels n join lab_test_requests q on q.id = n.lab_test_request_id
      join process_test_requests r on r.id = q.process_id join invoices i on i.visit_id = r.visit_id`)
    await client.query('analyze')
  })
}, 120_000)
afterAll(() => clinic.close())

const big = /Seq Scan on (visits|patients|invoices|charges|process_test_requests|lab_test_requests|lab_test_request_panels)\b/
const page = { cursor: null, limit: 26 }

describe('at 8,000 visits the tables of the laboratory are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['the first page of the list', (db) => findRequestRows(db, {}, page)],
    ['a later page', (db) => findRequestRows(db, {}, { ...page, cursor: [9000, 9000] })],
    ['the requests of a patient', (db) => findRequestRows(db, { patient_id: 77 }, page)],
    ['the requests of a visit', (db) => findRequestRows(db, { process: 77 }, page)],
    ['how many a patient has', (db) => countRequests(db, { patient_id: 77 })],
    ['the tests of a page, with their charges', (db) => findPanelsOf(db, [7000, 7001, 7002, 7003, 7004, 7005], true)],
    ['one test', (db) => findPanel(db, 7000, true)],
    ['a request group', (db) => findGroup(db, 7000)],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(big)
  })
})
