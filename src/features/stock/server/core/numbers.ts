import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { StockNoteKind } from '#platform/db/tables.gen.ts'

export type StockSeries =
  | 'stock note'
  | 'transfer'
  | 'stock count'
  | 'requisition'
  | 'purchase order'
  | 'goods receipt'
  | 'supplier return'
  | 'supplier payment'
  | 'dispense'
  | 'patient return'

/** The next number of a series in the clinic's year; gaps are possible. */
export const nextNumber = async (db: Db, series: StockSeries, now: Date): Promise<string> => {
  const { rows } = await sql<{ number: string }>`
    select next_number(${series}, extract(year from ${clinicDay(now)})::integer) as number`.execute(db)
  return rows[0]!.number
}

/** The clinic's calendar day of an instant, YYYY-MM-DD. */
export const dayOf = async (db: Db, now: Date): Promise<string> => {
  const { rows } = await sql<{ day: string }>`select ${clinicDay(now)}::text as day`.execute(db)
  return rows[0]!.day
}

export interface NewNote {
  kind: StockNoteKind
  store: number | null
  reason: string
  by: number | null
  now: Date
  /** What it was taken over from; the same is taken over once. */
  source?: string | null
}
/** Writes a stock note and answers its id and number. */
export const writeNote = async (db: Db, { kind, store, reason, by, now, source = null }: NewNote) =>
  db
    .insertInto('stock_notes')
    .values({ number: await nextNumber(db, 'stock note', now), kind, store_id: store, reason, created_at: now, created_by: by, source })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
