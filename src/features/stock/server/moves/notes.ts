import { sql } from 'kysely'
import type { z } from 'zod'
import { clinicDayStart } from '#features/company/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { User } from '#platform/http/handle.ts'
import type { listStockNotes, NoteMovement, StockNote, StockNoteDetail } from '#features/stock/contract-moves.ts'
import { reversibleBy } from './reverse-note.ts'

const noteRows = sql`
  select n.id, n.number, n.kind, n.store_id as store, s.name as store_name, n.reason, n.created_at as date_created, n.created_by,
    ${nameOf(sql`n.created_by`)} as created_by_name, m.item_count, m.value, o.id as reverses, o.number as reverses_number,
    r.id as reversed_by, r.number as reversed_by_number
  from stock_notes n left join stores s on s.id = n.store_id
  cross join lateral (
    select count(distinct m.item_id)::integer as item_count, coalesce(sum(m.quantity * b.unit_cost), 0)::numeric(20, 2)::text as value
    from stock_entries e join stock_movements m on m.entry_id = e.id join batches b on b.id = m.batch_id where e.stock_note_id = n.id
  ) m
  left join lateral (
    select o.id, o.number from stock_entries e join stock_entries f on f.id = e.reverses_id join stock_notes o on o.id = f.stock_note_id
    where e.stock_note_id = n.id limit 1
  ) o on true
  left join lateral (
    select o.id, o.number from stock_entries e join stock_entries r on r.reverses_id = e.id join stock_notes o on o.id = r.stock_note_id
    where e.stock_note_id = n.id limit 1
  ) r on true`

export type NotesAsked = Partial<z.output<typeof listStockNotes.query>>

const matching = ({ kind, store, item, from, to }: NotesAsked) => {
  const wanted = [
    kind !== undefined && sql`n.kind = ${kind}`,
    store !== undefined && sql`n.store_id = ${store}`,
    item !== undefined &&
      sql`exists (select from stock_entries e join stock_movements m on m.entry_id = e.id where e.stock_note_id = n.id and m.item_id = ${item})`,
    from !== undefined && sql`n.created_at >= ${clinicDayStart(from)}`,
    to !== undefined && sql`n.created_at < ${clinicDayStart(to, 1)}`,
  ].filter((one) => one !== false)
  return wanted.length > 0 ? sql.join(wanted, sql` and `) : sql`true`
}

/** Those that match, newest first. */
export const findNotes = async (db: Db, asked: NotesAsked, { cursor, limit }: Position): Promise<StockNote[]> => {
  const bound = before(sql`n.id`, sql`n.id`, sql`bigint`, cursor)
  const { rows } = await sql<StockNote>`${noteRows} where ${matching(asked)} and ${bound} order by n.id desc limit ${limit}`.execute(db)
  return rows
}

export const countNotes = async (db: Db, asked: NotesAsked): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from stock_notes n where ${matching(asked)}`.execute(db)
  return rows[0]!.total
}

/** A stock note with its movements, and what `user` may do with it; undefined when there is none. */
export const findNote = async (db: Db, id: number, user: Pick<User, 'permissions'>): Promise<StockNoteDetail | undefined> => {
  const { rows } = await sql<StockNote>`${noteRows} where n.id = ${id}`.execute(db)
  const note = rows[0]
  if (!note) return undefined
  const { rows: movements } = await sql<NoteMovement>`
    select m.id, m.store_id as store, s.name as store_name, m.item_id as item, i.name as item_name, i.unit, m.batch_id as batch, b.lot,
      b.expires_on, b.unit_cost, m.state, m.kind, m.quantity
    from stock_entries e join stock_movements m on m.entry_id = e.id join stores s on s.id = m.store_id join items i on i.id = m.item_id
    join batches b on b.id = m.batch_id
    where e.stock_note_id = ${id} order by m.id`.execute(db)
  const permission = reversibleBy[note.kind]
  const isOpen = note.reverses === null && note.reversed_by === null && permission !== undefined
  return { ...note, movements, may: { reverse: isOpen && user.permissions.has(permission) } }
}
