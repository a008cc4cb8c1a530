import { sql } from 'kysely'
import type { Permission } from '#shared/permissions.ts'
import type { Db } from '#platform/db/connect.ts'
import type { StockNoteKind } from '#platform/db/tables.gen.ts'
import { conflict, forbidden, requireFound } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { reverseEntries, writeEntry } from '../core/entries.ts'
import { dayOf, writeNote } from '../core/numbers.ts'
import { holdStores } from '../core/stores.ts'
import { findUnfit } from './unfit.ts'
import { turnOver } from './write-notes.ts'

/** The right that it took to make a note, of the kinds that can be taken back. */
export const reversibleBy: Partial<Record<StockNoteKind, Permission>> = { 'write-off': 'stock.write_off', consumption: 'stock.move' }

interface Note {
  kind: StockNoteKind
  store: number
  entry: number
  is_reversal: boolean
  is_reversed: boolean
}

const findNote = async (db: Db, id: number): Promise<Note | undefined> => {
  const { rows } = await sql<Note>`
    select n.kind, n.store_id as store, e.id as entry, e.reverses_id is not null as is_reversal,
      exists (select from stock_entries r where r.reverses_id = e.id) as is_reversed
    from stock_notes n left join stock_entries e on e.stock_note_id = n.id where n.id = ${id} order by e.id limit 1`.execute(db)
  return rows[0]
}

/** What came back to be used, although it must not be any more. */
const findUnfitAmong = async (db: Db, entry: number, now: Date) => {
  const { rows } = await sql<{ item: number; batch: number; quantity: number }>`
    select item_id as item, batch_id as batch, -sum(quantity)::integer as quantity from stock_movements
    where entry_id = ${entry} and state = 'usable' group by item_id, batch_id`.execute(db)
  const batches = rows.map(({ batch }) => batch)
  const unfit = await findUnfit(db, batches, await dayOf(db, now))
  return rows.filter(({ batch }) => unfit.has(batch))
}

/**
 * Takes a write-off or a consumption back by another note, and answers that note's id. What expired or was recalled since comes back into
 * quarantine. 404; 403 without the right that it took to make it; 409 not_reversible for any other kind, a reversal, a second time, or a store
 * that is out of use.
 */
export const reverseNote = async (
  db: Db,
  id: number,
  reason: string,
  { id: by, permissions }: Pick<User, 'id' | 'permissions'>,
  now: Date,
): Promise<number> => {
  const note = requireFound(await findNote(db, id), 'Stock note')
  const permission = reversibleBy[note.kind]
  if (permission === undefined || note.is_reversal)
    throw conflict('Only a write-off or a consumption can be reversed.', {}, 'not_reversible')
  if (!permissions.has(permission)) throw forbidden(permission)
  if (note.is_reversed) throw conflict('This is already reversed.', {}, 'not_reversible')
  const { kind, store, entry } = note
  const [place] = await holdStores(db, [store])
  if (!place?.is_active) throw conflict('This store is inactive.', {}, 'not_reversible')
  const made = await writeNote(db, { kind, store, reason, by, now })
  const document = { number: made.number, document: { stock_note: made.id }, by, now }
  await reverseEntries(db, [entry], document)
  const unfit = await findUnfitAmong(db, entry, now)
  if (unfit.length > 0) await writeEntry(db, document, turnOver(store, unfit, 'quarantine'))
  return made.id
}
