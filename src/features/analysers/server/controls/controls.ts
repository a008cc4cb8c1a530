import { sql, type Insertable, type RawBuilder, type Updateable } from 'kysely'
import type { z } from 'zod'
import type { Control, ControlResult } from '#features/analysers/contract-controls.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { LabControls } from '#platform/db/tables.gen.ts'
import { notFound, requireFound } from '#platform/errors/problem.ts'
import { nameOf } from '#features/users/public.ts'
import { evaluatePoints, type Measured } from './evaluate-controls.ts'

type Row = Omit<Control, 'last_outcome'>

/** A measurement `r` is of a control `k`; of neither instrument where both are done by hand. */
const isOf = sql`coalesce(r.equipment_id, 0) = coalesce(k.equipment_id, 0) and r.panel_id = k.panel_id and r.lot = k.lot and r.level = k.level`

const controlRows = sql`
  select k.id, k.equipment_id as equipment, e.name as equipment_name, k.panel_id as test_panel, t.name as test_panel_name, t.unit, k.lot,
    k.level, trim_scale(k.mean)::text as mean, trim_scale(k.sd)::text as sd, k.expires_on, k.is_active, coalesce(n.count, 0) as count,
    l.measured_at as last_at, l.result as last_result, k.version
  from lab_controls k left join lab_equipment e on e.id = k.equipment_id join lab_panels t on t.id = k.panel_id
  left join lateral (select count(*)::integer as count from lab_control_results r where ${isOf}) n on true
  left join lateral (select r.measured_at, r.result from lab_control_results r where ${isOf} order by r.measured_at desc, r.id desc limit 1) l on true`

/** The last measurements with a number of each of these controls, oldest first. */
const lastPoints = async (db: Db, where: RawBuilder<unknown>, most: number) => {
  const { rows } = await sql<
    Measured & { equipment: number | null; panel: number; result: string; note: string; entered_by_name: string | null }
  >`
    select r.id, k.id as control, k.equipment_id as equipment, k.panel_id as panel, k.level, r.measured_at, r.value::text as value,
      k.mean::text as mean, k.sd::text as sd, r.result, r.note, ${nameOf(sql`r.entered_by`)} as entered_by_name
    from lab_controls k
    cross join lateral (
      select r.id, r.measured_at, r.value, r.result, r.note, r.entered_by from lab_control_results r
      where ${isOf} and r.value is not null
      order by r.measured_at desc, r.id desc limit ${most}
    ) r
    where ${where} order by r.measured_at, r.id`.execute(db)
  return rows
}

/** How each control was last judged. */
const lastOutcomes = async (db: Db, controls: readonly Row[]) => {
  const ids = controls.map(({ id }) => id)
  const points = await lastPoints(
    db,
    sql`(coalesce(k.equipment_id, 0), k.panel_id) in (
    select coalesce(o.equipment_id, 0), o.panel_id from lab_controls o where o.id = any(${ids}::integer[])) and k.is_active or k.id = any(${ids}::integer[])`,
    12,
  )
  const together = Map.groupBy(points, ({ equipment, panel }) => `${equipment ?? ''} ${panel}`)
  const outcomes = new Map<number, Control['last_outcome']>()
  for (const control of controls) {
    const all = together.get(`${control.equipment ?? ''} ${control.test_panel}`) ?? []
    const last = all.findLast((point) => point.control === control.id)
    if (last) outcomes.set(control.id, evaluatePoints(all, control.id).get(last.id)!.outcome)
  }
  return outcomes
}

const withOutcomes = async (db: Db, rows: readonly Row[]): Promise<Control[]> => {
  const outcomes = await lastOutcomes(db, rows)
  return rows.map((row) => ({ ...row, last_outcome: outcomes.get(row.id) ?? null }))
}

/** Controls by instrument, test and level. */
export const findControls = async (
  db: Db,
  { equipment, active }: { equipment?: number | undefined; active?: boolean | undefined },
): Promise<Control[]> => {
  const all = [sql`true`]
  if (equipment !== undefined) all.push(sql`k.equipment_id = ${equipment}`)
  if (active !== undefined) all.push(sql`k.is_active = ${active}`)
  const { rows } = await sql<Row>`${controlRows} where ${sql.join(all, sql` and `)}
    order by lower(e.name), t.position, t.name, k.level, k.id desc`.execute(db)
  return withOutcomes(db, rows)
}

/** One control; 404. */
export const getControl = async (db: Db, id: number): Promise<Control> => {
  const { rows } = await sql<Row>`${controlRows} where k.id = ${id}`.execute(db)
  if (!rows[0]) throw notFound('Control')
  return (await withOutcomes(db, rows))[0]!
}

/** The last 100 measurements of a control, oldest first, judged together with the other levels that are in use. */
export const findPoints = async (db: Db, control: Control) => {
  const points = await lastPoints(
    db,
    sql`k.equipment_id is not distinct from ${control.equipment}::integer and k.panel_id = ${control.test_panel} and (k.is_active or k.id = ${control.id})`,
    120,
  )
  const evaluated = evaluatePoints(points, control.id)
  return points
    .filter((point) => point.control === control.id)
    .slice(-100)
    .map((point) => ({ ...point, ...evaluated.get(point.id)! }))
}

/** The control's own row, held until the transaction ends; 404. */
export const lockControl = async (db: Db, id: number) => {
  return requireFound(await db.selectFrom('lab_controls').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(), 'Control')
}

export const insertControl = async (db: Db, control: Insertable<LabControls>): Promise<number | undefined> =>
  (
    await db
      .insertInto('lab_controls')
      .values(control)
      .onConflict((oc) => oc.columns(['equipment_id', 'panel_id', 'lot', 'level']).doNothing())
      .returning('id')
      .executeTakeFirst()
  )?.id

export const updateControlRow = (db: Db, id: number, change: Updateable<LabControls>) =>
  db
    .updateTable('lab_controls')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Another control of that instrument and test with this lot and level. */
export const findDuplicate = (db: Db, of: { id: number; equipment_id: number | null; panel_id: number; lot: string; level: string }) =>
  db
    .selectFrom('lab_controls')
    .select('id')
    .where('equipment_id', 'is not distinct from', of.equipment_id)
    .where('panel_id', '=', of.panel_id)
    .where('lot', '=', of.lot)
    .where('level', '=', of.level)
    .where('id', '<>', of.id)
    .executeTakeFirst()

type ControlResultRow = z.output<typeof ControlResult>
interface Filters {
  equipment?: number | undefined
  panel?: number | undefined
  unknown?: boolean | undefined
}
const controlOf = sql`(select k.id from lab_controls k where ${isOf})`
const matching = ({ equipment, panel, unknown }: Filters) => {
  const all = [sql`true`]
  if (equipment !== undefined) all.push(sql`r.equipment_id = ${equipment}`)
  if (panel !== undefined) all.push(sql`r.panel_id = ${panel}`)
  if (unknown !== undefined) all.push(sql`(${controlOf} is null) = ${unknown}`)
  return sql.join(all, sql` and `)
}

/** Measurements of control material that match, newest first, after the cursor. */
export const findControlResults = async (db: Db, filters: Filters, page: Position) => {
  const { rows } = await sql<ControlResultRow>`
    select r.id, o.message_id as message, r.equipment_id as equipment, e.name as equipment_name, r.panel_id as test_panel,
      t.name as test_panel_name, coalesce(o.code, '') as code, r.lot, r.level, r.result, r.value::text as value, r.unit, r.measured_at, r.note,
      ${nameOf(sql`r.entered_by`)} as entered_by_name, ${controlOf} as control
    from lab_control_results r left join lab_message_results o on o.id = r.message_result_id left join lab_equipment e on e.id = r.equipment_id
    left join lab_panels t on t.id = r.panel_id
    where ${matching(filters)} and ${before(sql`r.id`, sql`r.id`, sql`bigint`, page.cursor)} order by r.id desc limit ${page.limit}`.execute(
    db,
  )
  return rows
}
export const countControlResults = async (db: Db, filters: Filters): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from lab_control_results r where ${matching(filters)}`.execute(db)
  return rows[0]!.total
}
