import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findConsultation } from '#features/charges/public.ts'
import { asOwner } from '#platform/db/owner.ts'
import type { Db } from '#platform/db/connect.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { findCreditNotes } from './server/credit-notes.ts'
import { countInvoices, findIdsByName, findIdsByNumber, findInvoice, findInvoices } from './server/invoices.ts'
import { findItems, findItemsOfInvoice } from './server/items.ts'
import { findQueue } from './server/queue.ts'
import { findReceipts } from './server/receipts.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ years: true })
  await asOwner(clinic.ownerUrl, async (client) => {
    // Rows as they are after years, without the triggers that would take minutes.
    const kept = ['charges', 'allocations']
    for (const table of kept) await client.query(`alter table ${table} disable trigger user`)
    await client.query(`update visits set track = 'billing', closed_at = null where id > 19800`)
    await client.query(`insert into items (name, category) values ('Dressing', 'nursing')`)
    await client.query(`insert into invoices (visit_id, patient_id, created_at, number, verification, issued_at, issued_on, total, patient_total, paid_patient)
      select id, patient_id, created_at, case when id <= 19800 then 'INV-' || id end, case when id <= 19800 then gen_random_uuid() end,
        case when id <= 19800 then created_at end, case when id <= 19800 then created_at::date end, case when id <= 19800 then 100 else 0 end,
        case when id <= 19800 then 100 else 0 end, case when id <= 19800 and id % 50 > 0 then 100 else 0 end from visits`)
    await client.query(`insert into charges (invoice_id, item_id, item_name, category, quantity, unit_price, price_source, tax_rate, tax_included, created_at)
      select i.id, 1, 'Dressing', 'nursing', 1, 25, 'cash', 0, true, i.created_at from invoices i, generate_series(1, 4)`)
    await client.query(`insert into receipts (number, verification, kind, patient_id, total, received_at, received_on)
      select 'RCT-' || id, gen_random_uuid(), 'payment', patient_id, 100, created_at, created_at::date from invoices where paid_patient > 0`)
    await client.query('insert into payments (receipt_id, payment_mode_id, amount) select id, 1, 100 from receipts')
    await client.query(`insert into allocations (payment_id, invoice_id, party, amount)
      select p.id, i.id, 'patient', 100 from payments p join receipts r on r.id = p.receipt_id join invoices i on 'RCT-' || i.id = r.number`)
    await client.query(`insert into credit_notes (number, verification, invoice_id, reason, total, tax, insurer_amount, patient_amount, waiver, issued_at, issued_on)
      select 'CN-' || id, gen_random_uuid(), id, 'Not done', 1, 0, 0, 1, 0, created_at, created_at::date from invoices where id % 10 = 0`)
    for (const table of kept) await client.query(`alter table ${table} enable trigger user`)
    await client.query('analyze')
  })
})
afterAll(() => clinic.close())

const big = /Seq Scan on (visits|invoices|charges|patients|receipts|payments|allocations|credit_notes|postings)\b/
const page = { cursor: null, limit: 26 }
const asked = { ...page, user: { id: 1 }, now: new Date('2026-03-02T07:30:00Z') }

describe('at 20,000 bills the growing tables are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['a bill', (db) => findInvoice(db, 77)],
    ['the first page', (db) => findInvoices(db, {}, page)],
    ['a later page', (db) => findInvoices(db, {}, { ...page, cursor: [9000, 9000] })],
    ['the unpaid', (db) => findInvoices(db, { open: true }, page)],
    ['the issued', (db) => findInvoices(db, { status: 'issued' }, page)],
    ['the paid', (db) => findInvoices(db, { status: 'paid' }, page)],
    ['the bills of a patient', (db) => findInvoices(db, { patient_id: 77 }, page)],
    ['the bills of a day', (db) => findInvoices(db, { start_date: '2025-05-05', end_date: '2025-05-05' }, page)],
    ['a number', (db) => findIdsByNumber(db, 'inv-777', new Date('2026-03-02T07:30:00Z'))],
    ['a name', (db) => findIdsByName(db, 'Ouma', { user: { id: 1 }, now: new Date() })],
    ['what was found', (db) => findInvoices(db, { ids: [7, 77, 777] }, page)],
    ['how many are open', (db) => countInvoices(db, { open: true })],
    ['the lines of a bill', (db) => findItemsOfInvoice(db, 77)],
    ['the latest lines', (db) => findItems(db, {}, asked)],
    ['the lines of an item', (db) => findItems(db, { item: 1 }, asked)],
    ['the consultation of a visit', (db) => findConsultation(db, 77)],
    ['the queue at the till', (db) => findQueue(db, new Date('2026-03-02T08:00:00Z'))],
    ['the latest receipts', (db) => findReceipts(db, {}, page)],
    ['a receipt by its number or reference', (db) => findReceipts(db, { q: 'rct-777' }, page)],
    ['the receipts of a bill', (db) => findReceipts(db, { invoice: 77 }, page)],
    ['the receipts of a patient', (db) => findReceipts(db, { patient_id: 77 }, page)],
    ['the receipts of a day', (db) => findReceipts(db, { date: '2025-05-05' }, page)],
    ['the latest credit notes', (db) => findCreditNotes(db, undefined, page)],
    ['the credit notes of a bill', (db) => findCreditNotes(db, 70, page)],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(big)
  })
})
