import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import type { Db } from '#platform/db/connect.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { dayClose } from './server/day-close.ts'
import { debtors } from './server/debtors.ts'
import { paymentModes } from './server/payment-modes.ts'
import { salesByDate } from './server/sales-by-date.ts'
import { salesByItemAndDate } from './server/sales-by-item-and-date.ts'
import { salesByPayer } from './server/sales-by-payer.ts'
import { salesByService } from './server/sales-by-service.ts'

// Three years of 12,000 bills with five lines each, all but one in two hundred of them paid.
const SEED = [
  `insert into items (name) select 'Item ' || n from generate_series(1, 200) n`,
  `insert into patients (unique_id, first_name, second_name, gender) select 'G-' || n, 'Achieng', 'Ouma ' || n, 'female' from generate_series(1, 3000) n`,
  `insert into invoices (patient_id, number, verification, created_at, issued_at, issued_on, total, patient_total, paid_patient)
    select n % 3000 + 1, 'G-' || n, gen_random_uuid(), d, d, d, 500, 500, case when n % 200 = 0 then 0 else 500 end
    from generate_series(1, 12000) n, lateral (select date '2023-03-01' + n * 1095 / 12000) as x (d)`,
  `insert into journal_entries (kind, day, happened_at, invoice_id) select 'invoice', issued_on, issued_at, id from invoices order by id`,
  `insert into postings (entry_id, day, account, amount, invoice_id, item_id, quantity)
    select e.id, e.day, p.account, p.amount, e.invoice_id, p.item, p.quantity from journal_entries e, lateral (
      select 'sales'::account as account, -100 as amount, (e.id * 7 + k * 31) % 200 + 1 as item, 1 as quantity from generate_series(1, 5) k
      union all select 'patients', 500, null, null) p order by e.id`,
  `insert into receipts (number, verification, kind, total, received_at, received_on)
    select number, gen_random_uuid(), 'payment', 500, issued_at, issued_on from invoices where paid_patient > 0 order by id`,
  `insert into journal_entries (kind, day, happened_at, receipt_id) select 'payment', received_on, received_at, id from receipts order by id`,
  `insert into postings (entry_id, day, account, amount, invoice_id, payment_mode_id)
    select e.id, e.day, p.account, p.amount, null, p.mode from journal_entries e,
      lateral (values ('money'::account, 500, 1), ('patients', -500, null)) p (account, amount, mode) where e.receipt_id is not null order by e.id`,
]

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
  await asOwner(clinic.ownerUrl, async (client) => {
    for (const statement of SEED) await client.query(statement)
    await client.query('vacuum analyze')
  })
})
afterAll(() => clinic.close())

const big = /Seq Scan on (postings|journal_entries|invoices)\b/
const month = { start_date: '2025-05-01', end_date: '2025-05-31' }
const today = { start_date: '2026-02-27', end_date: '2026-02-27' }

describe('at 12,000 bills a report of a month reads that month alone, by index', () => {
  const cases: [string, RegExp, (db: Db) => Promise<unknown>][] = [
    ['sales by date', /Index Only Scan using postings_sales/, (db) => salesByDate.find(db, month, {})],
    ['sales by item and date', /Index Only Scan using postings_item/, (db) => salesByItemAndDate.find(db, month, { item_id: 7 })],
    ['sales by item', /Index Only Scan using postings_sales/, (db) => salesByService.find(db, month, {})],
    ['sales by department', /Index Only Scan using postings_sales/, (db) => salesByService.find(db, month, { group: 'department' })],
    ['sales by payer', /Index Only Scan using postings_billed/, (db) => salesByPayer.find(db, month, {})],
    ['takings by payment mode', /Index Only Scan using postings_money/, (db) => paymentModes.find(db, month, {})],
    ['debtors of today', /invoices_open/, (db) => debtors.find(db, today, {})],
    ['the close of a day', /journal_entries_day/, (db) => dayClose.find(db, today, {})],
  ]
  test.each(cases)('%s', async (_name, index, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(index)
    expect(plan).not.toMatch(big)
  })

  test('a report that reads a whole table is told', async () => {
    expect(await planOf(clinic, (db) => db.selectFrom('postings').select('id').where('amount', '=', '1').execute())).toMatch(big)
  })
})
