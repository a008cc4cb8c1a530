import type { Insertable } from 'kysely'
import { keepBatches, lockLevels, writeEntry, writeNote } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Items, StockState, Stores, Suppliers } from '#platform/db/tables.gen.ts'
import { anItem } from '../builders.ts'

// Four digits from the first one on: names sort as they were made.
let serial = 1000
const NOW = new Date('2026-03-01T07:30:00Z')

export const aStore = (db: Db, overrides: Partial<Insertable<Stores>> = {}) =>
  db
    .insertInto('stores')
    .values({ name: `Store ${++serial}`, kind: 'ward', ...overrides })
    .returningAll()
    .executeTakeFirstOrThrow()

export const aSupplier = (db: Db, overrides: Partial<Insertable<Suppliers>> = {}) =>
  db
    .insertInto('suppliers')
    .values({ name: `Supplier ${++serial}`, ...overrides })
    .returningAll()
    .executeTakeFirstOrThrow()

/** A drug that is kept in stock, counted in tablets. */
export const aDrug = (db: Db, overrides: Partial<Insertable<Items>> = {}) =>
  anItem(db, '10.00', { name: `Drug ${++serial}`, category: 'drug', unit: 'tablet', ...overrides })

/** A box of so many units of the item. */
export const aPack = (db: Db, item: number, units = 100, name = `Box of ${units}`) =>
  db.insertInto('item_packs').values({ item_id: item, units, name }).returningAll().executeTakeFirstOrThrow()

interface OnHand {
  item: number
  store: number
  quantity: number
  lot?: string
  expires_on?: string | null
  unit_cost?: string
  supplier?: number | null
  state?: StockState
}
/** Puts stock of one batch into a store, as an opening entry, and answers the batch's id. */
export const someStock = (db: Db, { item, store, quantity, state = 'usable', ...batch }: OnHand): Promise<number> =>
  db.transaction().execute(async (trx) => {
    const { lot = `LOT${++serial}`, expires_on = '2027-12-31', unit_cost = '2.5', supplier = null } = batch
    await lockLevels(trx, [{ item, store }])
    const [id = 0] = await keepBatches(trx, [{ item, lot, expires_on, unit_cost, supplier }], NOW)
    const note = await writeNote(trx, { kind: 'opening', store, reason: 'Opening stock', by: null, now: NOW })
    const movement = { store, item, batch: id, state, kind: 'opening', quantity } as const
    await writeEntry(trx, { number: note.number, document: { stock_note: note.id }, by: null, now: NOW }, [movement])
    return id
  })
