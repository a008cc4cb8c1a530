import { sql } from 'kysely'
import { DatabaseError } from 'pg'
import { ASKED_AT } from '#platform/questions/asked-at.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Period, Query } from '../query.ts'
import { wholeOf } from '../shares.ts'
import { courseSql, figuresSql, isTakenTogether, MOST_TAKEN, rowsSql, type Compiling, type FigureRow, type ListRow } from './compile.ts'

/** How long the database may work on an answer, in milliseconds. */
const TIME_LIMIT = 4_000

export interface Found {
  figures: FigureRow[]
  /** The same of the period that it is compared with, or without filters where a share was asked for. */
  others: FigureRow[]
  rows: ListRow[]
  /** What is recorded of the patient instead of what was asked for: an allergy to amoxicillin where penicillin was. */
  instead: ListRow[]
  /** What is known of a patient who has no such rows at all; null where the subject cannot say. */
  absent: string | null
  course: { at: Date | string; value: number }[]
}

/** What comes instead of an answer that would have taken too long. */
export class TooLong extends Error {}

/**
 * Restricted records are left out of what is asked of many; where bills are shown one by one, of bills as well, but not of sums of money. What
 * is asked of one patient leaves nothing out: the trail stops whoever may not open the record.
 */
const leftOut = ({ patient, ask }: Query) => {
  if (patient !== null) return ''
  return ask === 'measure' || ask === 'change' ? 'records' : 'records and bills'
}

const isTimeOut = (error: unknown) => error instanceof DatabaseError && error.code === '57014'

const findAbsent = async (db: Db, { query: { patient }, subject }: Compiling): Promise<string | null> => {
  if (patient === null || !subject.absent) return null
  const { rows } = await sql<{ text: string | null }>`select ${subject.absent(sql`${patient.id}::integer`)} as text`.execute(db)
  return rows[0]?.text ?? null
}

const find = async (db: Db, compiling: Compiling): Promise<Found> => {
  const { query } = compiling
  const none = { figures: [], others: [], rows: [], instead: [], absent: null, course: [] }
  if (query.ask === 'change') return { ...none, course: (await courseSql(compiling).execute(db)).rows }
  if (query.ask !== 'measure') {
    const { rows } = await rowsSql(compiling).execute(db)
    const isMissed = query.ask === 'exists' && rows.length === 0 && query.patient !== null && query.filters.length > 0
    const all = { ...compiling, query: { ...query, filters: [] } }
    const instead = isMissed ? (await rowsSql(all).execute(db)).rows : []
    return { ...none, rows, instead, absent: rows.length + instead.length === 0 ? await findAbsent(db, compiling) : null }
  }
  const { rows: figures } = await figuresSql(compiling).execute(db)
  const isNothing = figures.every(({ figure }) => figure === null || Number(figure) === 0)
  const absent = isNothing ? await findAbsent(db, compiling) : null
  if (isTakenTogether(compiling) && figures.length > MOST_TAKEN) throw new TooLong()
  const other: { filters?: Query['filters']; period?: Period } | null = query.is_share
    ? { filters: query.filters.filter(({ dimension }) => query.share_of?.includes(dimension)) }
    : query.against
      ? { period: query.against }
      : null
  // Whole groups are looked up: the ten most of one month are not the ten most of another.
  const base = query.is_share && query.filters.length === 0 ? wholeOf(compiling.subject, query.measure ?? '') : null
  const isOfAll = query.is_share && query.filters.length === 0 && base === null
  const whole = {
    ...compiling,
    query: {
      ...query,
      top: null,
      groups: isOfAll && query.groups.length > 0 ? [] : query.groups,
      measure: base ?? query.measure,
    },
  }
  const others = other ? (await figuresSql(whole, other).execute(db)).rows : []
  return { ...none, figures, others, absent }
}

/**
 * Runs a query in one snapshot as the role that can only read, for so many milliseconds at most (throws `TooLong`), by the clinic's clock: an
 * instant cast to a timestamp is what its wall shows. `now` is what "today" and "waiting since" mean.
 */
export const runQuery = async (reader: Db, compiling: Compiling, now: Date, limit = TIME_LIMIT): Promise<Found> => {
  try {
    return await reader
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (db) => {
        await sql`select set_config('statement_timeout', ${String(limit)}, true), set_config(${ASKED_AT}, ${now.toISOString()}, true),
          set_config('TimeZone', ${compiling.zone}, true), set_config('kliniki.leaves_out', ${leftOut(compiling.query)}, true)`.execute(db)
        return find(db, compiling)
      })
  } catch (error) {
    if (isTimeOut(error)) throw new TooLong()
    throw error
  }
}
