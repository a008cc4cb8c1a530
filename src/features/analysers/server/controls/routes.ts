import {
  Control,
  createControl,
  enterControlResult,
  getControlChart,
  listControlResults,
  listControls,
  updateControl,
} from '#features/analysers/contract-controls.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import { listRoute } from '#platform/records/list-route.ts'
import {
  countControlResults,
  findControlResults,
  findControls,
  findPoints,
  findDuplicate,
  getControl,
  insertControl,
  lockControl,
  updateControlRow,
} from './controls.ts'
import { insertTyped } from './insert-typed.ts'
import { ownStatistics } from './evaluate-controls.ts'

const ENTITY = 'lab control'
const alreadyThere = () => conflict('This analyser already has a control for this test, lot and level.', {}, 'exists')

const requireNamed = async (db: Db, equipment: number | null, panel: number) => {
  const found = equipment === null || (await db.selectFrom('lab_equipment').select('id').where('id', '=', equipment).executeTakeFirst())
  if (!found) throw fieldError('equipment', 'Analyser not found.')
  const test = await db.selectFrom('lab_panels').select('kind').where('id', '=', panel).executeTakeFirst()
  if (!test) throw fieldError('test_panel', 'Test not found.')
  if (test.kind !== 'quantitative') throw fieldError('test_panel', 'Only numeric tests have controls.')
}

const decimalsOf = (...texts: string[]) => Math.max(...texts.map((text) => text.split('.')[1]?.length ?? 0))

type Point = Awaited<ReturnType<typeof findPoints>>[number]
const toPoint = ({ id, measured_at, result, value, z, outcome, broken, entered_by_name, note }: Point) => ({
  id,
  measured_at,
  result,
  value,
  z,
  outcome,
  broken,
  entered_by_name,
  note,
})

export const controlRoutes: Route[] = [
  handle(listControls, ({ db, query }) => findControls(db, query)),

  handle(createControl, async ({ db, body, audit, publish }) => {
    const { equipment = null, test_panel, ...rest } = body
    await requireNamed(db, equipment, test_panel)
    const control = { ...rest, expires_on: rest.expires_on ?? null, equipment_id: equipment, panel_id: test_panel }
    const id = await insertControl(db, control)
    if (id === undefined) throw alreadyThere()
    audit('create', { entity: ENTITY, id, change: control })
    publish('analysers', equipment ?? undefined)
    return getControl(db, id)
  }),

  handle(updateControl, async ({ db, params, body, ifMatch, audit, publish }) => {
    const { version = ifMatch, ...sent } = body
    const before = await lockControl(db, params.id)
    await requireUnchanged(before, requireVersion(version), async () => Control.encode(await getControl(db, params.id)))
    const change = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined))
    if (await findDuplicate(db, { ...before, ...change })) throw alreadyThere()
    const after = await updateControlRow(db, params.id, change)
    audit('change', { entity: ENTITY, id: params.id, change: changedFields(before, after) })
    publish('analysers', before.equipment_id ?? undefined)
    return getControl(db, params.id)
  }),

  handle(getControlChart, async ({ db, params }) => {
    const control = await getControl(db, params.id)
    const points = await findPoints(db, control)
    const own = ownStatistics(points, decimalsOf(control.mean, control.sd, ...points.map(({ value }) => value)) + 1)
    return {
      control,
      points: points.map(toPoint),
      own,
    }
  }),

  handle(enterControlResult, async ({ db, params, body, user, now, audit, publish }) => {
    const { id, value } = await insertTyped(db, await lockControl(db, params.id), body, { by: user.id, now })
    audit('enter control result', { entity: ENTITY, id: params.id, change: { result: value, note: body.note } })
    const control = await getControl(db, params.id)
    publish('analysers', control.equipment ?? undefined)
    return toPoint((await findPoints(db, control)).find((point) => point.id === id)!)
  }),

  listRoute(listControlResults, { find: findControlResults, count: countControlResults }),
]
