import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { brokenRules, type Broken, type Rules } from '../../../src/testing/books/rules.ts'

/** What one check has looked at, and what it found. */
export interface Checked {
  name: string
  /** How many rows of what. */
  counts: Record<string, number>
  broken: Broken[]
}

export interface Check {
  name: string
  /** What is counted, each a table or a query in brackets. */
  counts: Record<string, RawBuilder<unknown>>
  rules: Rules
  /** Table expressions that the rules name. */
  common?: RawBuilder<unknown>
}

/** Rows of each of these. */
export const countRows = async (db: Db, counts: Check['counts']): Promise<Record<string, number>> => {
  const each = Object.entries(counts).map(([what, from]) => sql`select ${what}::text as what, count(*) as count from ${from} x`)
  const { rows } = await sql<{ what: string; count: number }>`${sql.join(each, sql` union all `)}`.execute(db)
  return Object.fromEntries(rows.map(({ what, count }) => [what, count]))
}

/** Looks at every row, while the clinic may be at work. */
export const runCheck = async (db: Db, { name, counts, rules, common }: Check): Promise<Checked> => ({
  name,
  counts: await countRows(db, counts),
  broken: await brokenRules(db, rules, common),
})
