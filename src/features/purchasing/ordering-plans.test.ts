import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { countOrders, findOrderItems, findOrders } from './server/orders/find.ts'
import { findItems, findRequisitions } from './server/requisitions/find.ts'
import { findOpenLines } from './server/requisitions/open-lines.ts'
import { findLedger } from './server/suppliers/ledger.ts'
import { findLastPrices, findPrices } from './server/suppliers/prices.ts'
import { findSuppliers } from './server/suppliers/suppliers.ts'

let clinic: TestClinic
let me: { id: number; permissions: ReadonlySet<string> }
beforeAll(async () => {
  clinic = await openTestClinic()
  const { id: by } = await clinic.signedInAs([])
  const { id: first } = await clinic.signedInAs([])
  const { id: second } = await clinic.signedInAs([])
  me = { id: first, permissions: new Set(['purchasing.approve_request', 'purchasing.approve']) }
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into stores (name, kind) select 'Ward ' || n, 'ward' from generate_series(4, 10) n`)
    await client.query(`insert into suppliers (name) select 'Supplier ' || n from generate_series(1, 100) n`)
    await client.query(`insert into items (name, category, unit) select 'Drug ' || n, 'drug', 'tablet' from generate_series(1, 500) n`)
    await client.query(`insert into batches (item_id, lot, unit_cost, received_at)
      select item_id, 'L' || n, 2.5, '2025-01-01' from stocked_items, generate_series(1, 5) n`)
    await client.query(`insert into stock_levels (store_id, item_id) select s.id, k.item_id from stores s, stocked_items k`)
    await client.query(`insert into requisitions (number, store_id, status, requested_at, requested_by, department_approved_at, department_approved_by,
        procurement_approved_at, procurement_approved_by, ended_at)
      select 'P-' || n, n % 10 + 1, (case when n > 19950 then 'submitted' when n > 19900 then 'approved' else 'closed' end)::requisition_status, t,
        ${by}, case when n <= 19950 then t end, case when n <= 19950 then ${first} end, case when n <= 19950 then t end,
        case when n <= 19950 then ${second} end, case when n <= 19900 then t end
      from generate_series(1, 20000) n, lateral (select timestamptz '2025-03-01' + n * interval '20 minutes') x(t)`)
    await client.query(`insert into requisition_items (requisition_id, item_id, supplier_id, quantity_requested, quantity_approved, ordered_units, date_created)
      select r.id, (select min(item_id) from stocked_items) + (r.id * 7 + n * 13) % 500, r.id % 100 + 1, 10, 10,
        case when r.status = 'closed' then 10 else 0 end, r.requested_at
      from requisitions r, generate_series(1, 4) n`)
    await client.query(`insert into purchase_orders (number, supplier_id, store_id, status, created_at, created_by, approved_at, approved_by, ended_at)
      select 'P-' || n, n % 100 + 1, n % 10 + 1, (case when n > 19900 then 'draft' when n > 19800 then 'sent' else 'closed' end)::purchase_order_status,
        t, ${by}, case when n <= 19900 then t end, case when n <= 19900 then ${first} end, case when n <= 19800 then t end
      from generate_series(1, 20000) n, lateral (select timestamptz '2025-03-01' + n * interval '20 minutes') x(t)`)
    await client.query(`insert into purchase_order_items (purchase_order_id, item_id, supplier_id, quantity_purchased, unit_price, date_created)
      select o.id, (select min(item_id) from stocked_items) + (o.id * 7 + n * 13) % 500, o.supplier_id, 10, 2.5, o.created_at
      from purchase_orders o, generate_series(1, 4) n`)
    await client.query(`insert into purchase_order_sources (purchase_order_item_id, requisition_item_id, units)
      select i.id, i.id, 10 from purchase_order_items i join requisition_items r on r.id = i.id where r.ordered_units = 10`)
    await client.query(`insert into supplier_bills (supplier_id, invoice_no, bill_date, due_on, total_cost, paid, created_at, created_by)
      select n % 100 + 1, 'I' || n, '2025-03-01', '2025-04-01', 100, case when n > 19000 then 0 else 100 end, '2025-03-01', ${by}
      from generate_series(1, 20000) n`)
    await client.query('vacuum analyze')
  })
})
afterAll(() => clinic.close())

const now = new Date('2026-03-02T07:30:00Z')
const page = { cursor: null, limit: 26 }
const later = { cursor: [9000, 9000] as [number, number], limit: 26 }
const cases: [string, (db: Db) => Promise<unknown>][] = [
  ['the first page of requisitions', (db) => findRequisitions(db, {}, me, page)],
  ['a later page of requisitions', (db) => findRequisitions(db, {}, me, later)],
  ['requisitions that wait for me', (db) => findRequisitions(db, { waiting: true }, me, page)],
  ['the requisition of a number', (db) => findRequisitions(db, { q: '-1990' }, me, page)],
  ['requisitions of a store', (db) => findRequisitions(db, { store: 4, status: 'closed' }, me, page)],
  ['requisitions with an item', (db) => findRequisitions(db, { item: 250 }, me, page)],
  ['rows of requisitions of an item', (db) => findItems(db, { item: 250 }, page)],
  ['lines that are to be ordered', (db) => findOpenLines(db, {}, page)],
  ['lines that are to be ordered from a supplier', (db) => findOpenLines(db, { supplier: 7 }, page)],
  ['the first page of orders', (db) => findOrders(db, {}, me, page, now)],
  ['a later page of orders', (db) => findOrders(db, {}, me, later, now)],
  ['the order of a number', (db) => findOrders(db, { q: '-1990' }, me, page, now)],
  ['orders of a supplier', (db) => findOrders(db, { supplier: 7 }, me, page, now)],
  ['orders of which something is to come', (db) => findOrders(db, { open: true }, me, page, now)],
  ['orders that wait for me', (db) => findOrders(db, { waiting: true }, me, page, now)],
  ['orders that wait for others', (db) => findOrders(db, { waiting_for_others: true }, me, page, now)],
  ['orders of a requisition', (db) => findOrders(db, { requisition: 900 }, me, page, now)],
  ['how many drafts there are', (db) => countOrders(db, { status: 'draft' }, me)],
  ['the rows of an order', (db) => findOrderItems(db, 9000)],
  ['suppliers with what is owed to them', (db) => findSuppliers(db, {}, page, now)],
  ['the ledger of a supplier', (db) => findLedger(db, 7, page)],
  ['what a supplier asked for an item', (db) => findPrices(db, { supplier: 7, item: 250 }, page)],
  ['what a supplier last asked', (db) => findLastPrices(db, 7, [{ item: 250, pack_units: 1 }])],
]
test.each(cases)('at size, %s is read by index', async (_name, query) => {
  const plan = await planOf(clinic, query)
  expect(plan).toMatch(/Index|Bitmap/)
  expect(plan).not.toMatch(
    /Seq Scan on (requisitions|requisition_items|purchase_orders|purchase_order_items|purchase_order_sources|supplier_bills|batches)\b/,
  )
})
