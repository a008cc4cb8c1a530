import { sql } from 'kysely'
import type { Client } from 'pg'
import type { Movement } from '#features/stock/public.ts'
import { hasCheckDigit } from '#features/stock/gs1.ts'
import type { Db } from '#platform/db/connect.ts'
import { dayOfInstant, instantAt } from './calendar.ts'
import { dbOn } from './load-clinic.ts'
import { random, type Random } from './random.ts'
import { demoStock, type DemoStock, suppliers } from './stock.ts'

/** Minutes of a day at which things are done. */
export const MORNING = 8 * 60
export const NOON = 12 * 60

export interface Stocked extends DemoStock {
  id: number
  pack: { id: number; units: number } | null
}
export interface SeedStock {
  db: Db
  chance: Random
  stock: Stocked[]
  stores: Map<string, number>
  suppliers: number[]
  /** People by the part of their e-mail before the @. */
  people: Map<string, number>
  /** What each store has of each item, as the ledger knows too. */
  held: Map<string, number>
  today: number
}

export const key = (store: number, item: number) => `${store}:${item}`
export const at = (day: number, minute: number) => new Date(instantAt(day, minute))

/** The EAN-13 on the pack of an item that comes in this place, its check digit last. */
export const barcodeOf = (item: number, place: number) => {
  const digits = `616${String(item).padStart(6, '0')}${String(place).padStart(3, '0')}`
  return Array.from('0123456789', (last) => digits + last).find(hasCheckDigit) ?? digits
}
const idsBy = async (db: Db, table: 'stores' | 'suppliers' | 'items', name: 'name' | 'code') => {
  const { rows } = await sql<{ id: number; name: string }>`select id, ${sql.ref(name)} as name from ${sql.table(table)}`.execute(db)
  return new Map(rows.map((row) => [row.name, row.id]))
}
const lowered = (ids: ReadonlyMap<string, number>) => new Map([...ids].map(([name, id]) => [name.toLowerCase(), id]))

const STORES = ['Main store', 'Pharmacy', 'Laboratory', 'Treatment room']
/** The clinic may write their names in other letter case. */
const storeIds = async (db: Db) => {
  const ids = lowered(await idsBy(db, 'stores', 'name'))
  return new Map(STORES.map((name) => [name, ids.get(name.toLowerCase()) ?? 0]))
}

export const openSeedStock = async (client: Client, now: Date): Promise<SeedStock> => {
  const db = dbOn(client)
  const chance = random('stock')
  const stock = demoStock(chance)
  await sql`insert into stores (name, kind, department_id) select w.name, w.kind::store_kind, d.id
    from (values ('Main store', 'main', null), ('Pharmacy', 'pharmacy', null), ('Laboratory', 'laboratory', null), ('Treatment room', 'ward', 'Treatment room'))
      w (name, kind, department) left join departments d on lower(d.name) = lower(w.department)
    on conflict (lower(name)) do nothing`.execute(db)
  await db
    .insertInto('suppliers')
    .values(suppliers.map(({ codes: _codes, ...supplier }) => supplier))
    .onConflict((on) => on.expression(sql`lower(name)`).doNothing())
    .execute()
  const supplierIds = lowered(await idsBy(db, 'suppliers', 'name'))
  const itemIds = await idsBy(db, 'items', 'code')
  const users = await db.selectFrom('users').select(['id', 'email']).where('email', 'like', '%@demo.kliniki.example').execute()
  const seedStock = {
    db,
    chance,
    stores: await storeIds(db),
    held: new Map<string, number>(),
    today: dayOfInstant(now.getTime()),
  }
  const people = new Map(users.map(({ id, email }) => [email.split('@')[0] ?? '', id]))
  return {
    ...seedStock,
    people,
    suppliers: suppliers.map(({ name }) => supplierIds.get(name.toLowerCase()) ?? 0),
    stock: stock.map((one) => ({ ...one, id: itemIds.get(one.code) ?? 0, pack: null })),
  }
}

/** Packs with their bar codes, who each is bought from, and when to order again. */
export const loadSettings = async ({ db, stock, suppliers: ids, stores }: SeedStock) => {
  for (const item of stock) {
    await db
      .updateTable('stocked_items')
      .set({ supplier_id: ids[item.supplier] ?? null })
      .where('item_id', '=', item.id)
      .execute()
    for (const [place, pack] of item.packs.entries()) {
      const { id } = await db
        .insertInto('item_packs')
        .values({ item_id: item.id, ...pack })
        .returning('id')
        .executeTakeFirstOrThrow()
      item.pack = { id, units: pack.units }
      await db
        .insertInto('barcodes')
        .values({ code: barcodeOf(item.id, place), item_id: item.id, pack_id: id })
        .execute()
    }
    const levels = [
      {
        store_id: stores.get('Main store') ?? 0,
        item_id: item.id,
        minimum: item.weekly,
        reorder_level: item.weekly * 3,
        maximum: item.weekly * 10,
      },
      {
        store_id: stores.get(item.store) ?? 0,
        item_id: item.id,
        minimum: Math.ceil(item.weekly / 3),
        reorder_level: item.weekly,
        maximum: item.weekly * 3,
      },
    ]
    await db.insertInto('stock_levels').values(levels).execute()
  }
}

export const hold = ({ held }: SeedStock, movements: readonly Movement[]) => {
  for (const { store, item, state, quantity } of movements)
    if (state === 'usable') held.set(key(store, item), (held.get(key(store, item)) ?? 0) + quantity)
}
