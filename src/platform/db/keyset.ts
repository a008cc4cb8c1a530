import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Page } from '#shared/endpoint.ts'
import { DEFAULT_LIMIT } from '#shared/paging.ts'
import { fieldError } from '#platform/errors/problem.ts'

// A null character is nothing that a column could hold.
const Cursor = z.tuple([z.union([z.string().regex(/^[^\0]*$/), z.number()]), z.int()])
export type CursorValue = z.output<typeof Cursor>

/** Reads a cursor of ours: the sort value and the id of the last row of the page before. */
export const readCursor = (cursor: string | undefined): CursorValue | null => {
  if (cursor === undefined) return null
  try {
    return Cursor.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8')))
  } catch {
    throw fieldError('cursor', 'Invalid cursor for this list.')
  }
}

/** `(column, id) < (…)` for a list that runs downwards; true where there is no cursor. */
export const before = (column: RawBuilder<unknown>, id: RawBuilder<unknown>, type: RawBuilder<unknown>, cursor: CursorValue | null) =>
  cursor === null ? sql<boolean>`true` : sql<boolean>`(${column}, ${id}) < (${cursor[0]}::${type}, ${cursor[1]}::bigint)`

/** The same for a list that runs upwards. */
export const after = (column: RawBuilder<unknown>, id: RawBuilder<unknown>, type: RawBuilder<unknown>, cursor: CursorValue | null) =>
  cursor === null ? sql<boolean>`true` : sql<boolean>`(${column}, ${id}) > (${cursor[0]}::${type}, ${cursor[1]}::bigint)`

/** The cursor of what comes after a row. */
export const writeCursor = (sortValue: string | number, id: number): string =>
  Buffer.from(JSON.stringify([sortValue, id])).toString('base64url')

const LAST_PLACE = 10_000
/**
 * How many rows come before the page that a cursor asks for, of a list that is ordered by how well each row matches and so has no column to
 * page by.
 */
export const readPlace = (cursor: string | undefined): number => {
  const [list, place] = readCursor(cursor) ?? ['matches', 0]
  if (list !== 'matches' || place < 0 || place > LAST_PLACE) throw fieldError('cursor', 'Invalid cursor for this list.')
  return place
}

/** Makes a page of the rows after `place`, which were asked for with one more than `limit`, or more. */
export const pageAt = <T>(rows: T[], { limit, place }: { limit: number; place: number }): Page<T> => ({
  rows: rows.slice(0, limit),
  next: rows.length > limit ? writeCursor('matches', place + limit) : null,
})

/** A page is read in one of these sizes: each is a text, and so a plan, of its own, of which a connection keeps a thousand. */
const SIZES = [2, 11, 26, 51, 101, 201, 501]
/** As many rows as this, or some more, which `pageOf` leaves out: written into the statement, so that it is planned once and for that many. */
export const limitLiteral = (limit: number) => sql.lit(SIZES.find((size) => size >= limit) ?? limit)

export const limitOf = (limit: number | undefined) => limit ?? DEFAULT_LIMIT

/** The part of a list that is read: what comes after `cursor`, one row more than a page shows. */
export interface Position {
  cursor: CursorValue | null
  limit: number
}
/** What every list may be asked for (`pageQuery`). */
export interface PageAsked {
  limit?: number | undefined
  cursor?: string | undefined
  count?: boolean | undefined
}

/** Makes a page of rows that were asked for with one more than `limit`, or more. */
export const pageOf = <T extends { id: number }>(
  rows: T[],
  limit: number,
  sortValue: (row: T) => string | number,
  total?: number,
): Page<T> => {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = rows.length > limit && last ? writeCursor(sortValue(last), last.id) : null
  return { rows: shown, next, ...(total !== undefined && { total }) }
}

interface Reading<R> {
  find: (position: Position) => Promise<R[]>
  /** What the rows are ordered by before their id; by the id alone where nothing is said. */
  by?: ((row: R) => string | number) | undefined
  /** Done before an empty page is answered: 404 where what it is about is not there. */
  ifEmpty?: () => unknown
  /** How many rows there are in all; asked for by `count` alone. */
  count?: (() => number | Promise<number>) | undefined
}
const byId = ({ id }: { id: number }) => id

/** Reads the page of a list that is asked for. */
export const readPage = async <R extends { id: number }>(
  asked: PageAsked,
  { find, by = byId, ifEmpty, count }: Reading<R>,
): Promise<Page<R>> => {
  const limit = limitOf(asked.limit)
  const rows = await find({ cursor: readCursor(asked.cursor), limit: limit + 1 })
  if (rows.length === 0) await ifEmpty?.()
  return pageOf(rows, limit, by, asked.count ? await count?.() : undefined)
}
