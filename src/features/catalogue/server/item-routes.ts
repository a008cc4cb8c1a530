import { changedFields } from '#platform/audit/audit.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { notFound, stale } from '#platform/errors/problem.ts'
import { handle } from '#platform/http/handle.ts'
import { createItem, getItem, Item, listItems, listServices, updateItem } from '../contract.ts'
import { addItem, changeItem, holdItem } from './add-item.ts'
import { countItems, findItem, findItems, type ItemRow } from './items.ts'
import { findServiceNames, findServices } from './services.ts'

export const itemRoutes = [
  handle(listServices, ({ db, user, now }) => (user.permissions.has('services.view') ? findServices(db, now) : findServiceNames(db))),

  handle(listItems, async ({ db, query, now }) => {
    const { limit: asked, cursor, count, ...filters } = query
    const limit = limitOf(asked)
    const rows = await findItems(db, filters, now, { cursor: readCursor(cursor), limit: limit + 1 })
    return pageOf(rows, limit, ({ sort_name }) => sort_name, count ? await countItems(db, filters, now) : undefined)
  }),

  handle(getItem, async ({ db, params, now }) => {
    const item = await findItem(db, params.id, now)
    if (!item) throw notFound('Item')
    return item
  }),

  handle(createItem, async ({ db, body, user, now, audit, publish }) => {
    const id = await addItem(db, body, user, now)
    audit('create', { entity: 'item', id, change: body })
    publish('catalogue', id)
    return (await findItem(db, id, now)) as ItemRow
  }),

  handle(updateItem, async ({ db, params, body, ifMatch, now, audit, publish }) => {
    const before = await holdItem(db, params.id, now)
    if (!before) throw notFound('Item')
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(Item.parse(before))
    await changeItem(db, before, change)
    const after = (await findItem(db, params.id, now)) as ItemRow
    audit('change', { entity: 'item', id: after.id, change: changedFields(Item.parse(before), Item.parse(after)) })
    publish('catalogue', after.id)
    return after
  }),
]
