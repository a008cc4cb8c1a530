import { sql } from 'kysely'
import { changedFields } from '#platform/audit/audit.ts'
import { fieldError, notFound, stale } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { holdItem } from '#features/catalogue/public.ts'
import { replaceLevel, replacePacks, type StockLevel } from '../contract-items.ts'
import { requireStore } from './core/stores.ts'
import { lockLevels } from './core/levels.ts'
import { findLevels } from './items.ts'
import { findPacks, writePacks } from './packs.ts'

export const packRoutes: Route[] = [
  handle(replacePacks, async ({ db, params, body, ifMatch, now, audit, publish }) => {
    await holdItem(db, params.id, now)
    const before = await findPacks(db, params.id)
    if (!before) throw notFound('Item')
    const { version = ifMatch, packs, barcodes = [] } = body
    if (version !== null && version !== before.version) throw stale(before)
    await writePacks(db, params.id, packs, barcodes, before.packs)
    const after = (await findPacks(db, params.id))!
    audit('change packs', { entity: 'item', id: params.id, change: changedFields(before, after) })
    publish('stock', params.id)
    return after
  }),

  handle(replaceLevel, async ({ db, params, body, ifMatch, audit, publish }) => {
    const { id: item, store } = params
    const { version = ifMatch, minimum, reorder_level, maximum = null } = body
    const stocked = await db.selectFrom('stocked_items').select('item_id').where('item_id', '=', item).executeTakeFirst()
    if (!stocked) throw notFound('Item')
    if (!(await db.selectFrom('stores').select('id').where('id', '=', store).executeTakeFirst())) throw notFound('Store')
    await requireStore(db, store)
    if (reorder_level < minimum) throw fieldError('reorder_level', 'Order at the latest when the minimum is reached.')
    if (maximum !== null && maximum < reorder_level) throw fieldError('maximum', 'The maximum is less than the reorder level.')
    await lockLevels(db, [{ store, item }])
    const [before] = (await findLevels(db, item, store)) as [StockLevel]
    if (version !== null && version !== before.version) throw stale(before)
    await db
      .updateTable('stock_levels')
      .set({ minimum, reorder_level, maximum, version: sql`version + 1` })
      .where('item_id', '=', item)
      .where('store_id', '=', store)
      .execute()
    const [after] = (await findLevels(db, item, store)) as [StockLevel]
    audit('change level', { entity: 'item', id: item, change: { store, ...changedFields({ ...before }, { ...after }) } })
    publish('stock', item)
    return after
  }),
]
