import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import type { User } from '#platform/http/handle.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { findAgreed } from './server/bills/agreed.ts'
import { countBills, findBills } from './server/bills/bills.ts'
import { findPayments } from './server/payments/payments.ts'
import { findIncoming } from './server/receipts/incoming-items.ts'
import { findReceipts } from './server/receipts/receipts.ts'
import { findReturns } from './server/returns/returns.ts'

let clinic: TestClinic
let me: User
beforeAll(async () => {
  clinic = await openTestClinic()
  const { id: by } = await clinic.signedInAs([])
  me = { id: by, permissions: new Set() } as unknown as User
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into stores (name, kind) select 'Ward ' || n, 'ward' from generate_series(4, 10) n`)
    await client.query(`insert into suppliers (name) select 'Supplier ' || n from generate_series(1, 100) n`)
    await client.query(`insert into items (name, category, unit) select 'Drug ' || n, 'drug', 'tablet' from generate_series(1, 500) n`)
    await client.query(`insert into batches (item_id, lot, unit_cost, supplier_id, received_at)
      select item_id, 'L' || n, 2.5, n, '2025-01-01' from stocked_items, generate_series(1, 10) n`)
    await client.query(`insert into purchase_orders (number, supplier_id, store_id, status, created_at, created_by, approved_at, approved_by)
      select 'PO-2025-' || lpad(n::text, 5, '0'), n % 100 + 1, n % 10 + 1, 'received', t, ${by}, t, ${by}
      from generate_series(1, 20000) n, lateral (select timestamptz '2025-03-01' + n * interval '20 minutes') x(t)`)
    await client.query(`insert into purchase_order_items (purchase_order_id, item_id, supplier_id, quantity_purchased, unit_price, date_created)
      select o.id, (select min(item_id) from stocked_items) + (o.id * 7 + n * 13) % 500, o.supplier_id, 10, 2.5, o.created_at
      from purchase_orders o, generate_series(1, 2) n`)
    await client.query(`insert into goods_receipts (number, store_id, supplier_id, purchase_order_id, delivery_note, received_at, received_on, received_by)
      select 'GRN-2025-' || lpad(o.id::text, 5, '0'), o.store_id, o.supplier_id, case when o.id % 4 > 0 then o.id end, 'D' || o.id, o.created_at,
        o.created_at::date, ${by} from purchase_orders o`)
    await client.query(`insert into goods_receipt_items (goods_receipt_id, purchase_order_item_id, item_id, batch_id, pack_units, quantity, purchase_price)
      select r.id, case when r.purchase_order_id is not null then i.id end, i.item_id,
        (select b.id from batches b where b.item_id = i.item_id order by b.id limit 1), 1, 10, 2.5
      from goods_receipts r join purchase_order_items i on i.purchase_order_id = r.id`)
    await client.query(`insert into supplier_bills (supplier_id, purchase_order_id, invoice_no, bill_date, due_on, total_cost, paid, differences, created_at, created_by)
      select r.supplier_id, r.purchase_order_id, 'I' || r.id, r.received_on, r.received_on + 30, 50, case when r.id > 19000 then 0 else 50 end,
        case when r.id > 19900 then array['Billed 2.00 more'] else '{}' end, r.received_at, ${by} from goods_receipts r`)
    await client.query(`insert into supplier_bill_items (supplier_bill_id, item_id, purchase_order_item_id, quantity, unit_price)
      select b.id, l.item_id, l.purchase_order_item_id, 10, 2.5 from supplier_bills b join goods_receipt_items l on l.goods_receipt_id = b.id`)
    await client.query(`insert into supplier_returns (number, supplier_id, store_id, reason, returned_at, returned_by)
      select 'SR-2025-' || n, n % 100 + 1, n % 10 + 1, 'Broken', '2025-05-01', ${by} from generate_series(1, 20000) n`)
    await client.query(`insert into supplier_return_items (supplier_return_id, item_id, batch_id, state, quantity)
      select r.id, b.item_id, b.id, 'usable', 2 from supplier_returns r join batches b on b.id = r.id % 5000 + 1`)
    await client.query(`alter table supplier_allocations disable trigger user`)
    await client.query(`insert into supplier_payments (number, kind, supplier_id, payment_mode_id, supplier_return_id, amount, reference, paid_on, created_at, created_by)
      select 'SP-2025-' || b.id, (case when b.id % 20 = 0 then 'credit' else 'payment' end)::supplier_payment_kind, b.supplier_id,
        case when b.id % 20 > 0 then (select min(id) from payment_modes) end, case when b.id % 20 = 0 then b.id end, 5, 'R' || b.id, b.bill_date,
        b.created_at, ${by} from supplier_bills b`)
    await client.query(
      `insert into supplier_allocations (supplier_payment_id, supplier_bill_id, amount) select id, id, 5 from supplier_payments`,
    )
    await client.query('vacuum analyze')
  })
})
afterAll(() => clinic.close())

const now = new Date('2026-03-02T07:30:00Z')
const page = { cursor: null, limit: 26 }
const later = { cursor: [9000, 9000] as [number, number], limit: 26 }
const cases: [string, (db: Db) => Promise<unknown>][] = [
  ['the first page of bills', (db) => findBills(db, {}, page, me, now)],
  ['a later page of bills', (db) => findBills(db, {}, later, me, now)],
  ['bills of a supplier', (db) => findBills(db, { supplier: 7 }, page, me, now)],
  ['bills of an order', (db) => findBills(db, { purchase_order: 901 }, page, me, now)],
  ['bills that are overdue', (db) => findBills(db, { overdue: true }, page, me, now)],
  ['bills on which nothing is paid', (db) => findBills(db, { payment_status: 'unpaid' }, page, me, now)],
  ['bills that somebody has to approve', (db) => findBills(db, { differs: true }, page, me, now)],
  ['how many bills somebody has to approve', (db) => countBills(db, { differs: true }, now)],
  ['how many bills are overdue', (db) => countBills(db, { overdue: true }, now)],
  ['the bill of a number', (db) => findBills(db, { search: 'I901' }, page, me, now)],
  ['what came of an order and is not billed', (db) => findAgreed(db, 7, 901)],
  ['what came of a supplier without an order and is not billed', (db) => findAgreed(db, 7, null)],
  ['the first page of deliveries', (db) => findReceipts(db, {}, page)],
  ['a later page of deliveries', (db) => findReceipts(db, {}, later)],
  ['deliveries of a supplier', (db) => findReceipts(db, { supplier: 7 }, page)],
  ['deliveries of an order', (db) => findReceipts(db, { purchase_order: 901 }, page)],
  ['deliveries of a store', (db) => findReceipts(db, { store: 4 }, page)],
  ['deliveries of a day', (db) => findReceipts(db, { from: '2025-04-01', to: '2025-04-01' }, page)],
  ['the delivery of a number', (db) => findReceipts(db, { search: '00901' }, page)],
  ['the first page of what came', (db) => findIncoming(db, {}, page)],
  ['a later page of what came', (db) => findIncoming(db, {}, later)],
  ['what came of an item', (db) => findIncoming(db, { item: 250 }, page)],
  ['what came from a supplier', (db) => findIncoming(db, { supplier: 7 }, page)],
  ['what came of an order', (db) => findIncoming(db, { purchase_order: 901 }, page)],
  ['what came by a number', (db) => findIncoming(db, { search: '00901' }, page)],
  ['the first page of payments', (db) => findPayments(db, {}, page)],
  ['payments to a supplier', (db) => findPayments(db, { supplier: 7 }, page)],
  ['payments of a bill', (db) => findPayments(db, { bill: 901 }, page)],
  ['credits', (db) => findPayments(db, { kind: 'credit' }, page)],
  ['the payment of a number', (db) => findPayments(db, { search: '00901' }, page)],
  ['the first page of returns', (db) => findReturns(db, {}, page)],
  ['returns to a supplier', (db) => findReturns(db, { supplier: 7 }, page)],
  ['returns from a store', (db) => findReturns(db, { store: 4 }, page)],
  ['returns that are not credited', (db) => findReturns(db, { uncredited: true }, page)],
]
test.each(cases)('at size, %s is read by index', async (_name, query) => {
  const plan = await planOf(clinic, query)
  expect(plan).toMatch(/Index|Bitmap/)
  expect(plan).not.toMatch(
    /Seq Scan on (goods_receipts|goods_receipt_items|supplier_bills|supplier_bill_items|supplier_payments|supplier_allocations|supplier_returns|supplier_return_items|purchase_orders|purchase_order_items|batches)\b/,
  )
})
