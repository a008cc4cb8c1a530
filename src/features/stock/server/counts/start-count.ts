import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { type FieldErrors, invalidInput } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { startCount } from '#features/stock/contract-counts.ts'
import { nextNumber } from '../core/numbers.ts'
import { requireStore } from '../core/stores.ts'
import { getSheet } from './find-counts.ts'

const requireStocked = async (db: Db, items: readonly number[]) => {
  const rows = await db
    .selectFrom('stocked_items')
    .select('item_id')
    .where(sql<boolean>`item_id = any(${items}::integer[])`)
    .execute()
  const known = new Set(rows.map(({ item_id }) => item_id))
  const errors: FieldErrors = {}
  for (const [place, item] of items.entries()) if (!known.has(item)) errors[`items.${place}`] = ['This item is not a stock item.']
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

/** Opens a count of a store with a line for each batch that is there. A store has one open count: a second is a 409. */
export const startCountOf = async ({ db, body, user, now, audit, publish }: ParsedOf<typeof startCount> & Context) => {
  const { store, items, category, is_blind = false, note = '' } = body
  await requireStore(db, store)
  if (items) await requireStocked(db, items)
  const { id, number } = await db
    .insertInto('stock_counts')
    .values({ number: await nextNumber(db, 'stock count', now), store_id: store, is_blind, note, started_at: now, started_by: user.id })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
  const { numAffectedRows } = await sql`
    insert into stock_count_lines (stock_count_id, item_id, batch_id, state)
    select ${id}, s.item_id, s.batch_id, s.state
    from batch_stock s join items i on i.id = s.item_id
    where s.store_id = ${store} and s.quantity > 0 and s.state <> 'in transit'
      ${items ? sql`and s.item_id = any(${items}::integer[])` : sql``} ${category ? sql`and i.category = ${category}` : sql``}
    order by s.item_id, s.batch_id, s.state`.execute(db)
  const change = { number, store, is_blind, lines: Number(numAffectedRows ?? 0), ...(items && { items }), ...(category && { category }) }
  audit('create', { entity: 'stock count', id, change })
  publish('stock', id)
  return getSheet(db, user, id)
}
