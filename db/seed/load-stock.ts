import type { Client } from 'pg'
import { allocate, keepBatches, type Movement, nextNumber, writeEntry, writeNote } from '#features/stock/public.ts'
import { dateOf } from './calendar.ts'
import { loadDispenses, needOf } from './load-dispenses.ts'
import { addLines, approved, deliver, linesOf, makeOrder } from './load-purchases.ts'
import { loadOpenOrders, loadRequisitions } from './load-requests.ts'
import { at, hold, type SeedStock, key, loadSettings, MORNING, NOON, openSeedStock } from './seed-stock.ts'

const WEEKS = 10
const DAYS_OF_WEEK = 7
/** Every so many weeks each supplier delivers. */
const WEEKS_BETWEEN_DELIVERIES = 4

/** When the first stock expires, in days from today: some of it soon, some of it has. */
const expiries = [20, 400, 75, 300, 500, 45, 600, 250, 350, 450, 80, 280, 330, 520, 410, -1] as const

/** First of all there was something on the shelves already. */
const loadOpening = async (seedStock: SeedStock, day: number) => {
  const { db, stock, stores, people } = seedStock
  const now = at(day, MORNING)
  const store = stores.get('Main store') ?? 0
  const by = people.get('storekeeper') ?? null
  const batches = await keepBatches(
    db,
    stock.map((item, place) => ({
      item: item.id,
      lot: `OP${1000 + place}`,
      expires_on: dateOf(seedStock.today + (expiries[place % expiries.length] ?? 0)),
      unit_cost: item.cost ?? '0',
      supplier: null,
    })),
    now,
  )
  const note = await writeNote(db, { kind: 'opening', store, reason: 'Opening stock', by, now })
  const movements = stock.map((item, place): Movement => ({
    store,
    item: item.id,
    batch: batches[place]!,
    state: 'usable',
    kind: 'opening',
    // Of what expires first there is too much, as it happens.
    quantity: item.weekly * (place % 5 === 0 ? WEEKS * 2 : 8),
  }))
  await writeEntry(db, { number: note.number, document: { stock_note: note.id }, by, now }, movements)
  hold(seedStock, movements)
}

/** A transfer that has arrived; the last one is still on its way. It fills the shelf up for the week, and for what will be handed out. */
const send = async (seedStock: SeedStock, to: string, day: number, isArrived: boolean, need: ReadonlyMap<number, number> = new Map()) => {
  const { db, stock, stores, people, held } = seedStock
  const from = stores.get('Main store') ?? 0
  const target = stores.get(to) ?? 0
  const now = at(day, MORNING)
  const by = people.get('storekeeper') ?? 0
  const wants = stock
    .filter(({ store }) => store === to)
    .map((item) => {
      const wanted = Math.max(item.weekly, need.get(item.id) ?? 0) * 1.2 - (held.get(key(target, item.id)) ?? 0)
      return { item: item.id, quantity: Math.min(Math.round(wanted), held.get(key(from, item.id)) ?? 0) }
    })
    .filter(({ quantity }) => quantity > 0)
  const lines = await allocate(db, { store: from, wants, day: dateOf(day) })
  if (lines.length === 0) return
  const { id, number } = await db
    .insertInto('transfers')
    .values({
      number: await nextNumber(db, 'transfer', now),
      from_store_id: from,
      to_store_id: target,
      sent_at: now,
      sent_by: by,
      ...(isArrived && { status: 'received', ended_at: at(day, NOON), ended_by: people.get('pharmacist') ?? by }),
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  await db
    .insertInto('transfer_items')
    .values(
      lines.map(({ item, batch, quantity }) => ({
        transfer_id: id,
        item_id: item,
        batch_id: batch,
        quantity,
        received: isArrived ? quantity : 0,
      })),
    )
    .execute()
  const out = lines.flatMap((line): Movement[] => [
    { ...line, store: from, state: 'usable', kind: 'issue_out', quantity: -line.quantity },
    { ...line, store: target, state: 'in transit', kind: 'issue_out' },
  ])
  await writeEntry(db, { number, document: { transfer: id }, by, now }, out)
  hold(seedStock, out)
  if (!isArrived) return
  const arrived = lines.flatMap((line): Movement[] => [
    { ...line, store: target, state: 'in transit', kind: 'issue_in', quantity: -line.quantity },
    { ...line, store: target, state: 'usable', kind: 'issue_in' },
  ])
  await writeEntry(db, { number, document: { transfer: id }, by, now: at(day, NOON) }, arrived)
  hold(seedStock, arrived)
}

/** What a store used up in a week. */
const use = async (seedStock: SeedStock, name: string, day: number) => {
  const { db, stock, stores, people, chance, held } = seedStock
  const store = stores.get(name) ?? 0
  const now = at(day, 16 * 60)
  const by = people.get(name === 'Laboratory' ? 'laboratory-technician' : 'nurse') ?? null
  const wants = stock
    .filter((item) => item.store === name)
    .map((item) => ({
      item: item.id,
      quantity: Math.min(Math.round(item.weekly * (0.7 + chance.next() * 0.6)), held.get(key(store, item.id)) ?? 0),
    }))
    .filter(({ quantity }) => quantity > 0)
  const lines = await allocate(db, { store, wants, day: dateOf(day) })
  if (lines.length === 0) return
  const note = await writeNote(db, { kind: 'consumption', store, reason: 'Used in the room', by, now })
  const movements = lines.map((line): Movement => ({ ...line, store, state: 'usable', kind: 'consume', quantity: -line.quantity }))
  await writeEntry(db, { number: note.number, document: { stock_note: note.id }, by, now }, movements)
  hold(seedStock, movements)
}

/** Some vials were found broken. */
const quarantine = async ({ db, stores, people, today }: SeedStock) => {
  const store = stores.get('Main store') ?? 0
  const now = at(today - 2, MORNING)
  const by = people.get('storekeeper') ?? null
  const vials = await db.selectFrom('items').select('id').where('code', '=', 'DRG-27').executeTakeFirstOrThrow()
  const [line] = await allocate(db, { store, wants: [{ item: vials.id, quantity: 6 }], day: dateOf(today - 2) })
  if (!line) return
  const note = await writeNote(db, { kind: 'quarantine', store, reason: 'Found broken in the box', by, now })
  const movements: Movement[] = [
    { ...line, store, state: 'usable', kind: 'quarantine', quantity: -line.quantity },
    { ...line, store, state: 'quarantined', kind: 'quarantine' },
  ]
  await writeEntry(db, { number: note.number, document: { stock_note: note.id }, by, now }, movements)
}

const STORES = ['Pharmacy', 'Laboratory', 'Treatment room'] as const

/** The stores of the demonstration clinic with ten weeks of deliveries, transfers and use behind them; once, into an empty clinic. */
export const loadStock = async (client: Client, now: Date, weeks = WEEKS): Promise<SeedStock> => {
  const seedStock = await openSeedStock(client, now)
  const from = seedStock.today - weeks * DAYS_OF_WEEK
  const need = await needOf(seedStock, from, seedStock.today)
  // What doctors prescribe is bought, too.
  for (const item of seedStock.stock) item.weekly = Math.max(item.weekly, Math.ceil(((need.get(item.id) ?? 0) / weeks) * 1.3))
  await loadSettings(seedStock)
  await loadOpening(seedStock, from)
  for (let week = 0; week < weeks; week++) {
    const monday = from + week * DAYS_OF_WEEK + 1
    if (week % WEEKS_BETWEEN_DELIVERIES === 3)
      for (const [place, supplier] of seedStock.suppliers.entries()) {
        const order = await makeOrder(seedStock, supplier, monday - 4, { status: 'received', ...approved(seedStock, monday - 4) })
        // What is short today was left out of the last order.
        const lines = linesOf(seedStock, place, WEEKS_BETWEEN_DELIVERIES + 0.2).filter((_, i) => week < weeks - 4 || i % 4 !== 0)
        const rows = await addLines(seedStock, order.id, supplier, monday - 4, lines)
        const came = lines.map((line) => ({ ...line, orderItem: rows.find(({ item_id }) => item_id === line.item.id)?.id ?? 0 }))
        await deliver(seedStock, { order, supplier, day: monday, lines: came })
      }
    for (const store of STORES) {
      const need = store === 'Pharmacy' ? await needOf(seedStock, monday, monday + DAYS_OF_WEEK) : undefined
      await send(seedStock, store, monday, true, need)
      if (store !== 'Pharmacy' && monday + 4 < seedStock.today) await use(seedStock, store, monday + 4)
    }
    await loadDispenses(seedStock, monday, monday + DAYS_OF_WEEK)
  }
  await send(seedStock, 'Pharmacy', seedStock.today - 1, false)
  await quarantine(seedStock)
  await loadOpenOrders(seedStock)
  await loadRequisitions(seedStock)
  return seedStock
}
