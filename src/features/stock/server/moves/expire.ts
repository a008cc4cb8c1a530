import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { inTransaction, type Db, type Tx } from '#platform/db/connect.ts'
import { perform, type JobContext, type JobWork } from '#platform/jobs/job.ts'
import { writeEntry } from '../core/entries.ts'
import { lockLevels } from '../core/levels.ts'
import { dayOf, writeNote } from '../core/numbers.ts'
import { quarantineExpiredJob } from '#features/stock/jobs.ts'
import { turnOver } from './write-notes.ts'

/** So many batches go at once, so that nobody waits long. */
const PORTION = 100

interface Expired {
  store: number
  item: number
  batch: number
  quantity: number
}

/** What could still be used although its last day is over, by store and item. */
export const findExpired = async (db: Db, day: string): Promise<Expired[]> => {
  const { rows } = await sql<Expired>`
    select s.store_id as store, s.item_id as item, s.batch_id as batch, s.quantity
    from batches b join batch_stock s on s.item_id = b.item_id and s.batch_id = b.id
    where b.expires_on < ${day}::date and s.state = 'usable' and s.quantity > 0
    order by s.store_id, s.item_id, s.batch_id`.execute(db)
  return rows
}

/** The note of a store and day: what else expires there on that day stands on the same. */
const makeNote = async (tx: Tx, store: number, now: Date) => {
  const { rows } = await sql<{ id: number; number: string }>`
    select id, number from stock_notes
    where kind = 'expiry' and store_id = ${store} and created_by is null and ${clinicDay(sql`created_at`)} = ${clinicDay(now)}
    order by id desc limit 1`.execute(tx)
  return rows[0] ?? writeNote(tx, { kind: 'expiry', store, reason: 'Expired', by: null, now })
}

/** Puts aside what is still there of a portion. One run at a time in a store, so that two do not make two notes. */
const setAside = (db: Db, store: number, portion: readonly Expired[], now: Date): Promise<number> =>
  inTransaction(db, async (tx) => {
    // Not the store's row: everybody who moves stock holds that.
    await sql`select pg_advisory_xact_lock(hashtextextended('quarantine expired ' || ${store}::text, 0))`.execute(tx)
    await lockLevels(tx, portion)
    const { rows } = await sql<Expired>`
      select store_id as store, item_id as item, batch_id as batch, quantity from batch_stock
      where store_id = ${store} and item_id = any(${portion.map(({ item }) => item)}::integer[])
        and batch_id = any(${portion.map(({ batch }) => batch)}::integer[]) and state = 'usable' and quantity > 0
      order by item_id, batch_id`.execute(tx)
    if (rows.length === 0) return 0
    const note = await makeNote(tx, store, now)
    const entry = { number: note.number, document: { stock_note: note.id }, by: null, now }
    await writeEntry(tx, entry, turnOver(store, rows, 'quarantine'))
    return rows.length
  })

/** Puts everything aside whose last day is over in the clinic, one note for each store and day; how many batches in stores there were. */
export const quarantineExpired = async ({ db, now, signal }: Pick<JobContext, 'db' | 'now' | 'signal'>): Promise<number> => {
  const byStore = Map.groupBy(await findExpired(db, await dayOf(db, now)), ({ store }) => store)
  let moved = 0
  for (const [store, expired] of byStore)
    for (let from = 0; from < expired.length && !signal.aborted; from += PORTION)
      moved += await setAside(db, store, expired.slice(from, from + PORTION), now)
  return moved
}

/** Puts aside what expired, just after the clinic's midnight. */
export const expiryWork: JobWork = perform(quarantineExpiredJob, async ({ publish, ...context }) => {
  if ((await quarantineExpired(context)) > 0) publish('stock')
})
