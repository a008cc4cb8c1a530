import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { notFound, stale } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { createRange, listRanges, tryRange, updateRange } from '../contract-ranges.ts'
import type { Panel } from '../contract.ts'
import { findPanel } from './panels.ts'
import { findRange, findRanges } from './ranges.ts'
import { tryOnSomebody } from './try-range.ts'
import { changeRange, insertRange, lockRange } from './write-range.ts'

const requirePanel = async (db: Db, id: number): Promise<Panel> => {
  const panel = await findPanel(db, id)
  if (!panel) throw notFound('Test')
  return panel
}

export const rangeRoutes: Route[] = [
  handle(listRanges, async ({ db, params }) => {
    const { id } = await requirePanel(db, params.id)
    return findRanges(db, [id])
  }),

  handle(createRange, async ({ db, params, body, user, now, audit, publish }) => {
    const panel = await requirePanel(db, params.id)
    const id = await insertRange(db, panel, body, { by: user.id, now })
    const made = (await findRange(db, id))!
    audit('create', { entity: 'reference range', id, change: made })
    publish('catalogue')
    return made
  }),

  handle(updateRange, async ({ db, params, body, ifMatch, audit, publish }) => {
    await lockRange(db, params.id)
    const before = await findRange(db, params.id)
    if (!before) throw notFound('Reference range')
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(before)
    await changeRange(db, await requirePanel(db, before.panel), before, change)
    const after = (await findRange(db, params.id))!
    audit('change', { entity: 'reference range', id: after.id, change: changedFields(before, after) })
    publish('catalogue')
    return after
  }),

  handle(tryRange, async ({ db, params, query, now }) => tryOnSomebody(db, await requirePanel(db, params.id), query, now)),
]
