import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import type { Position } from '#platform/db/keyset.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { findExpired } from './server/moves/expire.ts'
import { countNotes, findNotes } from './server/moves/notes.ts'
import { findUses } from './server/moves/recall-uses.ts'
import { findRecalls } from './server/moves/recalls.ts'
import { countTransfers, findTransfers } from './server/moves/transfers.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
  const { id: by } = await clinic.signedInAs([])
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into stores (name, kind) select 'Ward ' || n, 'ward' from generate_series(4, 10) n`)
    await client.query(`insert into items (name, category, unit) select 'Drug ' || n, 'drug', 'tablet' from generate_series(1, 500) n`)
    await client.query(`insert into batches (item_id, lot, expires_on, unit_cost, received_at)
      select item_id, 'L' || n, date '2024-01-01' + (item_id * 7 + n * 100) % 1500, 2.5, '2025-01-01' from stocked_items, generate_series(1, 10) n`)
    await client.query(`insert into transfers (number, from_store_id, to_store_id, status, sent_at, sent_by, ended_at, ended_by)
      select 'P-' || n, n % 10 + 1, (n + 3) % 10 + 1, (case when n > 19900 then 'sent' else 'received' end)::transfer_status, t, ${by},
        case when n <= 19900 then t end, case when n <= 19900 then ${by} end
      from generate_series(1, 20000) n, lateral (select timestamptz '2025-03-01' + n * interval '20 minutes') x(t)`)
    await client.query(`insert into transfer_items (transfer_id, item_id, batch_id, quantity, received)
      select t.id, b.item_id, b.id, 10, case when t.status = 'sent' then 0 else 10 end
      from transfers t join batches b on b.id % 2500 = t.id % 2500`)
    await client.query(`insert into stock_notes (number, kind, store_id, reason, created_at, created_by)
      select 'P-' || n, (array['consumption', 'consumption', 'write-off', 'quarantine'])[n % 4 + 1]::stock_note_kind, n % 10 + 1, 'Ward round',
        timestamptz '2025-03-01' + n * interval '20 minutes', ${by} from generate_series(1, 20000) n`)
    await client.query(`insert into stock_entries (number, stock_note_id, happened_at, day, created_by)
      select number, id, created_at, created_at::date, created_by from stock_notes`)
    // What is on hand plays no part in these lists.
    await client.query('alter table stock_movements disable trigger user')
    await client.query(`insert into stock_movements (entry_id, store_id, item_id, batch_id, state, kind, quantity, happened_at, day)
      select e.id, n.store_id, b.item_id, b.id, 'usable', 'consume', -1, e.happened_at, e.day
      from stock_entries e join stock_notes n on n.id = e.stock_note_id join batches b on b.id % 2500 = e.id % 2500`)
    await client.query('alter table stock_movements enable trigger user')
    await client.query(`insert into batch_stock (store_id, item_id, batch_id, state, quantity)
      select s.id, b.item_id, b.id, 'usable', (b.id + s.id) % 3 from batches b, stores s where s.id <= 4`)
    await client.query(`insert into recalls (number, item_id, lot, reason, recalled_at, recalled_by, stock_note_id)
      select 'P-' || b.id, b.item_id, b.lot, 'Glass', '2025-06-01', ${by}, 1 from batches b where b.id % 10 = 0`)
    await client.query('vacuum analyze')
  })
})
afterAll(() => clinic.close())

const first: Position = { cursor: null, limit: 26 }
const later: Position = { cursor: [9000, 9000], limit: 26 }
const cases: [string, (db: Db) => Promise<unknown>][] = [
  ['the first page of transfers', (db) => findTransfers(db, {}, first)],
  ['a later page of transfers', (db) => findTransfers(db, {}, later)],
  ['transfers of a store', (db) => findTransfers(db, { store: 4 }, first)],
  ['transfers to a store that are on their way', (db) => findTransfers(db, { to_store: 4, status: 'sent' }, first)],
  ['transfers of an item', (db) => findTransfers(db, { item: 250 }, first)],
  ['transfers of a month', (db) => findTransfers(db, { from: '2025-06-01', to: '2025-06-30' }, first)],
  ['how many are on their way', (db) => countTransfers(db, { status: 'sent' })],
  ['the first page of notes', (db) => findNotes(db, {}, first)],
  ['a later page of notes', (db) => findNotes(db, {}, later)],
  ['write-offs of a store', (db) => findNotes(db, { kind: 'write-off', store: 4 }, first)],
  ['notes of an item', (db) => findNotes(db, { item: 250 }, first)],
  ['notes of a month', (db) => findNotes(db, { from: '2025-06-01', to: '2025-06-30' }, first)],
  ['how many consumptions a store has', (db) => countNotes(db, { kind: 'consumption', store: 4 })],
  ['recalls', (db) => findRecalls(db, {}, first)],
  ['recalls that lie in a store', (db) => findRecalls(db, { store: 2, status: 'open' }, first)],
  ['what went out of a lot', (db) => findUses(db, [1200, 1201], first, { dispenses: true, patients: true })],
  ['what has expired', (db) => findExpired(db, '2024-06-01')],
]
test.each(cases)('at size, %s is read by index', async (_name, query) => {
  const plan = await planOf(clinic, query)
  expect(plan).toMatch(/Index/)
  expect(plan).not.toMatch(/Seq Scan on (transfers|transfer_items|stock_notes|stock_entries|stock_movements|batch_stock|recalls)\b/)
})
