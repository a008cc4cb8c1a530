import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { type Actor, countUnits, followCoverage, lockLines } from '../requisitions/cover.ts'

interface Served {
  row: number
  line: number
  units: number
  /** Of the row: what of it is to serve requisitions from now on, at most. */
  keeps: number
}

/** Which lines of requisitions rows of an order serve, the latest first. `keeps` is SQL over the row `r`. */
const findServed = async (db: Db, rowIds: readonly number[], keeps: ReturnType<typeof sql>) => {
  const { rows } = await sql<Served>`
    select r.id as row, w.requisition_item_id as line, w.units, ${keeps} as keeps
    from purchase_order_items r join purchase_order_sources w on w.purchase_order_item_id = r.id
    where r.id = any(${rowIds}::integer[]) order by r.id, w.requisition_item_id desc`.execute(db)
  return rows
}

/** What each row gives back to its lines, so that it keeps no more than it may. */
const surplusOf = (served: readonly Served[]) => {
  const over = new Map<number, number>()
  for (const { row, units, keeps } of served) over.set(row, (over.get(row) ?? -keeps) + units)
  return served.flatMap(({ row, line, units }) => {
    const freed = Math.min(units, Math.max(0, over.get(row) ?? 0))
    over.set(row, (over.get(row) ?? 0) - freed)
    return freed > 0 ? [{ row, line, units: freed }] : []
  })
}

const free = async (db: Db, rowIds: readonly number[], keeps: ReturnType<typeof sql>, actor: Actor): Promise<void> => {
  const lines = (await findServed(db, rowIds, keeps)).map(({ line }) => line)
  if (lines.length === 0) return
  const requisitions = await lockLines(db, lines)
  const freed = surplusOf(await findServed(db, rowIds, keeps))
  if (freed.length === 0) return
  const change = sql`json_to_recordset(${JSON.stringify(freed)}::json) as n("row" integer, line integer, units integer)`
  await sql`delete from purchase_order_sources w using ${change}
    where w.purchase_order_item_id = n."row" and w.requisition_item_id = n.line and w.units = n.units`.execute(db)
  await sql`update purchase_order_sources w set units = w.units - n.units from ${change}
    where w.purchase_order_item_id = n."row" and w.requisition_item_id = n.line and w.units > n.units`.execute(db)
  await countUnits(
    db,
    'ordered_units',
    freed.map(({ line, units }) => ({ id: line, units: -units })),
  )
  await followCoverage(db, requisitions, actor)
}

/** Holds the lines of requisitions that these rows of an order serve, before any stock is held. */
export const holdServed = async (db: Db, rowIds: readonly number[]): Promise<void> => {
  const served = await findServed(db, rowIds, sql`0`)
  await lockLines(
    db,
    served.map(({ line }) => line),
  )
}

/** Opens again what these rows of an order that is held served of requisitions. */
export const freeRows = (db: Db, rowIds: readonly number[], actor: Actor) => free(db, rowIds, sql`0`, actor)
/** The same of what is more than the rows order by now. */
export const freeSurplus = (db: Db, rowIds: readonly number[], actor: Actor) => free(db, rowIds, sql`r.units`, actor)
/** The same of what never came. */
export const freeUnreceived = (db: Db, rowIds: readonly number[], actor: Actor) => free(db, rowIds, sql`r.received_units`, actor)

/** The ids of an order's rows. */
export const rowsOfOrder = async (db: Db, order: number): Promise<number[]> =>
  (await db.selectFrom('purchase_order_items').select('id').where('purchase_order_id', '=', order).orderBy('id').execute()).map(
    ({ id }) => id,
  )
