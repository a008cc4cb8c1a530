import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { approveCount, cancelCount, rejectCount, submitCount } from '#features/stock/contract-counts.ts'
import { writeEntry } from '../core/entries.ts'
import { lockLevels } from '../core/levels.ts'
import { dayOf } from '../core/numbers.ts'
import { findUnfit } from '../moves/unfit.ts'
import { getSheet } from './find-counts.ts'
import { lockCount, type OpenCount } from './lock-count.ts'

const ENTITY = 'stock count'
interface Asked extends Pick<Context, 'db' | 'user' | 'ifMatch'> {
  params: { id: number }
  body: { version?: number | undefined }
}

/** Holds the count, where it has to be and as the person has read it; 412 with the count as it is when it has changed since. */
const lockAsRead = async ({ db, params, body, ifMatch, user }: Asked, wanted: Parameters<typeof lockCount>[2]) => {
  const count = await lockCount(db, params.id, wanted)
  return requireUnchanged(count, body.version ?? ifMatch, () => getSheet(db, user, count.id))
}

interface Open {
  left: number
  counted: number
  unexplained: number[]
}
const findOpen = async (db: Db, { id }: OpenCount): Promise<Open> => {
  const { rows } = await sql<Open>`
    select (count(*) filter (where counted is null))::integer as left, count(counted)::integer as counted,
      coalesce(array_agg(id order by id) filter (where counted <> expected and reason !~ '\\S'), '{}') as unexplained
    from stock_count_lines where stock_count_id = ${id}`.execute(db)
  return rows[0]!
}

/** Hands a count in: 409 while lines are uncounted and not left out in so many words, and while a variance has no reason. */
export const submitCountOf = async (input: ParsedOf<typeof submitCount> & Context) => {
  const { db, body, user, now, audit, publish } = input
  const count = await lockAsRead(input, ['counting'])
  const { left, counted, unexplained } = await findOpen(db, count)
  if (counted === 0) throw conflict('Count at least one line first.', {}, 'nothing_counted')
  if (left > 0 && !body.leave_out_uncounted) throw conflict('Some lines are not counted.', { left }, 'not_all_counted')
  if (unexplained.length > 0)
    throw conflict('Enter why the count differs from the expected quantity.', { lines: unexplained }, 'reasons_missing')
  await db
    .updateTable('stock_counts')
    .set({
      status: 'submitted',
      submitted_at: now,
      submitted_by: user.id,
      end_reason: '',
      counters: [...new Set([...count.counters, user.id])],
      version: count.version + 1,
    })
    .where('id', '=', count.id)
    .execute()
  audit('submit', { entity: ENTITY, id: count.id, change: { counted, left_out: left } })
  publish('stock', count.id)
  return getSheet(db, user, count.id)
}

interface Variance {
  id: number
  item: number
  item_name: string
  lot: string
  batch: number
  state: 'usable' | 'quarantined'
  variance: number
  /** What the store has of it now. */
  left: number
}
const findVariances = async (db: Db, { id, store }: OpenCount): Promise<Variance[]> => {
  const { rows } = await sql<Variance>`
    select l.id, l.item_id as item, i.name as item_name, b.lot, l.batch_id as batch, l.state, l.counted - l.expected as variance,
      coalesce(s.quantity, 0) as left
    from stock_count_lines l join items i on i.id = l.item_id join batches b on b.id = l.batch_id
    left join batch_stock s on s.item_id = l.item_id and s.batch_id = l.batch_id and s.store_id = ${store} and s.state = l.state
    where l.stock_count_id = ${id} and l.counted <> l.expected
    order by l.item_id, l.batch_id, l.state`.execute(db)
  return rows
}

const lockItems = async (db: Db, { id, store }: OpenCount) => {
  const rows = await db
    .selectFrom('stock_count_lines')
    .select('item_id')
    .distinct()
    .where('stock_count_id', '=', id)
    .whereRef('counted', '<>', 'expected')
    .execute()
  await lockLevels(
    db,
    rows.map(({ item_id }) => ({ store, item: item_id })),
  )
}

/**
 * Puts what differs into the books, on top of what is there now; what must not be used, into quarantine. 409 own_work for somebody who counted, and not_enough_stock with the lines
 * of which more is missing than is left by now.
 */
export const approveCountOf = async (input: ParsedOf<typeof approveCount> & Context) => {
  const { db, user, now, audit, publish } = input
  const count = await lockAsRead(input, ['submitted'])
  if (count.counters.includes(user.id)) throw conflict('A count cannot be approved by a user who took part in it.', {}, 'own_work')
  await lockItems(db, count)
  const variances = await findVariances(db, count)
  const short = variances.filter(({ variance, left }) => left + variance < 0)
  if (short.length > 0)
    throw conflict('Stock is now lower than the shortage found. Recount these lines.', { lines: short }, 'not_enough_stock')
  const unfit = await findUnfit(
    db,
    variances.map(({ batch }) => batch),
    await dayOf(db, now),
  )
  if (variances.length > 0)
    await writeEntry(
      db,
      { number: count.number, document: { stock_count: count.id }, by: user.id, now },
      variances.map(({ item, batch, state, variance }) => ({
        store: count.store,
        item,
        batch,
        // What was found of a lot that was recalled since, or has expired, is not put on the shelf.
        state: variance > 0 && unfit.has(batch) ? 'quarantined' : state,
        kind: 'adjust_count',
        quantity: variance,
      })),
    )
  await db
    .updateTable('stock_counts')
    .set({ status: 'posted', ended_at: now, ended_by: user.id, version: count.version + 1 })
    .where('id', '=', count.id)
    .execute()
  audit('approve', { entity: ENTITY, id: count.id, change: { variances: variances.map(({ id, variance }) => ({ line: id, variance })) } })
  publish('stock')
  return getSheet(db, user, count.id)
}

/** Sends a count back to those who count. */
export const rejectCountOf = async (input: ParsedOf<typeof rejectCount> & Context) => {
  const { db, body, user, audit, publish } = input
  const count = await lockAsRead(input, ['submitted'])
  await db
    .updateTable('stock_counts')
    .set({ status: 'counting', submitted_at: null, submitted_by: null, end_reason: body.reason, version: count.version + 1 })
    .where('id', '=', count.id)
    .execute()
  audit('reject', { entity: ENTITY, id: count.id, change: { reason: body.reason } })
  publish('stock', count.id)
  return getSheet(db, user, count.id)
}

/** Gives a count up. */
export const cancelCountOf = async (input: ParsedOf<typeof cancelCount> & Context) => {
  const { db, body, user, now, audit, publish } = input
  const count = await lockAsRead(input, ['counting', 'submitted'])
  await db
    .updateTable('stock_counts')
    .set({ status: 'cancelled', ended_at: now, ended_by: user.id, end_reason: body.reason, version: count.version + 1 })
    .where('id', '=', count.id)
    .execute()
  audit('cancel', { entity: ENTITY, id: count.id, change: { reason: body.reason } })
  publish('stock', count.id)
  return getSheet(db, user, count.id)
}
