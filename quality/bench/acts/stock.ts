import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { createGoodsReceipt } from '#features/purchasing/contract-receipts.ts'
import { stockUsed, stockValue } from '#features/reports/contract.ts'
import {
  getOverview,
  listItemMovements,
  listLow,
  scanCode,
  listExpiring,
  listInventories,
  listStock,
} from '#features/stock/contract-ledger.ts'
import { createConsumption, createTransfer } from '#features/stock/contract-moves.ts'
import { getStockItem } from '#features/stock/contract-items.ts'
import type { Db } from '#platform/db/connect.ts'
import { TODAY } from '../dataset.ts'
import { endless } from './sample.ts'
import { both, halves, type NextAct, type Scenario } from './scenarios.ts'

const READ = { p95: 20 }
const PAGE = 50
const LINES = 200

interface Shelf {
  id: number
  store: number
  code: string
}
/** Items with a store that has them, in an order without order. */
const shelves = async (db: Db): Promise<Shelf[]> => {
  const { rows } = await sql<Shelf>`
    select i.id, 1 + (i.id % 10) as store, b.code from items i join barcodes b on b.item_id = i.id
    where i.code like 'STK-%' order by md5(i.id::text) limit 8000`.execute(db)
  return rows
}
const over =
  (act: (shelf: Shelf) => ReturnType<NextAct>): Scenario['acts'] =>
  async (_, db) => {
    const rows = await shelves(db)
    return both(() => {
      const next = endless(rows)
      return () => act(next())
    })
  }

const words = ['abac', 'cefalexin 5', 'digoxin', 'enala 10', 'losartan 2', 'STK-19', 'nifed 100 capsule', 'tram']

/** What only reads; run before anything is written. */
export const stockReads: readonly Scenario[] = [
  {
    name: 'stock: a page of 50 items in every store',
    aim: READ,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: listStock, query: { limit: PAGE } })),
  },
  {
    name: 'stock: a page of one store, by name',
    aim: READ,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: listStock, query: { store: 3, limit: PAGE } })),
  },
  {
    name: 'stock: search as one types',
    aim: { p95: 30 },
    warmUp: 1,
    acts: async () =>
      both(() => {
        const next = endless(words)
        return () => ({ endpoint: listStock, query: { q: next() } })
      }),
  },
  {
    name: 'stock: what is low',
    aim: READ,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: listStock, query: { state: 'low', limit: PAGE } })),
  },
  { name: 'low, with what to order', aim: READ, warmUp: 1, acts: async () => both(() => () => ({ endpoint: listLow, query: {} })) },
  {
    name: 'expiring within 60 days',
    aim: READ,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: listExpiring, query: { days: '60' } })),
  },
  { name: 'item: the card', aim: READ, warmUp: 1, acts: over(({ id }) => ({ endpoint: getStockItem, params: { id } })) },
  { name: 'item: its batches', aim: READ, warmUp: 1, acts: over(({ id }) => ({ endpoint: listInventories, query: { item: id } })) },
  {
    name: 'item: a page of its ledger',
    aim: READ,
    warmUp: 1,
    acts: over(({ id }) => ({ endpoint: listItemMovements, params: { id }, query: { limit: PAGE } })),
  },
  {
    name: 'item: a page of its ledger in one store',
    aim: READ,
    warmUp: 1,
    acts: over(({ id, store }) => ({ endpoint: listItemMovements, params: { id }, query: { store, limit: PAGE } })),
  },
  { name: 'scan a bar code', aim: READ, warmUp: 1, acts: over(({ code }) => ({ endpoint: scanCode, query: { code } })) },
  {
    name: 'stock: the overview',
    aim: { p95: 300 },
    times: 20,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: getOverview, query: {} })),
  },
  {
    name: 'stock: worth of the whole clinic',
    aim: { p95: 1000 },
    times: 20,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: stockValue, query: { date: TODAY } })),
  },
  {
    name: 'stock: worth by store a month ago',
    aim: { p95: 2000 },
    times: 20,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: stockValue, query: { date: '2026-02-01', group: 'store' } })),
  },
  {
    name: 'stock: used in a month, by item',
    aim: { p95: 2000 },
    times: 20,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: stockUsed, query: { start_date: '2026-01-01', end_date: '2026-01-31' } })),
  },
]

const deliveries = (rows: readonly Shelf[]): NextAct => {
  let made = 0
  return () => {
    const from = (made++ * LINES) % (rows.length - LINES)
    const items = rows.slice(from, from + LINES).map(({ id }, place) => ({
      item: id,
      quantity: 100,
      purchase_price: '2.50',
      lot: `N${made}-${place}`,
      expires_on: '2029-06-30',
    }))
    return { endpoint: createGoodsReceipt, key: randomUUID(), body: { store: 1 + (made % 3), supplier: 1, items } }
  }
}
const uses = (rows: readonly Shelf[]): NextAct => {
  const next = endless(rows)
  return () => {
    const { id, store } = next()
    return { endpoint: createConsumption, key: randomUUID(), body: { store, reason: 'Ward', items: [{ item: id, quantity: 1 }] } }
  }
}
const transfers = (rows: readonly Shelf[]): NextAct => {
  let at = 0
  return () => {
    const five = rows.slice(at % (rows.length - 5), (at % (rows.length - 5)) + 5)
    at += 5
    const body = { from_store: 1, to_store: 2, items: five.map(({ id }) => ({ item: id, quantity: 1 })) }
    return { endpoint: createTransfer, key: randomUUID(), body }
  }
}
const writing =
  (make: (rows: readonly Shelf[]) => NextAct): Scenario['acts'] =>
  async (_, db) => {
    const [mine, others] = halves(await shelves(db))
    return [make(mine), make(others)]
  }

export const stockWrites: readonly Scenario[] = [
  { name: 'use up one item, first expiry first', aim: { p95: 40 }, warmUp: 0.5, acts: writing(uses) },
  { name: 'send five items to another store', aim: { p95: 40 }, warmUp: 0.5, acts: writing(transfers) },
  { name: `receive a delivery of ${LINES} lines`, aim: { p95: 300 }, warmUp: 0.5, acts: writing(deliveries) },
]
