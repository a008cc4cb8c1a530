import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { createInventory, type Inventory, listExpiring, listInventories, listStock } from '../contract-stock.ts'
import { dayOf } from './core/numbers.ts'
import { countExpiring, countInventories, findExpiring, findInventories, findInventory } from './inventories.ts'
import { openStock } from './open-stock.ts'
import { countStock, findStock } from './stock.ts'

export const onHandRoutes: Route[] = [
  handle(listInventories, async ({ db, query, now }) => {
    const { limit: asked, cursor, count, ...filters } = query
    const limit = limitOf(asked)
    const day = await dayOf(db, now)
    const rows = await findInventories(db, filters, { now, day }, { cursor: readCursor(cursor), limit: limit + 1 })
    return pageOf(rows, limit, ({ id }) => id, count ? await countInventories(db, filters, day) : undefined)
  }),

  handle(createInventory, async ({ db, body, user, now, audit, publish }) => {
    const day = await dayOf(db, now)
    const { note, place, isRepriced } = await openStock(db, body, { user, now, day })
    audit('open stock', { entity: 'stock note', id: note, change: body })
    publish('stock', place.item)
    if (isRepriced) publish('catalogue', place.item)
    return (await findInventory(db, place, { now, day })) as Inventory
  }),

  handle(listStock, async ({ db, query, now }) => {
    const { limit: asked, cursor, count, ...filters } = query
    const limit = limitOf(asked)
    const day = await dayOf(db, now)
    const rows = await findStock(db, filters, { now, day }, { cursor: readCursor(cursor), limit: limit + 1 })
    return pageOf(rows, limit, ({ sort_name }) => sort_name, count ? await countStock(db, filters, day) : undefined)
  }),

  handle(listExpiring, async ({ db, query, now }) => {
    const { limit: asked, cursor, count, ...filters } = query
    const limit = limitOf(asked)
    const day = await dayOf(db, now)
    const rows = await findExpiring(db, filters, { now, day }, { cursor: readCursor(cursor), limit: limit + 1 })
    return pageOf(rows, limit, ({ expiry_date }) => expiry_date ?? '', count ? await countExpiring(db, filters, day) : undefined)
  }),
]
