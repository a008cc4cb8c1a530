import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, type FieldErrors, fieldError, invalidInput } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { addCountLine, enterCounts } from '#features/stock/contract-counts.ts'
import { keepBatches } from '../core/batches.ts'
import { lockLevels } from '../core/levels.ts'
import { findLines } from './find-counts.ts'
import { keepCounter, lockCount, type OpenCount } from './lock-count.ts'

type Entered = ParsedOf<typeof enterCounts>['body']['lines'][number]
type Found = ParsedOf<typeof addCountLine>['body']

/** The lines as they are, in the order given; 400 by place for one of another count and for one that is named twice. */
const requireLines = async (db: Db, count: number, entered: readonly Entered[]) => {
  const ids = entered.map(({ id }) => id)
  const rows = await db
    .selectFrom('stock_count_lines')
    .select(['id', 'item_id', 'counted'])
    .where('stock_count_id', '=', count)
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .execute()
  const known = new Map(rows.map((row) => [row.id, row]))
  const errors: FieldErrors = {}
  for (const [place, id] of ids.entries()) {
    if (!known.has(id)) errors[`lines.${place}.id`] = ['This line is not on the sheet.']
    else if (ids.indexOf(id) < place) errors[`lines.${place}.id`] = ['Duplicate of an earlier line.']
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return ids.flatMap((id) => known.get(id) ?? [])
}

/** Writes what was found, beside what the books have now. The levels are locked already. */
const writeCounts = async (db: Db, { store }: OpenCount, entered: readonly Entered[], by: number, now: Date) => {
  const rows = entered.map(({ id, counted, reason }) => ({ id, counted, keeps: counted === undefined, reason }))
  await sql`
    update stock_count_lines l set
      expected = case when w.keeps then l.expected when w.counted is null then null else coalesce(s.quantity, 0) end,
      counted = case when w.keeps then l.counted else w.counted end,
      counted_at = case when w.keeps then l.counted_at when w.counted is null then null else ${now}::timestamptz end,
      counted_by = case when w.keeps then l.counted_by when w.counted is null then null else ${by}::integer end,
      reason = coalesce(w.reason, l.reason)
    from json_to_recordset(${JSON.stringify(rows)}::json) as w (id integer, counted integer, keeps boolean, reason text)
    join stock_count_lines o on o.id = w.id
    left join batch_stock s on s.item_id = o.item_id and s.batch_id = o.batch_id and s.state = o.state and s.store_id = ${store}
    where l.id = w.id`.execute(db)
}

/** Enters what people found. The levels are held meanwhile, so that what the books have is what they have at that moment. */
export const enterCountsOf = async ({ db, params, body, user, now, audit }: ParsedOf<typeof enterCounts> & Context) => {
  const count = await lockCount(db, params.id, ['counting'])
  const lines = await requireLines(db, count.id, body.lines)
  await lockLevels(
    db,
    lines.map(({ item_id }) => ({ store: count.store, item: item_id })),
  )
  await writeCounts(db, count, body.lines, user.id, now)
  await keepCounter(db, count, user.id)
  const change = body.lines.map(({ id, counted, reason }, place) => ({
    line: id,
    ...(counted !== undefined && { counted: [lines[place]?.counted ?? null, counted] }),
    ...(reason !== undefined && { reason }),
  }))
  audit('count', { entity: 'stock count', id: count.id, change: { lines: change } })
  const ids = body.lines.map(({ id }) => id)
  return findLines(db, user, count, ids)
}

const requireItem = async (db: Db, { item, lot, expires_on }: Found) => {
  const found = await db
    .selectFrom('stocked_items as s')
    .innerJoin('items as i', 'i.id', 's.item_id')
    .select(['s.needs_lot', 's.needs_expiry'])
    .where('s.item_id', '=', item)
    .where('s.is_active', '=', true)
    .where('i.is_active', '=', true)
    .executeTakeFirst()
  if (!found) throw fieldError('item', 'This item is not a stock item.')
  const errors: FieldErrors = {}
  if (found.needs_lot && !lot) errors['lot'] = ['Enter the lot number.']
  if (found.needs_expiry && !expires_on) errors['expires_on'] = ['Enter the expiry date.']
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

/** The batch that was found: one that the item has, or a new one at the cost named or that of the item's last. */
const findBatch = async (db: Db, { item, lot, expires_on = null, unit_cost }: Found, now: Date): Promise<number> => {
  const { rows } = await sql<{ id: number; unit_cost: string; is_same: boolean }>`
    select id, unit_cost, lot = upper(btrim(${lot ?? ''})) and expires_on is not distinct from ${expires_on}::date as is_same
    from batches where item_id = ${item} order by is_same desc, received_at desc, id desc limit 1`.execute(db)
  const [known] = rows
  if (known?.is_same && unit_cost == null) return known.id
  const cost = unit_cost ?? known?.unit_cost
  if (cost === undefined) throw fieldError('unit_cost', 'Enter the unit cost: this item has never been received.')
  const [id] = await keepBatches(db, [{ item, lot: lot ?? '', expires_on, unit_cost: cost, supplier: null }], now)
  return id!
}

/** Puts a batch on the sheet that the books did not expect in this store; 409 when it is on it already, with that line. */
export const addCountLineTo = async ({ db, params, body, user, now, audit }: ParsedOf<typeof addCountLine> & Context) => {
  const count = await lockCount(db, params.id, ['counting'])
  await requireItem(db, body)
  await lockLevels(db, [{ store: count.store, item: body.item }])
  const batch = await findBatch(db, body, now)
  const { state = 'usable', counted, reason = '' } = body
  const at = { stock_count_id: count.id, batch_id: batch, state }
  const made = await db
    .insertInto('stock_count_lines')
    .values({ ...at, item_id: body.item, reason })
    .onConflict((on) => on.constraint('stock_count_lines_once').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) {
    const there = db.selectFrom('stock_count_lines').select('id').where('stock_count_id', '=', count.id)
    const line = await there.where('batch_id', '=', batch).where('state', '=', state).executeTakeFirstOrThrow()
    throw conflict('This batch is already on the sheet.', { line: line.id }, 'on_sheet')
  }
  if (counted !== undefined) await writeCounts(db, count, [{ id: made.id, counted }], user.id, now)
  await keepCounter(db, count, user.id)
  audit('add line', { entity: 'stock count', id: count.id, change: { line: made.id, item: body.item, batch, state, counted, reason } })
  const [row] = await findLines(db, user, count, [made.id])
  return row!
}
