import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import { pickBatches } from '#features/stock/rules.ts'
import { refuseShort, type Short } from './short.ts'

export interface Want {
  item: number
  quantity: number
  /** This batch and no other. */
  batch?: number | null | undefined
}
export interface Allocated {
  item: number
  batch: number
  quantity: number
}

interface OnShelf {
  item: number
  name: string
  batch: number
  lot: string
  quantity: number
  is_expired: boolean
  is_recalled: boolean
}

/** Usable batches of these items in a store, those that may be used first: by expiry, arrival, number. */
const findShelf = async (db: Db, store: number, items: readonly number[], day: string): Promise<OnShelf[]> => {
  const { rows } = await sql<OnShelf>`
    select s.item_id as item, i.name, s.batch_id as batch, b.lot, s.quantity, coalesce(b.expires_on < ${day}::date, false) as is_expired,
      exists (select from recalls r where r.item_id = s.item_id and r.lot = b.lot and r.lifted_at is null) as is_recalled
    from batch_stock s join batches b on b.id = s.batch_id join items i on i.id = s.item_id
    where s.store_id = ${store} and s.item_id = any(${items}::integer[]) and s.state = 'usable' and s.quantity > 0
    order by b.expires_on nulls last, b.received_at, b.id`.execute(db)
  return rows
}

const nameOfItem = async (db: Db, item: number) =>
  (await db.selectFrom('items').select('name').where('id', '=', item).executeTakeFirst())?.name ?? ''

const refuseBatch = ({ name, lot, is_expired, is_recalled }: OnShelf) => {
  const what = lot === '' ? `This batch of ${name}` : `Lot ${lot} of ${name}`
  if (is_recalled) throw conflict(`${what} is recalled.`, {}, 'batch_recalled')
  if (is_expired) throw conflict(`${what} has expired.`, {}, 'batch_expired')
}

export interface Allocating {
  store: number
  wants: readonly Want[]
  /** The clinic's. */
  day: string
}

/**
 * Which batches of a store would serve these wants, and what is short: the first to expire goes out first, split where one is not enough;
 * expired, recalled and quarantined ones never. 409 batch_expired or batch_recalled for a named batch.
 */
export const planAllocation = async (db: Db, { store, wants, day }: Allocating): Promise<{ taken: Allocated[]; short: Short[] }> => {
  const shelf = await findShelf(
    db,
    store,
    wants.map(({ item }) => item),
    day,
  )
  const left = new Map(shelf.map(({ batch, quantity }) => [batch, quantity]))
  const taken: Allocated[] = []
  const short: Short[] = []
  // Who names a batch has no other.
  for (const { item, quantity, batch } of wants.toSorted((a, b) => Number(b.batch != null) - Number(a.batch != null))) {
    const ofItem = shelf.filter((one) => one.item === item && (batch == null || one.batch === batch))
    if (batch != null) ofItem.forEach(refuseBatch)
    const candidates = ofItem
      .filter(({ is_expired, is_recalled }) => !is_expired && !is_recalled)
      .map((one) => ({ batch: one.batch, quantity: left.get(one.batch) ?? 0 }))
    const picks = pickBatches(quantity, candidates)
    const found = picks.reduce((sum, pick) => sum + pick.quantity, 0)
    if (found < quantity) short.push({ item, name: ofItem[0]?.name ?? (await nameOfItem(db, item)), wanted: quantity, left: found })
    for (const pick of picks) {
      left.set(pick.batch, (left.get(pick.batch) ?? 0) - pick.quantity)
      taken.push({ item, ...pick })
    }
  }
  return { taken, short }
}

/** The same where the levels are locked already and all of it is wanted: 409 not_enough_stock with what is short and left. Nothing is moved here. */
export const allocate = async (db: Db, allocating: Allocating): Promise<Allocated[]> => {
  const { taken, short } = await planAllocation(db, allocating)
  refuseShort(short)
  return taken
}
