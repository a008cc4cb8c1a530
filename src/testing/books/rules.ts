import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** What must be true of all rows at any moment, by its name: each a query for the rows of which it is not. */
export type Rules = Record<string, RawBuilder<unknown>>

/** A rule that does not hold. */
export interface Broken {
  name: string
  count: number
  /** The first few of the rows. */
  rows: unknown[]
}

const SHOWN = 5

/**
 * Asks for the rows that break any of the rules, in one statement, so that all of them see the same moment; the clinic may be at work.
 * `common` are table expressions that several of them name. Answers the rules that do not hold.
 */
export const brokenRules = (db: Db, rules: Rules, common?: RawBuilder<unknown>): Promise<Broken[]> => {
  const look = async (trx: Db) => {
    // Whole tables are compared; without statistics (right after a bulk load) a nested loop would be chosen, quadratic in the bills.
    await sql`set local enable_nestloop = off`.execute(trx)
    // Nobody waits for it at a counter: the limit of requests is not its limit.
    await sql`set local statement_timeout = '60s'`.execute(trx)
    const each = Object.entries(rules).map(
      ([
        name,
        offenders,
      ]) => sql`select ${name}::text as name, count(*) as count, to_json((array_agg(to_jsonb(x)))[:${sql.lit(SHOWN)}]) as rows
        from (${offenders}) x`,
    )
    const { rows } = await sql<Broken>`${common ? sql`with ${common}` : sql``} ${sql.join(each, sql` union all `)}`.execute(trx)
    return rows.filter(({ count }) => count > 0)
  }
  return db.isTransaction ? look(db) : db.transaction().execute(look)
}
