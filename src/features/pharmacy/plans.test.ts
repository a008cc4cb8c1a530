import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { findCounts } from './server/counts.ts'
import { findDispense } from './server/dispenses.ts'
import { countDispenses, findDispenses } from './server/lists.ts'
import { countQueue, findQueue, type QueueFilters } from './server/queue.ts'
import { findRegister, findWholeRegister } from './server/register.ts'
import { queueStates } from './contract-counter.ts'

const now = new Date('2026-03-02T07:30:00Z')
const PRESCRIPTIONS = 8_000
let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ now })
  await asOwner(clinic.ownerUrl, async (client) => {
    const run = (text: string) => client.query(text)
    for (const table of ['patients', 'prescribed_drugs', 'charges', 'invoices', 'dispense_items', 'stock_movements'])
      await run(`alter table ${table} disable trigger user`)
    await run(`insert into patients (unique_id, first_name, second_name, gender) select 'G-' || n, 'Achieng', 'Ouma ' || n, 'female'
      from generate_series(1, ${PRESCRIPTIONS / 5}) n`)
    await run(`insert into users (email, first_name, last_name, role) values ('a@clinic.example', 'Amina', 'Yusuf', 'doctor')`)
    await run(`insert into visits (track_number, patient_id, reason, track, track_since, created_at, closed_at)
      select 'G-' || n, n % (${PRESCRIPTIONS} / 5) + 1, 'Fever', 'complete', t, t, t
      from generate_series(1, ${PRESCRIPTIONS}) n, lateral (select timestamptz '2026-03-02' - n * interval '20 minutes') as x (t)`)
    await run(`insert into items (name, category, unit) select 'Drug ' || n, 'drug', 'tablet' from generate_series(1, 200) n`)
    await run(`insert into stocked_items (item_id, is_controlled) select id, id % 20 = 0 from items where category = 'drug' on conflict (item_id) do update
      set is_controlled = excluded.is_controlled`)
    await run(`insert into stock_levels (store_id, item_id, usable) select s.id, k.item_id, case when k.item_id % 3 = 0 then 0 else 1000 end
      from stores s, stocked_items k on conflict do nothing`)
    // The last 300 of the week wait, and 2 in a hundred of the older ones were never fetched.
    await run(`insert into prescriptions (visit_id, patient_id, created_at, status, waiting_since)
      select v.id, v.patient_id, v.created_at, case when x.is_open then case when v.id % 4 = 0 then 'partially dispensed' else 'pending' end
        else 'dispensed' end::prescription_status, case when x.is_open then v.created_at end
      from visits v, lateral (select v.id <= 300 or v.id > 600 and v.id % 50 = 0 as is_open) x`)
    await run(`insert into invoices (visit_id, patient_id, created_at, has_charges) select id, patient_id, created_at, true from visits`)
    await run(`insert into prescribed_drugs (prescription_id, patient_id, item_id, dosage, frequency, duration, quantity, quantity_dispensed, is_dispensed,
        prescribed_at, prescribed_by)
      select s.id, s.patient_id, i.id, '1', 'daily', '5 days', 5, case when s.waiting_since is null then 5 else 0 end, s.waiting_since is null, s.created_at, u.id
      from prescriptions s, generate_series(0, 2) n, users u,
        lateral (select id from items where category = 'drug' order by id offset (s.id * 7 + n * 31) % 200 limit 1) i where u.role = 'doctor'`)
    await run(`insert into charges (invoice_id, item_id, item_name, category, order_kind, order_id, quantity, unit_price, price_source, tax_rate, tax_included,
        created_at)
      select i.id, d.item_id, 'Drug', 'drug', 'prescription', d.id, 5, case when d.id % 5 = 0 then 5 else 0 end, 'cash', 0, true, d.prescribed_at
      from prescribed_drugs d join prescriptions s on s.id = d.prescription_id join invoices i on i.visit_id = s.visit_id`)
    await run(
      `insert into batches (item_id, lot, expires_on, unit_cost, received_at) select item_id, 'L', '2027-01-01', 1, now() from stocked_items`,
    )
    await run(`insert into dispenses (number, kind, store_id, prescription_id, patient_id, dispensed_at, dispensed_by)
      select 'D' || s.id, 'prescription', (select min(id) from stores), s.id, s.patient_id, s.created_at, u.id from prescriptions s, users u
      where s.waiting_since is null and s.id % 3 = 0 and u.role = 'doctor' order by s.id desc`)
    await run(`insert into dispense_items (prescribed_drug_id, quantity, dispensed_at, dispensed_by, dispense_id, item_id, units)
      select d.id, 5, s.dispensed_at, s.dispensed_by, s.id, d.item_id, 5 from dispenses s join prescribed_drugs d on d.prescription_id = s.prescription_id`)
    await run(`insert into dispense_batches (dispense_item_id, item_id, batch_id, units)
      select g.id, g.item_id, b.id, 5 from dispense_items g join batches b on b.item_id = g.item_id`)
    await run(
      `insert into stock_entries (number, dispense_id, happened_at, day) select number, id, dispensed_at, dispensed_at::date from dispenses order by id`,
    )
    await run(`insert into stock_movements (entry_id, store_id, item_id, batch_id, state, kind, quantity, happened_at, day)
      select e.id, (select min(id) from stores), g.item_id, b.id, 'usable', 'dispense', -5, e.happened_at, e.day
      from stock_entries e join dispense_items g on g.dispense_id = e.dispense_id join batches b on b.item_id = g.item_id order by e.id`)
    await run('analyze')
  })
}, 600_000)
afterAll(() => clinic.close())

const big =
  /Seq Scan on (prescriptions|prescribed_drugs|visits|patients|charges|invoices|dispenses|dispense_items|dispense_batches|stock_entries|stock_movements)\b/
const page = { cursor: null, limit: 26 }
const store = 1
const shelf = { id: store, name: 'Pharmacy' }
const queue =
  (filters: Partial<QueueFilters>, more: object = {}) =>
  (db: Db) =>
    findQueue(db, { store, ...filters }, now, { ...page, ...more })

describe(`at ${PRESCRIPTIONS} prescriptions, of which hundreds wait`, () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ...queueStates.map((state): [string, (db: Db) => Promise<unknown>] => [`the queue: ${state}`, queue({ state })]),
    ['a later page of the queue', queue({}, { cursor: ['2026-02-27 08:00:00+00', 150] })],
    ['a later page of what is short', queue({ state: 'short' }, { cursor: ['2026-02-27 08:00:00+00', 150] })],
    ['the queue of some', queue({ ids: [7, 9, 650] })],
    ['how many wait', (db) => countQueue(db, { store, state: 'payment' }, now)],
    ['the figures', (db) => findCounts(db, shelf, { now, day: '2026-03-02' })],
    ['what went over the counter', (db) => findDispenses(db, {}, page)],
    ['a later page of it', (db) => findDispenses(db, {}, { ...page, cursor: [900, 900] })],
    ['that of a patient', (db) => findDispenses(db, { patient_id: 77 }, page)],
    ['that of an item', (db) => findDispenses(db, { item: 77 }, page)],
    ['that of a store on days', (db) => findDispenses(db, { store, from: '2026-02-20', to: '2026-02-21' }, page)],
    ['how much on days', (db) => countDispenses(db, { from: '2026-02-20', to: '2026-02-21' })],
    ['one document', (db) => findDispense(db, 900)],
    ['the register', (db) => findRegister(db, {}, page)],
    ['a later page of it', (db) => findRegister(db, {}, { ...page, cursor: [900, 900] })],
    ['the register of an item and store', (db) => findRegister(db, { item: 40, store }, page)],
    ['the register on paper', (db) => findWholeRegister(db, { item: 40, store, from: '2026-01-01', to: '2026-02-01' }, 5000)],
  ]
  test.each(cases)('%s is read by index', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(big)
  })
})
