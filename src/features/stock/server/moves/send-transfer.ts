import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { allocate } from '../core/allocate.ts'
import { writeEntry } from '../core/entries.ts'
import { lockLevels } from '../core/levels.ts'
import { dayOf, nextNumber } from '../core/numbers.ts'
import { holdStores, requireStore } from '../core/stores.ts'
import { type Packed, findUnits } from '../core/units.ts'

interface Sending {
  from_store: number
  to_store: number
  note?: string | undefined
  /** First expiry first out, unless a batch is named. */
  items: readonly (Packed & { batch?: number | null | undefined })[]
  /** The requisition that it serves. */
  requisition?: number
}

/**
 * Sends stock to another store, where it is on its way from then on; answers the transfer's id. 400 with the field of what is no store, item
 * or pack; 409 not_enough_stock, batch_expired, batch_recalled. The transaction of `db` holds the levels until it ends.
 */
export const sendTransfer = async (db: Db, sending: Sending, by: number, now: Date): Promise<number> => {
  const { from_store, to_store, note = '', items, requisition = null } = sending
  if (from_store === to_store) throw fieldError('to_store', 'Choose a different destination store.')
  await holdStores(db, [from_store, to_store])
  await requireStore(db, from_store, 'from_store')
  await requireStore(db, to_store, 'to_store')
  const units = await findUnits(db, items)
  const wants = units.map(({ item, units: quantity }, place) => ({ item, quantity, batch: items[place]!.batch }))
  await lockLevels(
    db,
    wants.flatMap(({ item }) => [
      { store: from_store, item },
      { store: to_store, item },
    ]),
  )
  const taken = await allocate(db, { store: from_store, wants, day: await dayOf(db, now) })
  const byBatch = new Map<number, { item_id: number; batch_id: number; quantity: number }>()
  for (const { item, batch, quantity } of taken) {
    const line = byBatch.get(batch) ?? { item_id: item, batch_id: batch, quantity: 0 }
    byBatch.set(batch, { ...line, quantity: line.quantity + quantity })
  }
  const lines = [...byBatch.values()]
  const number = await nextNumber(db, 'transfer', now)
  const { id } = await db
    .insertInto('transfers')
    .values({ number, from_store_id: from_store, to_store_id: to_store, note, sent_at: now, sent_by: by, requisition_id: requisition })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('transfer_items')
    .values(lines.map((line) => ({ transfer_id: id, ...line })))
    .execute()
  await writeEntry(
    db,
    { number, document: { transfer: id }, by, now },
    lines.flatMap(({ item_id: item, batch_id: batch, quantity }) => [
      { store: from_store, item, batch, state: 'usable' as const, kind: 'issue_out' as const, quantity: -quantity },
      { store: to_store, item, batch, state: 'in transit' as const, kind: 'issue_out' as const, quantity },
    ]),
  )
  return id
}
