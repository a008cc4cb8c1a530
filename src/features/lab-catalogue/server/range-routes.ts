import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, invalidInput, notFound, stale, type FieldErrors } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { confirmRanges, createRange, listRanges, listUnconfirmedRanges, tryRange, updateRange } from '../contract-ranges.ts'
import type { Panel } from '../contract.ts'
import { findPanel } from './panels.ts'
import { findRange, findRanges, findUnconfirmed } from './ranges.ts'
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

  handle(updateRange, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
    await lockRange(db, params.id)
    const before = await findRange(db, params.id)
    if (!before) throw notFound('Reference range')
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(before)
    await changeRange(db, await requirePanel(db, before.panel), before, change, { by: user.id, now })
    const after = (await findRange(db, params.id))!
    audit('change', { entity: 'reference range', id: after.id, change: changedFields(before, after) })
    publish('catalogue')
    return after
  }),

  handle(listUnconfirmedRanges, async ({ db, now }) => {
    const { today } = await db.selectFrom('company').select(clinicDay(now).as('today')).executeTakeFirstOrThrow()
    return findUnconfirmed(db, today)
  }),

  handle(confirmRanges, async ({ db, params, body, user, now, audit, publish }) => {
    const panel = await requirePanel(db, params.id)
    const ids = body.ranges.map(({ id }) => id)
    await sql`select from lab_reference_ranges where id = any(${ids}::integer[]) order by id for update`.execute(db)
    const there = new Map((await findRanges(db, [panel.id])).map((range) => [range.id, range]))
    const errors: FieldErrors = {}
    for (const [index, { id }] of body.ranges.entries())
      if (!there.has(id)) errors[`ranges.${index}.id`] = [`Test ${panel.code} has no range ${id}.`]
    if (Object.keys(errors).length > 0) throw invalidInput(errors)
    const changed = body.ranges.filter(({ id, version }) => version !== undefined && version !== there.get(id)!.version)
    if (changed.length > 0) throw stale(changed.map(({ id }) => there.get(id)!))
    const open = ids.filter((id) => there.get(id)!.confirmed_at === null)
    if (open.length === 0) throw conflict('These ranges are confirmed already.', { ranges: ids }, 'confirmed')
    await db
      .updateTable('lab_reference_ranges')
      .set({ confirmed_at: now, confirmed_by: user.id, version: sql`version + 1` })
      .where('id', 'in', open)
      .execute()
    const after = (await findRanges(db, [panel.id])).filter(({ id }) => ids.includes(id))
    for (const range of after.filter(({ id }) => open.includes(id)))
      audit('confirm', {
        entity: 'reference range',
        id: range.id,
        change: { test: panel.code, low: range.low, high: range.high, source: range.source },
      })
    publish('catalogue')
    return after
  }),

  handle(tryRange, async ({ db, params, query, now }) => tryOnSomebody(db, await requirePanel(db, params.id), query, now)),
]
