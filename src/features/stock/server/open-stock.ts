import type { z } from 'zod'
import { setCashPrices } from '#features/catalogue/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, invalidInput } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { createInventory } from '../contract-ledger.ts'
import { findRecalled, keepBatches } from './core/batches.ts'
import { writeEntry } from './core/entries.ts'
import { lockLevels } from './core/levels.ts'
import { writeNote } from './core/numbers.ts'
import { mainStore, requireStore } from './core/stores.ts'
import { keepPack } from './packs.ts'
import { requireSupplier, updateStockedItem } from './write-items.ts'

type Opening = z.output<typeof createInventory.body>

/** The item, kept in stock and in use; what it asks of its batches has to be there. */
const requireItem = async (db: Db, { item, lot_number, expiry_date }: Opening, day: string) => {
  const found = await db
    .selectFrom('stocked_items as s')
    .innerJoin('items as i', 'i.id', 's.item_id')
    .select(['s.needs_lot', 's.needs_expiry', 's.use', 's.is_active', 'i.is_active as is_in_catalogue'])
    .where('s.item_id', '=', item)
    .executeTakeFirst()
  if (!found?.is_active || !found.is_in_catalogue) throw fieldError('item', 'This item is not a stock item.')
  if (expiry_date != null && expiry_date < day) throw fieldError('expiry_date', 'This batch has expired.')
  const missing = {
    ...(found.needs_lot && lot_number == null && { lot_number: ['This item needs a lot number.'] }),
    ...(found.needs_expiry && expiry_date == null && { expiry_date: ['This item needs an expiry date.'] }),
  }
  if (Object.keys(missing).length > 0) throw invalidInput(missing)
  return found
}

/** Opens the stock of one batch in a store, by a note of its own; answers where it lies now. Whoever calls tells the trail and the screens. */
export const openStock = async (db: Db, opening: Opening, { user, now, day }: { user: User; now: Date; day: string }) => {
  const { item, quantity_in_stock: quantity, purchase_price: unit_cost, sale_price, category_one } = opening
  const { supplier = null, lot_number, expiry_date = null } = opening
  const found = await requireItem(db, opening, day)
  await requireSupplier(db, supplier)
  const store = opening.store ?? (await mainStore(db))
  await requireStore(db, store)
  const repriced = sale_price == null ? [] : await setCashPrices(db, [{ item, price: sale_price, field: 'sale_price' }], user, now)
  for (const field of ['packed', 'subpacked'] as const) {
    const units = opening[field]
    if (units != null && units > 1) await keepPack(db, item, units, field)
  }
  if (category_one != null && category_one !== found.use) await updateStockedItem(db, item, { category_one })
  await lockLevels(db, [{ store, item }])
  const lot = lot_number ?? ''
  if ((await findRecalled(db, [item])).has(`${item}:${lot}`)) throw conflict(`Lot ${lot} is recalled.`, {}, 'batch_recalled')
  const [batch = 0] = await keepBatches(db, [{ item, lot, expires_on: expiry_date, unit_cost, supplier }], now)
  const note = await writeNote(db, { kind: 'opening', store, reason: 'Opening stock', by: user.id, now })
  await writeEntry(db, { number: note.number, document: { stock_note: note.id }, by: user.id, now }, [
    { store, item, batch, state: 'usable', kind: 'opening', quantity },
  ])
  return { note: note.id, place: { item, batch, store }, isRepriced: repriced.length > 0 }
}
