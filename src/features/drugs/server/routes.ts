import { changedFields } from '#platform/audit/audit.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { requireFound } from '#platform/errors/problem.ts'
import { listRoute } from '#platform/records/list-route.ts'
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

  listRoute(listUnknownDrugs, {
    find: (db, _query, { cursor, limit }) => findUnknownDrugs(db, cursor, limit),
    by: ({ sort_name }) => sort_name,
  }),
]
