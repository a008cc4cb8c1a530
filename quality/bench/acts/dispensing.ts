import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { checkDispense, createDispense, getCounterPrescription, listDispenses } from '#features/pharmacy/contract.ts'
import { getPharmacyCounts, listPharmacyQueue, createSale } from '#features/pharmacy/contract-counter.ts'
import type { Db } from '#platform/db/connect.ts'
import { endless } from './sample.ts'
import { both, halves, type NextAct, type Scenario } from './scenarios.ts'

const READ = { p95: 20 }
const WRITE = { p95: 40 }
const SEARCH = { p95: 30 }
const PAGE = 25

interface Waiting {
  id: number
  version: number
  visit: string
  lines: number[]
}
/** Prescriptions that nobody came for yet, those of the last month; each once. */
const waiting = async (db: Db): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select p.id, p.version, v.track_number as visit, array_agg(d.id order by d.id) as lines
    from prescriptions p join visits v on v.id = p.visit_id and v.track_number like 'BD-%'
    join prescribed_drugs d on d.prescription_id = p.id and not d.is_dispensed
    where p.waiting_since < now() - interval '8 days' and p.waiting_since > now() - interval '29 days' and p.status = 'pending'
    group by p.id, p.version, v.track_number order by p.id desc limit 12000`.execute(db)
  return rows
}
const over =
  (act: (prescription: Waiting) => ReturnType<NextAct>): Scenario['acts'] =>
  async (_, db) => {
    const rows = await waiting(db)
    return both(() => {
      const next = endless(rows)
      return () => act(next())
    })
  }

/** What only reads; run before anything is written. */
export const dispensingReads: readonly Scenario[] = [
  {
    name: 'pharmacy: the queue',
    aim: READ,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: listPharmacyQueue, query: { limit: PAGE } })),
  },
  {
    name: 'pharmacy: the queue, what is short',
    aim: READ,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: listPharmacyQueue, query: { state: 'short', limit: PAGE } })),
  },
  {
    name: 'pharmacy: search by the number of a visit',
    aim: SEARCH,
    warmUp: 1,
    acts: over(({ visit }) => ({ endpoint: listPharmacyQueue, query: { q: visit } })),
  },
  { name: 'pharmacy: counts', aim: READ, warmUp: 1, acts: async () => both(() => () => ({ endpoint: getPharmacyCounts, query: {} })) },
  {
    name: 'pharmacy: a prescription at the counter',
    aim: READ,
    warmUp: 1,
    acts: over(({ id }) => ({ endpoint: getCounterPrescription, params: { id }, query: {} })),
  },
  {
    name: 'pharmacy: checked as it is typed',
    aim: SEARCH,
    warmUp: 1,
    acts: over(({ id, lines }) => ({ endpoint: checkDispense, body: { prescription: id, lines: lines.map((line) => ({ line })) } })),
  },
  {
    name: 'pharmacy: what was handed out, first page',
    aim: READ,
    warmUp: 1,
    acts: async () => both(() => () => ({ endpoint: listDispenses, query: { limit: PAGE } })),
  },
]

const dispensing = (rows: readonly Waiting[]): NextAct => {
  let at = 0
  return () => {
    const prescription = rows[at++]
    if (!prescription) return null
    const { id, version, lines } = prescription
    return { endpoint: createDispense, key: randomUUID(), body: { prescription: id, version, lines: lines.map((line) => ({ line })) } }
  }
}
const selling = (items: readonly { id: number; price: string }[], mode: number): NextAct => {
  const next = endless(items)
  return () => {
    const { id, price } = next()
    const body = { lines: [{ item: id, quantity: 1 }], total: price, payments: [{ payment_mode: mode, amount: price }] }
    return { endpoint: createSale, key: randomUUID(), body }
  }
}

export const dispensingWrites: readonly Scenario[] = [
  {
    name: 'dispense three lines over five batches',
    aim: WRITE,
    warmUp: 0.5,
    acts: async (_, db) => {
      const [mine, others] = halves(await waiting(db))
      return [dispensing(mine), dispensing(others)]
    },
  },
  {
    name: 'sell one item at the counter, paid at once',
    aim: WRITE,
    warmUp: 0.5,
    acts: async (_, db) => {
      const { rows } = await sql<{ id: number; price: string }>`
        select i.id, p.price::text as price from items i join prices p on p.item_id = i.id where i.code like 'STK-%' order by md5(i.id::text) limit 4000`.execute(
        db,
      )
      const { id: mode } = await db.selectFrom('payment_modes').select('id').where('category', '=', 'cash').executeTakeFirstOrThrow()
      const [mine, others] = halves(rows)
      return [selling(mine, mode), selling(others, mode)]
    },
  },
]
