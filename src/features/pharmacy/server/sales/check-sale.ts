import { sql } from 'kysely'
import type { ReplyOf } from '#shared/endpoint.ts'
import { roundedSum } from '#features/billing/index.ts'
import type { checkSale } from '#features/pharmacy/contract-sales.ts'
import { findPrices, findStocked, wantsOf, type Portion } from '#features/prescriptions/index.ts'
import { courseDays } from '#features/prescriptions/rules.ts'
import { planAllocation } from '#features/stock/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { planSale, type SaleInput } from './plan-sale.ts'

type Checked = ReplyOf<typeof checkSale>
type CheckedBatch = Checked['lines'][number]['batches'][number]

interface OnShelf extends Omit<CheckedBatch, 'ends_too_soon' | 'units'> {
  item: number
  /** So many days it may still be used, this one included; null where it does not expire. */
  days: number | null
}
/** What may be sold of items in a store. */
const findOnShelf = async (db: Db, store: number, items: readonly number[], day: string): Promise<OnShelf[]> => {
  const { rows } = await sql<OnShelf>`
    select s.item_id as item, s.batch_id as batch, b.lot, b.expires_on, s.quantity, b.expires_on - ${day}::date + 1 as days
    from batch_stock s join batches b on b.id = s.batch_id
    where s.store_id = ${store} and s.item_id = any(${items}::integer[]) and s.state = 'usable' and s.quantity > 0
      and (b.expires_on is null or b.expires_on >= ${day}::date)
      and not exists (select from recalls r where r.item_id = s.item_id and r.lot = b.lot and r.lifted_at is null)
    order by b.expires_on nulls last, b.received_at, b.id`.execute(db)
  return rows
}

const sumOf = (counts: readonly { quantity: number }[]) => counts.reduce((sum, { quantity }) => sum + quantity, 0)
const isTooSoon = (days: number | null, { structure }: Portion) => {
  const course = structure && courseDays(structure)
  return days !== null && course !== null && days < course
}

/** What a sale would come to now; nothing is written. */
export const checkTheSale = async (db: Db, body: SaleInput, now: Date): Promise<Checked> => {
  const { patient, store, day, lines, warnings } = await planSale(db, body, now)
  const portions = lines.map(({ portion }) => portion)
  const asked = portions.map(({ item, units }) => ({ item, quantity: String(units) }))
  const items = portions.map(({ item }) => item)
  const stocked = await findStocked(db, items)
  const [shelf, { taken }, prices] = await Promise.all([
    findOnShelf(db, store, items, day),
    planAllocation(db, { store, wants: wantsOf(portions, stocked, true), day }),
    findPrices(db, asked, patient === null ? {} : { patient }, now),
  ])
  const total = await roundedSum(
    db,
    [...prices.values()].flatMap(({ patient_price: price }) => (price === null ? [] : [price])),
  )
  const checked = lines.map(({ line, portion, isControlled }) => {
    const { item, units } = portion
    const picks = taken.filter((one) => one.item === item)
    return {
      item,
      item_name: line.item.name,
      unit: line.item.unit,
      units,
      words: line.words,
      batches: shelf.flatMap(({ batch, lot, expires_on, quantity, days }) => {
        const of = sumOf(picks.filter((pick) => pick.batch === batch))
        return of > 0 ? [{ batch, lot, expires_on, quantity, ends_too_soon: isTooSoon(days, portion), units: of }] : []
      }),
      missing: stocked.has(item) ? units - sumOf(picks) : 0,
      on_hand: stocked.has(item) ? sumOf(shelf.filter((one) => one.item === item)) : null,
      unit_price: prices.get(item)?.unit_price ?? null,
      total_price: prices.get(item)?.total_price ?? null,
      is_controlled: isControlled,
    }
  })
  return { lines: checked, total, warnings }
}
