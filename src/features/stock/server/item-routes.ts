import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { notFound, stale } from '#platform/errors/problem.ts'
import { type Context, handle, type Route } from '#platform/http/handle.ts'
import { addItem, changeItem, holdItem } from '#features/catalogue/public.ts'
import {
  createStockItem,
  deleteStockItem,
  deleteStockItemById,
  getStockItem,
  listStockItems,
  StockItem,
  type StockItemCard,
  updateStockItem,
} from '../contract-items.ts'
import { countStockItems, findCard, findStockItems } from './items.ts'
import { insertStockedItem, requireNothingOnHand, requireSupplier, updateStockedItem } from './write-items.ts'

/** The card, and the item of the catalogue beneath it, held until the transaction ends. */
const holdCard = async (db: Db, id: number, now: Date) => {
  const item = await holdItem(db, id, now)
  const card = item && (await findCard(db, id, now))
  if (!item || !card) throw notFound('Item')
  return { item, card }
}

const takeOutOfUse = async ({ db, now, audit, publish }: Context, id: number) => {
  const { item } = await holdCard(db, id, now)
  await requireNothingOnHand(db, id)
  await updateStockedItem(db, id, { is_active: false })
  await changeItem(db, item, { is_active: false })
  audit('deactivate', { entity: 'item', id })
  publish('stock', id)
  publish('catalogue', id)
}

export const itemRoutes: Route[] = [
  handle(listStockItems, async ({ db, query, now }) => {
    const { limit: asked, cursor, count, ...filters } = query
    const limit = limitOf(asked)
    const rows = await findStockItems(db, filters, now, { cursor: readCursor(cursor), limit: limit + 1 })
    return pageOf(rows, limit, ({ sort_name }) => sort_name, count ? await countStockItems(db, filters) : undefined)
  }),

  handle(getStockItem, async ({ db, params, now }) => {
    const card = await findCard(db, params.id, now)
    if (!card) throw notFound('Item')
    return card
  }),

  handle(createStockItem, async ({ db, body, user, now, audit, publish }) => {
    const { name, category, units_of_measure: unit, item_code: code, tax_class, sale_price: price, ...settings } = body
    await requireSupplier(db, settings.supplier)
    const id = await addItem(db, { name, category, unit, code, tax_class, price }, user, now)
    await insertStockedItem(db, id, settings)
    audit('create', { entity: 'item', id, change: body })
    publish('stock', id)
    publish('catalogue', id)
    return (await findCard(db, id, now)) as StockItemCard
  }),

  handle(updateStockItem, async ({ db, params, body, ifMatch, now, audit, publish }) => {
    const { item, card: before } = await holdCard(db, params.id, now)
    const { version = ifMatch, name, category, units_of_measure: unit, item_code: code, tax_class, is_active, ...settings } = body
    if (version !== null && version !== before.version) throw stale(before)
    if (is_active === false && before.is_active) await requireNothingOnHand(db, params.id)
    if (settings.supplier !== before.supplier) await requireSupplier(db, settings.supplier)
    const sent = { name, category, unit, code, tax_class, is_active }
    const ofCatalogue = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<typeof sent>
    await updateStockedItem(db, params.id, { ...settings, is_active })
    if (Object.keys(ofCatalogue).length > 0) await changeItem(db, item, ofCatalogue)
    const after = (await findCard(db, params.id, now)) as StockItemCard
    audit('change', { entity: 'item', id: params.id, change: changedFields(StockItem.parse(before), StockItem.parse(after)) })
    publish('stock', params.id)
    publish('catalogue', params.id)
    return after
  }),

  handle(deleteStockItem, (context) => takeOutOfUse(context, context.params.id)),
  handle(deleteStockItemById, (context) => takeOutOfUse(context, context.body.id)),
]
