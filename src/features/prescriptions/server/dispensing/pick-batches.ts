import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import { allocate, lockLevels, planAllocation, type Allocated, type Want } from '#features/stock/public.ts'
import type { Portion } from './portions.ts'

/** Which of these items are kept in stock; the others are handed out without it. */
export const findStocked = async (db: Db, items: readonly number[]): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    select item_id as id from stocked_items where item_id = any(${items}::integer[]) and is_active`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

export interface Pick {
  batch: number
  units: number
}

/** What was asked for, as wants: of the batches that were named, or of whatever expires first. */
const toWants = (portions: readonly Portion[], stocked: ReadonlySet<number>, isNamed: boolean) =>
  portions.flatMap(({ item, units, batches }): Want[] => {
    if (!stocked.has(item)) return []
    return isNamed && batches.length > 0
      ? batches.map((one) => ({ item, quantity: one.units, batch: one.batch }))
      : [{ item, quantity: units }]
  })

/** Gives every portion its share of what was taken, in the order of the shelf; one item may serve several portions. */
const shareOut = (portions: readonly Portion[], stocked: ReadonlySet<number>, taken: readonly Allocated[]): Pick[][] => {
  const left = taken.map((one) => ({ ...one }))
  const take = (item: number, units: number, batch?: number): Pick[] => {
    let rest = units
    return left.flatMap((one) => {
      if (rest === 0 || one.quantity === 0 || one.item !== item || (batch !== undefined && one.batch !== batch)) return []
      const taking = Math.min(rest, one.quantity)
      one.quantity -= taking
      rest -= taking
      return [{ batch: one.batch, units: taking }]
    })
  }
  const named = portions.map(({ item, batches }) =>
    stocked.has(item) ? batches.flatMap(({ batch, units }) => take(item, units, batch)) : [],
  )
  return portions.map(({ item, units, batches }, place) =>
    !stocked.has(item) ? [] : batches.length > 0 ? merged(named[place] ?? []) : merged(take(item, units)),
  )
}
const merged = (picks: readonly Pick[]): Pick[] =>
  [...Map.groupBy(picks, ({ batch }) => batch)].map(([batch, of]) => ({ batch, units: of.reduce((sum, { units }) => sum + units, 0) }))

const isSame = (a: readonly Pick[], b: readonly Pick[]) =>
  a.length === b.length && a.every((one) => b.some((other) => other.batch === one.batch && other.units === one.units))

type At = (place: number, field: string) => string

/** 400 where named batches do not add up, are of something else, or of what is not kept in stock. */
const requireBatches = async (db: Db, portions: readonly Portion[], stocked: ReadonlySet<number>, at: At) => {
  const named = portions.flatMap(({ item, units, batches }, place) => (batches.length > 0 ? [{ place, item, units, batches }] : []))
  if (named.length === 0) return
  const { rows } = await sql<{ id: number; item: number }>`select id, item_id as item from batches
    where id = any(${named.flatMap(({ batches }) => batches.map(({ batch }) => batch))}::integer[])`.execute(db)
  const itemOf = new Map(rows.map(({ id, item }) => [id, item]))
  const errors: FieldErrors = {}
  for (const { place, item, units, batches } of named) {
    if (!stocked.has(item)) errors[at(place, 'batches')] = ['This item is not a stock item.']
    else if (batches.reduce((sum, one) => sum + one.units, 0) !== units)
      errors[at(place, 'batches')] = ['The batches do not add up to the quantity.']
    for (const [index, { batch }] of batches.entries())
      if (itemOf.get(batch) !== item) errors[at(place, `batches.${index}.batch`)] = ['This batch belongs to another item.']
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

/** 400 where batches were named that are not those that expire first, and nobody says why. */
const requireBatchReasons = async (
  db: Db,
  portions: readonly Portion[],
  { stocked, store, day, picks }: { stocked: ReadonlySet<number>; store: number; day: string; picks: readonly Pick[][] },
  at: At,
) => {
  const silent = portions.flatMap(({ batches, batchReason }, place) => (batches.length > 0 && batchReason === '' ? [place] : []))
  if (silent.length === 0) return
  const { taken } = await planAllocation(db, { store, wants: toWants(portions, stocked, false), day })
  const first = shareOut(
    portions.map((portion) => ({ ...portion, batches: [] })),
    stocked,
    taken,
  )
  const faults = silent.filter((place) => !isSame(picks[place] ?? [], first[place] ?? []))
  if (faults.length > 0)
    throw invalidInput(
      Object.fromEntries(faults.map((place) => [at(place, 'batch_reason'), ['Enter why the batch that expires first is not used.']])),
    )
}

interface Picking {
  store: number
  day: string
  /** Those of the items that are kept in stock, where that is known already. */
  stocked?: ReadonlySet<number>
}

/** Out of which batches each portion would come, and what is short; nothing is held. 400 and 409 as `pickBatches`, but for what is short. */
export const planBatches = async (db: Db, portions: readonly Portion[], { store, day, stocked }: Required<Picking>, at: At) => {
  await requireBatches(db, portions, stocked, at)
  const { taken, short } = await planAllocation(db, { store, wants: toWants(portions, stocked, true), day })
  return { picks: shareOut(portions, stocked, taken), short }
}

/**
 * Holds the levels and says out of which batches each portion comes; nothing of what is not kept in stock. 409 not_enough_stock with what
 * is short and left, 409 for an expired or recalled batch, 400 for batches that need a reason, do not add up, or are of something else.
 */
export const pickBatches = async (db: Db, portions: readonly Portion[], picking: Picking, at: At): Promise<Pick[][]> => {
  const { store, day } = picking
  const stocked =
    picking.stocked ??
    (await findStocked(
      db,
      portions.map(({ item }) => item),
    ))
  await requireBatches(db, portions, stocked, at)
  const places = portions.flatMap(({ item }) => (stocked.has(item) ? [{ store, item }] : []))
  if (places.length === 0) return portions.map(() => [])
  const [, taken] = await Promise.all([lockLevels(db, places), allocate(db, { store, wants: toWants(portions, stocked, true), day })])
  const picks = shareOut(portions, stocked, taken)
  await requireBatchReasons(db, portions, { stocked, store, day, picks }, at)
  return picks
}
