import { sql, type RawBuilder } from 'kysely'
import type { Fields } from '#shared/record.ts'

/** The columns of declared fields, of the table that is called `alias` in the query: `p.phone, p.email`. Written down once, when the program starts. */
export const columnsOf = (fields: Fields, alias: string): RawBuilder<unknown> =>
  sql.raw(
    Object.keys(fields)
      .map((name) => `${alias}.${name}`)
      .join(', '),
  )

/** What a query asks of the declared filters: texts are equal whatever the case of letters. */
export const filterTests = (fields: Fields, query: Readonly<Record<string, unknown>>, alias: string): RawBuilder<unknown>[] =>
  Object.entries(fields).flatMap(([name, { type, filter }]) => {
    const wanted = query[name]
    if (!filter || wanted === undefined) return []
    const column = sql.raw(`${alias}.${name}`)
    return [type === 'text' || type === 'email' ? sql`lower(${column}) = lower(${wanted})` : sql`${column} = ${wanted}`]
  })
