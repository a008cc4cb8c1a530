import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { type FieldErrors, invalidInput } from '#platform/errors/problem.ts'
import { fromCents, MAX_AMOUNT } from '#shared/money.ts'
import { lineTotals } from '#features/purchasing/rules.ts'
import { fieldOf } from '../packs.ts'
import { findLastPrices } from '../suppliers/prices.ts'

interface Wanted {
  item: number
  pack_units: number
  quantity: number
  unit_price?: string | null | undefined
  tax_rate?: string | null | undefined
}

const findTaxRates = async (db: Db, items: readonly number[]): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number; rate: string }>`
    select i.id, t.rate from items i join tax_classes t on t.id = i.tax_class_id where i.id = any(${items}::integer[])`.execute(db)
  return new Map(rows.map(({ id, rate }) => [id, rate]))
}

/** What a unit of each item last cost, of whomever it came. */
const findLastCosts = async (db: Db, items: readonly number[]): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number; cost: string }>`
    select i.id, c.unit_cost as cost from unnest(${items}::integer[]) as i(id)
    cross join lateral (select b.unit_cost from batches b where b.item_id = i.id and b.unit_cost > 0 order by b.id desc limit 1) c`.execute(
    db,
  )
  return new Map(rows.map(({ id, cost }) => [id, cost]))
}
/** Prices for rows that name none, because their sender knows of no prices: what the item last cost, or nothing yet. */
const findUnsaid = async (db: Db, rows: readonly Wanted[]): Promise<(string | null)[]> => {
  const costs = await findLastCosts(
    db,
    rows.map(({ item }) => item),
  )
  return rows.map(({ item, pack_units, unit_price }) =>
    unit_price === undefined ? fromCents(Math.round(Number(costs.get(item) ?? 0) * pack_units * 100)) : null,
  )
}

const most = BigInt(Math.round(MAX_AMOUNT * 100))

/**
 * Price and tax of rows, in the order given: what was said, else what the supplier last asked for that pack, and the item's rate. 400 with the
 * place of a price that was left empty and is not known, and where a line would cost more than a document can hold.
 */
export const priceRows = async (db: Db, supplier: number, rows: readonly Wanted[], fieldAt: (place: number) => string) => {
  const rates = await findTaxRates(
    db,
    rows.map(({ item }) => item),
  )
  const last = await findLastPrices(db, supplier, rows)
  const unsaid = await findUnsaid(db, rows)
  const errors: FieldErrors = {}
  const priced = rows.map(({ item, quantity, unit_price, tax_rate }, place) => {
    const price = unit_price ?? last[place] ?? unsaid[place]
    const row = { unit_price: price ?? '0.00', tax_rate: tax_rate ?? rates.get(item) ?? '0.00' }
    if (price == null) errors[fieldAt(place)] = ['Enter a price: this supplier has no price for this pack yet.']
    else if (lineTotals({ quantity, ...row }).total > most) errors[fieldAt(place)] = ['This is more than the maximum for one line.']
    return row
  })
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return priced
}

/** Where the price of a row stands in the request. */
export const priceField = (path: string | undefined) => (place: number) => fieldOf(path, place, 'unit_price')
