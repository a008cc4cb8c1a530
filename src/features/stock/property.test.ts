import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, inTransaction, type Connection, type Tx } from '#platform/db/connect.ts'
import { isRetryable, problemOf } from '#platform/errors/wire.ts'
import type { User } from '#platform/http/handle.ts'
import { constraints } from '../../app.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { findStockInconsistencies } from '../../testing/books/stock-books.ts'
import { aDrug, aStore, someStock } from '../../testing/scenarios/stock.ts'
import { rounds } from '../../testing/whole.ts'
import { findRecalled, keepBatches, lockLevels, nextNumber, reverseEntries, sendTransfer, writeEntry, writeNote } from './public.ts'
import { callBack, receiveStock } from './server/moves/end-transfer.ts'
import { quarantineExpired } from './server/moves/expire.ts'
import { liftLot, recallLot } from './server/moves/recall-lot.ts'
import { reverseNote } from './server/moves/reverse-note.ts'
import { consume, quarantine, release, writeOff } from './server/moves/write-notes.ts'

const MOVEMENTS = rounds(20_000)
/** A lot that is rarely recalled may need more of them. */
const MOST_MOVEMENTS = 20_000
const WORKERS = 16
const now = new Date('2026-03-02T07:30:00Z')
const seed = Number(process.env['SEED'] ?? randomInt(2 ** 31))

/** Numbers that look random, always the same for one seed. */
const dice = (start: number) => {
  let state = start >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return { below, of: <T>(list: readonly T[]): T => list[below(list.length)]! }
}
type Dice = ReturnType<typeof dice>

let clinic: TestClinic
let connection: Connection
let user: Pick<User, 'id' | 'permissions'>
const stores: number[] = []
const items: number[] = []
const lots = [
  { lot: 'A', expires_on: '2027-01-28', unit_cost: '1.333333' },
  { lot: 'B', expires_on: '2027-02-28', unit_cost: '2' },
  { lot: 'C', expires_on: null, unit_cost: '0' },
  { lot: 'OLD', expires_on: '2026-03-01', unit_cost: '0.1' },
]
const batches: { item: number; batch: number }[] = []
/** What the workers made, so that others of them end it or take it back: twice, too. */
const transfers: number[] = []
const notes: number[] = []
const receipts: { entry: number; note: number; number: string }[] = []
const recalls: number[] = []

beforeAll(async () => {
  clinic = await openTestClinic({ now })
  connection = connect(clinic.logins.kliniki_app, 'kliniki_app', { max: WORKERS })
  user = { id: (await clinic.signedInAs([])).id, permissions: new Set(['stock.move', 'stock.write_off', 'stock.recall']) }
  for (let n = 0; n < 3; n++) stores.push((await aStore(clinic.db)).id)
  for (let n = 0; n < 4; n++) items.push((await aDrug(clinic.db)).id)
  for (const item of items)
    for (const lot of lots)
      for (const store of stores) batches.push({ item, batch: await someStock(clinic.db, { item, store, ...lot, quantity: 500 }) })
})
afterAll(async () => {
  await connection.close()
  await clinic.close()
})

const newest = <T>(list: readonly T[], { below }: Dice): T | undefined => list[list.length - 1 - below(Math.min(12, list.length))]
const itemLines = ({ below, of }: Dice, most: number) =>
  Array.from({ length: 3 + below(8) }, () => {
    const { item, batch } = of(batches)
    return { item, quantity: 1 + below(most), batch: below(8) === 0 ? batch : null }
  })
const batchLines = ({ below, of }: Dice, most: number) =>
  Array.from({ length: 3 + below(8) }, () => ({ batch: of(batches).batch, quantity: 1 + below(most) }))

/** Takes in goods as a delivery does: a lot that is recalled comes into quarantine. */
const receive = async (tx: Tx, { below, of }: Dice) => {
  const store = of(stores)
  const lines = Array.from({ length: 3 + below(8) }, () => ({ item: of(items), ...of(lots), quantity: 1 + below(300) }))
  await lockLevels(
    tx,
    lines.map(({ item }) => ({ store, item })),
  )
  const ids = await keepBatches(
    tx,
    lines.map((line) => ({ ...line, supplier: null })),
    now,
  )
  const recalled = await findRecalled(tx, items)
  const note = await writeNote(tx, { kind: 'opening', store, reason: 'Received', by: user.id, now })
  const movements = lines.map(({ item, lot, quantity }, place) => ({
    store,
    item,
    batch: ids[place]!,
    state: recalled.has(`${item}:${lot}`) ? ('quarantined' as const) : ('usable' as const),
    kind: 'opening' as const,
    quantity,
  }))
  const entry = await writeEntry(tx, { number: note.number, document: { stock_note: note.id }, by: user.id, now }, movements)
  return () => receipts.push({ entry, note: note.id, number: note.number })
}

/** Posts what a count found: a few more or fewer of what is there. */
const count = async (tx: Tx, { below, of }: Dice) => {
  const [store, item] = [of(stores), of(items)]
  await lockLevels(tx, [{ store, item }])
  const there = await tx
    .selectFrom('batch_stock')
    .select(['batch_id', 'state', 'quantity'])
    .where('store_id', '=', store)
    .where('item_id', '=', item)
    .where('state', '=', 'quarantined')
    .execute()
  const movements = there
    .map(({ batch_id, state, quantity }) => ({ batch: batch_id, state, counted: Math.max(0, quantity + below(7) - 3), quantity }))
    .filter(({ counted, quantity }) => counted !== quantity)
    .map(({ batch, state, counted, quantity }) => ({
      store,
      item,
      batch,
      state,
      kind: 'adjust_count' as const,
      quantity: counted - quantity,
    }))
  if (movements.length === 0) return
  const number = await nextNumber(tx, 'stock count', now)
  const { id } = await tx
    .insertInto('stock_counts')
    .values({ number, store_id: store, status: 'posted', started_at: now, started_by: user.id, ended_at: now, ended_by: user.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeEntry(tx, { number, document: { stock_count: id }, by: user.id, now }, movements)
}

type Act = (tx: Tx, dice: Dice) => Promise<unknown>
const reason = 'By chance'
const noRequisition = () => Promise.reject(new Error('None of these transfers serves a requisition.'))
const send: Act = async (tx, at) => {
  const from_store = at.of(stores)
  const to_store = at.of(stores.filter((store) => store !== from_store))
  const id = await sendTransfer(tx, { from_store, to_store, items: itemLines(at, 20) }, user.id, now)
  return () => transfers.push(id)
}
const takeIn: Act = async (tx, at) => {
  const id = newest(transfers, at)
  if (id === undefined) return
  const lines = await tx.selectFrom('transfer_items').select(['id', 'quantity']).where('transfer_id', '=', id).execute()
  const less = lines.map(({ id: line, quantity }) => {
    const returned = at.below(quantity + 1)
    return { id: line, returned, lost: at.below(quantity - returned + 1) }
  })
  await receiveStock(tx, id, { items: at.below(3) === 0 ? less : [], reason }, user, now, noRequisition)
}
const cancel: Act = async (tx, at) => {
  const id = newest(transfers, at)
  if (id !== undefined) await callBack(tx, id, { reason }, user, now, noRequisition)
}
const noted = (id: number) => () => notes.push(id)
const reverse: Act = async (tx, at) => {
  const id = newest(notes, at)
  if (id !== undefined) await reverseNote(tx, id, reason, user, now)
}
const reverseReceipt: Act = async (tx, at) => {
  const receipt = newest(receipts, at)
  if (!receipt) return
  const { entry, note, number } = receipt
  await reverseEntries(tx, [entry], { number, document: { stock_note: note }, by: user.id, now })
}
const recall: Act = async (tx, at) => {
  const id = await recallLot(tx, { item: at.of(items), lot: at.of(lots).lot, reason }, user.id, now)
  return () => recalls.push(id)
}
const lift: Act = async (tx, at) => {
  const id = recalls[at.below(recalls.length)]
  if (id !== undefined) await liftLot(tx, id, { reason, seen: null }, user, now)
}
/** Gives free what lies in quarantine: now any batches, which rarely are all there, now one that is. */
const releaseSome: Act = async (tx, at) => {
  const store = at.of(stores)
  if (at.below(2) === 0) return release(tx, { store, reason, items: batchLines(at, 5) }, user.id, now)
  const there = await tx
    .selectFrom('batch_stock')
    .select(['batch_id', 'quantity'])
    .where('store_id', '=', store)
    .where('state', '=', 'quarantined')
    .where('quantity', '>', 0)
    .orderBy('batch_id')
    .execute()
  if (there.length === 0) return undefined
  const { batch_id, quantity } = at.of(there)
  return release(tx, { store, reason, items: [{ batch: batch_id, quantity: 1 + at.below(quantity) }] }, user.id, now)
}

/** How often, in a hundred. */
const acts: [number, Act][] = [
  [20, receive],
  [20, send],
  [16, takeIn],
  [4, cancel],
  [14, async (tx, at) => noted(await consume(tx, { store: at.of(stores), reason, items: itemLines(at, 15) }, user.id, now))],
  [
    6,
    async (tx, at) => {
      const lines = batchLines(at, 5).map((line) => ({ ...line, state: at.of(['usable', 'quarantined'] as const) }))
      return noted(await writeOff(tx, { store: at.of(stores), kind: at.of(['damaged', 'lost']), reason, items: lines }, user.id, now))
    },
  ],
  [5, (tx, at) => quarantine(tx, { store: at.of(stores), reason, items: batchLines(at, 5) }, user.id, now)],
  [5, releaseSome],
  [4, reverse],
  [2, reverseReceipt],
  [2, count],
  [1, recall],
  [1, lift],
]
const hundred = acts.flatMap(([often, act]) => Array.from({ length: often }, () => act))

/** What must happen, and what must be refused, before a run has shown anything. */
const KINDS = ['opening', 'consume', 'issue_out', 'issue_in', 'adjust_count', 'damage', 'loss', 'quarantine', 'release']
const OUTCOMES = ['done', 'not_enough_stock', 'not_sent', 'not_reversible', 'batch_recalled']

const movementsSince = async (first: number) => {
  const { rows } = await sql<{ many: number; kinds: string[] | null }>`
    select count(*)::int as many, array_agg(distinct kind::text) as kinds from stock_movements where id > ${first}`.execute(clinic.db)
  return { many: rows[0]!.many, kinds: rows[0]!.kinds ?? [] }
}

test(`of ${MOVEMENTS} movements by ${WORKERS} people at once every unit is accounted for`, async () => {
  const { rows } = await sql<{ first: number }>`select max(id) as first from stock_movements`.execute(clinic.db)
  const first = rows[0]!.first
  const outcomes: Record<string, number> = {}
  const strange: string[] = []
  let done = 0
  let isOver = false
  const isEnough = async () => {
    const { many, kinds } = await movementsSince(first)
    const isAllSeen = kinds.length === KINDS.length && OUTCOMES.every((code) => outcomes[code])
    return many >= (isAllSeen ? MOVEMENTS : MOST_MOVEMENTS)
  }
  const work = async (worker: number) => {
    const at = dice(seed + worker * 7919)
    while (!isOver) {
      try {
        const keep = await inTransaction(connection.db, (tx) => at.of(hundred)(tx, at))
        if (typeof keep === 'function') (keep as () => void)()
        outcomes['done'] = (outcomes['done'] ?? 0) + 1
      } catch (error) {
        const problem = problemOf(error, constraints)
        const name = problem?.code ?? String(error)
        outcomes[name] = (outcomes[name] ?? 0) + 1
        // A second try that cures is not good enough: the order of locks leaves none to be cured.
        if (problem?.status !== 409 || isRetryable(error)) strange.push(String(error))
      }
      done += 1
      if (done % 200 === 0) await quarantineExpired({ db: connection.db, now, signal: new AbortController().signal })
      if (done % 100 === 0) isOver ||= strange.length > 0 || (await isEnough())
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, worker) => work(worker)))
  const reported = `seed ${seed}: ${JSON.stringify(outcomes)}`
  expect(strange, reported).toEqual([])
  const { many, kinds } = await movementsSince(first)
  expect(many, reported).toBeGreaterThanOrEqual(MOVEMENTS)
  expect(await findStockInconsistencies(clinic.db), reported).toEqual([])
  // Every kind of act has happened, and was refused: nothing of this was for show.
  for (const code of OUTCOMES) expect(outcomes[code], reported).toBeGreaterThan(0)
  expect(kinds.toSorted(), reported).toEqual(KINDS.toSorted())
})
