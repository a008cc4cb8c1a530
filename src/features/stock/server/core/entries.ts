import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { MovementKind, StockState } from '#platform/db/tables.gen.ts'
import { conflict } from '#platform/errors/problem.ts'
import { lockLevels } from './levels.ts'

type DocumentKind = 'stock_note' | 'transfer' | 'stock_count' | 'goods_receipt' | 'supplier_return' | 'dispense' | 'patient_return'
/** The document that an entry stands on: one of these. */
export type StockDocument = { [Kind in DocumentKind]: Record<Kind, number> }[DocumentKind]

export interface NewEntry {
  /** The document's number, as people read it. */
  number: string
  document: StockDocument
  /** Null: the clinic's nightly work. */
  by: number | null
  now: Date
  /** The entry that this one takes back. */
  reverses?: number
}
/** So many units come into a store, or with a minus go out of it. */
export interface Movement {
  store: number
  item: number
  batch: number
  state: StockState
  kind: MovementKind
  quantity: number
}

/**
 * Writes what moved, in one statement, and answers the entry's id. The levels are locked already. What is on hand follows by itself, and the
 * database has the last word: 409 not_enough_stock when a store would have less than nothing. Movements happen in the order given.
 */
export const writeEntry = async (db: Db, entry: NewEntry, movements: readonly Movement[]): Promise<number> => {
  const {
    stock_note = null,
    transfer = null,
    stock_count = null,
    goods_receipt = null,
    supplier_return = null,
    dispense = null,
    patient_return = null,
  } = entry.document as Partial<Record<DocumentKind, number>>
  const { rows } = await sql<{ id: number }>`
    with entry as (
      insert into stock_entries (number, stock_note_id, transfer_id, stock_count_id, goods_receipt_id, supplier_return_id, dispense_id,
        patient_return_id, happened_at, day, created_by, reverses_id)
      values (${entry.number}, ${stock_note}::integer, ${transfer}::integer, ${stock_count}::integer, ${goods_receipt}::integer,
        ${supplier_return}::integer, ${dispense}::integer, ${patient_return}::integer, ${entry.now}::timestamptz, ${clinicDay(entry.now)}, ${entry.by}::integer, ${entry.reverses ?? null}::bigint)
      returning id, happened_at, day
    ), moved as (
      insert into stock_movements (entry_id, store_id, item_id, batch_id, state, kind, quantity, happened_at, day)
      select entry.id, m.store, m.item, m.batch, m.state, m.kind, m.quantity, entry.happened_at, entry.day
      from entry, rows from (json_to_recordset(${JSON.stringify(movements)}::json)
        as (store integer, item integer, batch integer, state stock_state, kind movement_kind, quantity integer)) with ordinality
        as m(store, item, batch, state, kind, quantity, place)
      order by m.place
    )
    select id from entry`.execute(db)
  return rows[0]!.id
}

/** What was moved by the entries of a document that were not taken back yet. */
const findMovements = async (db: Db, entries: readonly number[]) => {
  const { rows } = await sql<Movement & { entry: number; number: string; is_reversed: boolean; reverses: number | null }>`
    select m.entry_id as entry, e.number, e.reverses_id as reverses, exists (select from stock_entries r where r.reverses_id = e.id) as is_reversed,
      m.store_id as store, m.item_id as item, m.batch_id as batch, m.state, m.kind, m.quantity
    from stock_entries e join stock_movements m on m.entry_id = e.id
    where e.id = any(${entries}::bigint[]) order by m.id desc`.execute(db)
  return rows
}

/**
 * Takes entries back by the opposite movements, on the document that `by` says; nothing is ever changed. 409 when one was taken back
 * already, or when what came by it is not there any more. The document's row is locked already.
 */
export const reverseEntries = async (db: Db, entries: readonly number[], entry: Omit<NewEntry, 'reverses'>): Promise<void> => {
  const found = await findMovements(db, entries)
  if (found.some(({ is_reversed, reverses }) => is_reversed || reverses !== null)) throw conflict('This is already reversed.')
  await lockLevels(db, found)
  for (const id of entries) {
    const movements = found.filter((one) => one.entry === id)
    await writeEntry(
      db,
      { ...entry, reverses: id },
      movements.map(({ store, item, batch, state, kind, quantity }) => ({ store, item, batch, state, kind, quantity: -quantity })),
    )
  }
}
