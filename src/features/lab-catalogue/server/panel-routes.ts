import { changedFields } from '#platform/audit/audit.ts'
import { pageOf, readCursor } from '#platform/db/keyset.ts'
import { invalidInput, notFound, stale } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { createPanel, getPanel, listPanels, updatePanel } from '../contract.ts'
import { makeItem } from './charge-item.ts'
import { countPanels, findPanel, findPanels } from './panels.ts'
import { lockCatalogue } from './settings.ts'
import { changePanel, insertPanel } from './write-panel.ts'

export const panelRoutes: Route[] = [
  handle(listPanels, async ({ db, query }) => {
    const { limit = null, cursor, count, ...filters } = query
    const rows = await findPanels(db, filters, { cursor: readCursor(cursor), limit: limit && limit + 1 })
    return pageOf(rows, limit ?? rows.length, ({ sort }) => sort, count ? await countPanels(db, filters) : undefined)
  }),

  handle(getPanel, async ({ db, params }) => {
    const panel = await findPanel(db, params.id)
    if (!panel) throw notFound('Test')
    return panel
  }),

  handle(createPanel, async ({ body, ...context }) => {
    const { db, audit, publish } = context
    const { create_item: createsItem = false, ...panel } = body
    if (createsItem && panel.item != null) throw invalidInput({ item: ['Name an item, or have one made: not both.'] })
    await lockCatalogue(db)
    const id = await insertPanel(db, { ...panel, ...(createsItem && { item: await makeItem(context, panel.name) }) })
    const made = (await findPanel(db, id))!
    audit('create', { entity: 'lab panel', id, change: made })
    publish('catalogue')
    return made
  }),

  handle(updatePanel, async ({ db, params, body, ifMatch, audit, publish }) => {
    await lockCatalogue(db)
    const before = await findPanel(db, params.id)
    if (!before) throw notFound('Test')
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(before)
    await changePanel(db, before, change)
    const after = (await findPanel(db, params.id))!
    audit('change', { entity: 'lab panel', id: after.id, change: changedFields(before, after) })
    publish('catalogue')
    if (after.is_withheld !== before.is_withheld) publish('portal')
    return after
  }),
]
