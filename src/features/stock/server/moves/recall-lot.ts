import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, requireFound } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { type createRecall, RecallDetail } from '#features/stock/contract-recalls.ts'
import { writeEntry } from '../core/entries.ts'
import { lockLevels } from '../core/levels.ts'
import { writeNote } from '../core/numbers.ts'
import { findRecall } from './recalls.ts'
import { turnOver } from './write-notes.ts'

/** What can still be used of a lot, wherever it lies, of levels that are locked. */
const findUsable = async (db: Db, item: number, lot: string) => {
  const { rows } = await sql<{ store: number; item: number; batch: number; quantity: number }>`
    select s.store_id as store, s.item_id as item, s.batch_id as batch, s.quantity
    from batches b join batch_stock s on s.item_id = b.item_id and s.batch_id = b.id
    where b.item_id = ${item} and b.lot = ${lot} and s.state = 'usable' and s.quantity > 0 order by s.store_id, s.batch_id`.execute(db)
  return rows
}

/**
 * Recalls a lot: all that could be used goes to quarantine in every store, and the recall's id is answered. From then on nobody can use the
 * lot, and what arrives of it comes into quarantine. 400 for an item that is not kept in stock, 409 for a lot that is recalled already.
 */
export const recallLot = async (
  db: Db,
  { item, lot, reason }: z.output<typeof createRecall.body>,
  by: number,
  now: Date,
): Promise<number> => {
  const { rows: stores } = await sql<{ store: number; item: number }>`
    select s.id as store, i.item_id as item from stores s, stocked_items i where i.item_id = ${item}`.execute(db)
  if (stores.length === 0) throw fieldError('item', 'This item is not a stock item.')
  // Of every store, whether it has any or not: who takes in some at this moment has done so before, or sees the recall.
  await lockLevels(db, stores)
  const usable = await findUsable(db, item, lot)
  const { id: note, number } = await writeNote(db, { kind: 'recall', store: null, reason, by, now })
  const { id } = await db
    .insertInto('recalls')
    .values({ number, item_id: item, lot, reason, recalled_at: now, recalled_by: by, stock_note_id: note })
    .returning('id')
    .executeTakeFirstOrThrow()
  const movements = usable.flatMap((line) => turnOver(line.store, [line], 'quarantine'))
  if (movements.length > 0) await writeEntry(db, { number, document: { stock_note: note }, by, now }, movements)
  return id
}

/** Ends a recall, which releases nothing. 404; 409 not_open when it was lifted already; 412 when it is no longer as it was seen. */
export const liftLot = async (
  db: Db,
  id: number,
  { reason, seen }: { reason: string; seen: number | null },
  user: Pick<User, 'id' | 'permissions'>,
  now: Date,
): Promise<void> => {
  const { rows } = await sql<{ version: number; lifted_at: Date | null }>`
    select version, lifted_at from recalls where id = ${id} for no key update`.execute(db)
  const recall = requireFound(rows[0], 'Recall')
  if (recall.lifted_at) throw conflict('This recall is already lifted.', {}, 'not_open')
  await requireUnchanged(recall, seen, async () => RecallDetail.encode((await findRecall(db, id, user))!))
  await db
    .updateTable('recalls')
    .set({ lifted_at: now, lifted_by: user.id, lift_reason: reason, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}
