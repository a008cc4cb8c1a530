import type { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { type PageAsked, type Position, readPage } from '#platform/db/keyset.ts'
import type { Context, Route } from '#platform/http/handle.ts'

type ListContract<Q, W> = Endpoint & { paged: true; query: z.core.$ZodType<Q>; response: z.core.$ZodType<W[]> }

interface List<Q, R> {
  find: (db: Db, query: Q, position: Position, context: Context) => Promise<R[]>
  /** What the rows are ordered by before their id; by the id alone where nothing is said. */
  by?: (row: R) => string | number
  /** How many rows there are in all; asked for by `count` alone. */
  count?: (db: Db, query: Q, context: Context) => Promise<number>
}

/**
 * The route of a list that is read as it is asked for: by a function that finds the rows of a page, and one that counts them all. A list that checks,
 * looks up or audits something is a `handle` with `readPage`.
 */
export const listRoute = <Q extends PageAsked, W, R extends W & { id: number }>(
  endpoint: ListContract<Q, W>,
  { find, by, count }: List<Q, R>,
): Route => ({
  endpoint,
  handler: (context: Context & { query: Q }) => {
    const { db, query } = context
    return readPage(query, {
      find: (position) => find(db, query, position, context),
      by,
      count: count && (() => count(db, query, context)),
    })
  },
})
