import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import type { Db } from '#platform/db/connect.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { findItem, findItems, findItemsById } from './server/items.ts'
import { matchRows } from './server/match-rows.ts'
import { findPricedItems, findPrices } from './server/prices.ts'

const now = new Date('2026-03-02T07:30:00Z')
const day = '2026-03-02'
let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ now })
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`insert into insurance_companies (name) select 'Insurer ' || n from generate_series(1, 4) n`)
    await client.query(`insert into price_lists (name, insurance_company_id) select name, id from insurance_companies`)
    await client.query(
      `insert into items (code, name, category) select 'C-' || n, 'Item ' || md5(n::text), 'drug' from generate_series(1, 20000) n`,
    )
    await client.query(`insert into prices (price_list_id, item_id, price, valid_from)
      select l.id, i.id, 10, begins from items i cross join price_lists l cross join (values (date '2025-01-01'), ('2026-01-01')) as x (begins)`)
    await client.query('analyze')
  })
})
afterAll(() => clinic.close())

const big = /Seq Scan on (items|prices)\b/
const page = { cursor: null, limit: 26 }

describe('at 20,000 items with 200,000 prices they are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['the first page', (db) => findItems(db, {}, now, page)],
    ['a later page', (db) => findItems(db, { active: true }, now, { ...page, cursor: ['item 8', 9000] })],
    ['a search', (db) => findItems(db, { q: 'c81e728d' }, now, page)],
    ['a search of two words', (db) => findItems(db, { q: 'c81e 728d9d4' }, now, page)],
    ['a category', (db) => findItems(db, { category: 'drug' }, now, page)],
    ['an item', (db) => findItem(db, 77, now)],
    ['several items', (db) => findItemsById(db, [1, 2, 3], now)],
    ['the prices of a list', (db) => findPricedItems(db, 2, day, {}, page)],
    ['a later page of them', (db) => findPricedItems(db, 2, day, { priced: true }, { ...page, cursor: ['item 8', 9000] })],
    ['a search in them', (db) => findPricedItems(db, 2, day, { q: 'c81e728d' }, page)],
    ['the history of a price', (db) => findPrices(db, 2, [77])],
    [
      'the items that a file means',
      (db) =>
        matchRows(
          db,
          [
            { row: 2, code: 'c-5' },
            { row: 3, name: 'x' },
          ],
          { hold: false },
        ),
    ],
    ['what a payer is asked', (db) => sql`select * from item_price(77, 2, ${day}::date)`.execute(db)],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(big)
  })

  test('a plan that reads a whole table is told', async () => {
    expect(await planOf(clinic, (db) => sql`select * from items where unit = 'x'`.execute(db))).toMatch(big)
  })
})
