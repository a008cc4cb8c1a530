import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { findExpiring, findInventories } from './server/inventories.ts'
import { findLevels, findStockItems } from './server/items.ts'
import { findMovements } from './server/movements.ts'
import { findMostUsed } from './server/overview.ts'
import { findStock } from './server/stock.ts'
import { findDemand, findLow, findWeeks } from './server/usage.ts'

const now = new Date('2026-03-02T07:30:00Z')
const day = '2026-03-02'
const ITEMS = 6_000
let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ now })
  await asOwner(clinic.ownerUrl, async (client) => {
    const run = (text: string) => client.query(text)
    await run('alter table stock_movements disable trigger user')
    await run(
      `insert into items (code, name, category, unit) select 'C-' || n, 'Item ' || md5(n::text), 'drug', 'tablet' from generate_series(1, ${ITEMS}) n`,
    )
    await run(
      `insert into prices (price_list_id, item_id, price, valid_from) select l.id, i.id, 10, '2026-01-01' from items i, price_lists l`,
    )
    await run(`insert into stores (name, kind) values ('Ward', 'ward'), ('Theatre', 'ward')`)
    await run(`insert into stock_levels (store_id, item_id, usable, quarantined, reorder_level)
      select s.id, i.item_id, case when i.item_id % 200 = 0 then 0 else 100 end, case when i.item_id % 300 = 0 then 5 else 0 end,
        case when i.item_id % 250 = 0 then 500 else 10 end
      from stocked_items i, stores s`)
    await run(`insert into batches (item_id, lot, expires_on, unit_cost, received_at)
      select i.item_id, 'L' || n, date '2023-01-01' + (i.item_id * 7 + n * 150) % 1800, 1.5, timestamptz '2023-01-01' + n * interval '100 days'
      from stocked_items i, generate_series(1, 3) n`)
    await run(`insert into batch_stock (store_id, item_id, batch_id, state, quantity)
      select s.id, b.item_id, b.id, 'usable', case when b.expires_on > date '2026-02-20' then 50 else 0 end from batches b, stores s`)
    await run(`insert into barcodes (code, item_id) select 'BAR-' || item_id, item_id from stocked_items`)
    await run(`insert into users (email, first_name, last_name, role) values ('a@clinic.example', 'Amina', 'Yusuf', 'nurse')`)
    await run(`insert into stock_notes (number, kind, reason, created_at) values ('N', 'consumption', 'x', now())`)
    await run(`insert into stock_entries (number, stock_note_id, happened_at, day)
      select 'N', s.id, t, t::date from stock_notes s, generate_series(timestamptz '2024-03-02', timestamptz '2026-03-01', interval '1 hour') t`)
    await run(`insert into stock_movements (entry_id, store_id, item_id, batch_id, state, kind, quantity, happened_at, day)
      select e.id, st.id, (e.id * 13 + n * 37) % ${ITEMS} + 1, ((e.id * 13 + n * 37) % ${ITEMS}) * 3 + 1, 'usable', 'consume', -1, e.happened_at, e.day
      from stock_entries e, generate_series(1, 4) n join lateral (select id from stores order by id offset n % 5 limit 1) st on true`)
    await run(`insert into suppliers (name) values ('Supplier')`)
    await run(`insert into purchase_orders (number, supplier_id, store_id, status, created_at, created_by, approved_at, approved_by)
      select 'PO' || n, s.id, 1, case when n % 50 = 0 then 'sent' else 'received' end::purchase_order_status, now(), u.id, now(), u.id
      from suppliers s, users u, generate_series(1, 1000) n`)
    await run(`insert into purchase_order_items (purchase_order_id, item_id, supplier_id, quantity_purchased, unit_price, received_units, date_created)
      select o.id, (o.id * 20 + n) % ${ITEMS} + 1, o.supplier_id, 10, 5, case when o.status = 'sent' then 0 else 10 end, now()
      from purchase_orders o, generate_series(1, 20) n`)
    await run('analyze')
  })
})
afterAll(() => clinic.close())

// How an item is stocked is a narrow row: reading all of them for some hundreds is right.
const big =
  /Seq Scan on (items|prices|stock_levels|batches|batch_stock|barcodes|stock_entries|stock_movements|purchase_order_items|purchase_orders)\b/
const page = { cursor: null, limit: 26 }
const later = { ...page, cursor: ['item 8', 900] as [string, number] }
const at = { now, day }

describe('at 6,000 items in five stores with 70,000 movements stock is read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['the first page of stock', (db) => findStock(db, {}, at, page)],
    ['a later page of it', (db) => findStock(db, {}, at, later)],
    ['a later page downwards', (db) => findStock(db, { sort: '-name' }, at, later)],
    ['the stock of a store', (db) => findStock(db, { store: 4 }, at, page)],
    ['what is low', (db) => findStock(db, { state: 'low' }, at, page)],
    ['what is low in a store', (db) => findStock(db, { state: 'low', store: 2 }, at, page)],
    ['what is out', (db) => findStock(db, { state: 'out' }, at, page)],
    ['what is out in a store', (db) => findStock(db, { state: 'out', store: 2 }, at, page)],
    ['what is quarantined', (db) => findStock(db, { state: 'quarantined' }, at, page)],
    ['what is quarantined in a store', (db) => findStock(db, { state: 'quarantined', store: 2 }, at, page)],
    ['a page of items', (db) => findStockItems(db, {}, now, page)],
    ['a later page of items', (db) => findStockItems(db, { active: true }, now, later)],
    ['the levels of an item', (db) => findLevels(db, 77)],
    ['what lies where', (db) => findInventories(db, {}, at, page)],
    ['what lies where of an item', (db) => findInventories(db, { item: 77 }, at, page)],
    ['what lies where, on a later page of a store', (db) => findInventories(db, { store: 3 }, at, { ...page, cursor: [9000, 9000] })],
    ['what expires', (db) => findExpiring(db, { days: '30' }, at, page)],
    ['what expires in a store, on a later page', (db) => findExpiring(db, { store: 2 }, at, { ...page, cursor: ['2026-04-01', 900] })],
    ['the ledger', (db) => findMovements(db, {}, page, true)],
    ['the ledger of an item', (db) => findMovements(db, { item: 77 }, page, true)],
    ['a later page of it', (db) => findMovements(db, { item: 77 }, { ...page, cursor: [90_000, 90_000] })],
    ['the ledger of an item in a store', (db) => findMovements(db, { item: 77, store: 2 }, page)],
    ['the ledger of a store', (db) => findMovements(db, { store: 2 }, page)],
    ['the ledger of a batch', (db) => findMovements(db, { batch: 77 }, page)],
    ['the movements of an entry', (db) => findMovements(db, { entry: 77 }, page)],
    ['what is used of an item', (db) => findDemand(db, 77, day)],
    ['what is used of it in a store', (db) => findDemand(db, 77, day, 2)],
    ['what is used of it by week', (db) => findWeeks(db, 77, day, 26)],
    ['what to order', (db) => findLow(db, {}, day, page)],
    ['what to order for a store', (db) => findLow(db, { store: 2 }, day, page)],
    ['what is used most', (db) => findMostUsed(db, day)],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(big)
  })

  test('a search looks at the names of the catalogue, and at nothing else as a whole', async () => {
    for (const q of ['c81e728d', 'BAR-77', 'item c81e']) {
      const plan = await planOf(clinic, (db) => findStock(db, { q }, at, page))
      expect(plan.replace(/Seq Scan on items/, '')).not.toMatch(big)
    }
  })

  test('a plan that reads a whole table is told', async () => {
    expect(await planOf(clinic, (db) => sql`select * from stock_movements where quantity = 7`.execute(db))).toMatch(big)
  })
})
