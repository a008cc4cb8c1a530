import { cents, fromCents } from '#shared/money.ts'
import type { ReplyOf } from '#shared/endpoint.ts'
import { roundedSum } from '#features/billing/public.ts'
import type { checkSale } from '#features/pharmacy/contract-counter.ts'
import { findPrices, findStocked, planBatches } from '#features/prescriptions/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { asShelfBatch, courseEnd, emptyShelf, findShelves } from '../counter/shelves.ts'
import { at, planSale, type SaleInput } from './plan-sale.ts'

type Checked = ReplyOf<typeof checkSale>

/** What a sale would come to now; nothing is written. */
export const checkTheSale = async (db: Db, body: SaleInput, now: Date): Promise<Checked> => {
  const { patient, store, day, lines, warnings } = await planSale(db, body, now)
  const portions = lines.map(({ portion }) => portion)
  const items = portions.map(({ item }) => item)
  const asked = portions.map(({ item, units }) => ({ item, quantity: String(units) }))
  const stocked = await findStocked(db, items)
  const [{ picks }, shelves, prices] = await Promise.all([
    planBatches(db, portions, { store, day, stocked }, at),
    findShelves(db, { items, store, day }),
    findPrices(db, asked, patient === null ? {} : { patient }, now),
  ])
  const total = await roundedSum(
    db,
    [...prices.values()].flatMap(({ patient_price: price }) => price ?? []),
  )
  const insured = [...prices.values()].map(({ total_price, patient_price }) => cents(total_price ?? '0') - cents(patient_price ?? '0'))
  const checked = lines.map(({ line, portion, isControlled }, place) => {
    const { item, units } = portion
    const shelf = shelves.get(item) ?? emptyShelf
    const picked = picks[place] ?? []
    const end = courseEnd(portion, day)
    return {
      item,
      item_name: line.item.name,
      unit: line.item.unit,
      units,
      computed_quantity: line.computed,
      words: line.words,
      batches: picked.flatMap((pick) => {
        const batch = shelf.batches.find((one) => one.batch === pick.batch)
        return batch ? [{ ...asShelfBatch(batch, end), units: pick.units }] : []
      }),
      missing: shelf.on_hand === null ? 0 : units - picked.reduce((sum, pick) => sum + pick.units, 0),
      on_hand: shelf.on_hand,
      unit_price: prices.get(item)?.unit_price ?? null,
      total_price: prices.get(item)?.total_price ?? null,
      is_controlled: isControlled,
    }
  })
  return { lines: checked, total, insurer_total: fromCents(insured.reduce((sum, part) => sum + part, 0)), warnings }
}
