import { changedFields } from '#platform/audit/audit.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { requireFound } from '#platform/errors/problem.ts'
import { getItemDrug, listUnknownDrugs, putItemDrug } from '../contract.ts'
import { findItemDrug, findUnknownDrugs, sayItemDrug } from './item-drugs.ts'

export const routes = (): Route[] => [
  handle(getItemDrug, async ({ db, params }) => {
    return requireFound(await findItemDrug(db, params.id), 'Drug')
  }),

  handle(putItemDrug, async ({ db, params: { id }, body, ifMatch, user, now, audit, publish }) => {
    const { before, after } = await sayItemDrug(db, { id, facts: body, seen: body.version ?? ifMatch, by: user.id, now })
    audit('change', { entity: 'drug', id, change: changedFields(before, after) })
    publish('catalogue', id)
    return after
  }),

  handle(listUnknownDrugs, async ({ db, query: { limit: asked, cursor } }) => {
    const limit = limitOf(asked)
    const rows = await findUnknownDrugs(db, readCursor(cursor), limit + 1)
    return pageOf(rows, limit, ({ sort_name }) => sort_name)
  }),
]
