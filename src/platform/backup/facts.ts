import type { Client } from 'pg'
import type { Facts } from './manifest.ts'

/** What is added up: a select of one number over tables that are only ever added to, by its name. */
export type Sums = Readonly<Record<string, { tables: readonly string[]; select: string }>>

export interface Table {
  name: string
  only_grows: boolean
}

/** The tables of the database, and whether the program may delete from them. */
export const findTables = async (client: Client): Promise<Table[]> => {
  const { rows } = await client.query<Table>(
    `select c.relname as name, not has_table_privilege('kliniki_app', c.oid, 'delete') as only_grows
     from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and c.relpersistence = 'p' order by 1`,
  )
  return rows
}

/** Adds up what can be added up of `tables`. */
export const addUp = async (client: Client, sums: Sums, tables: Facts['tables']): Promise<Facts['sums']> => {
  const found: Facts['sums'] = {}
  for (const [name, sum] of Object.entries(sums)) {
    // A backup before a migration sees the tables of an older version.
    if (!sum.tables.every((table) => table in tables)) continue
    const { rows } = await client.query<{ sum: string }>({ text: `select coalesce((${sum.select}), 0)::numeric::text as sum` })
    found[name] = rows[0]!.sum
  }
  return found
}

/**
 * Counts every table and adds up `sums`, all of it as of the moment at which this answers; the counting itself is what it answers with, and
 * must be waited for. The connection is taken until then.
 */
export const beginFacts = async (client: Client, sums: Sums): Promise<() => Promise<Facts>> => {
  // One processor is enough for it: whoever works has the others.
  await client.query('set max_parallel_workers_per_gather = 0')
  await client.query('begin transaction isolation level repeatable read read only')
  const tables = await findTables(client)
  return async () => {
    const facts: Facts = { tables: {}, sums: {} }
    for (const { name, only_grows } of tables) {
      const { rows } = await client.query<{ rows: string }>(`select count(*)::text as rows from ${client.escapeIdentifier(name)}`)
      facts.tables[name] = { rows: Number(rows[0]!.rows), only_grows }
    }
    facts.sums = await addUp(client, sums, facts.tables)
    await client.query('rollback')
    return facts
  }
}

/** Counts every table and adds up `sums`, all of it as of one moment. */
export const readFacts = async (client: Client, sums: Sums): Promise<Facts> => (await beginFacts(client, sums))()

/** Less than, of decimal texts of any length: these are sums of money. */
const isLess = (a: string, b: string) => {
  const places = Math.max(...[a, b].map((text) => text.split('.')[1]?.length ?? 0))
  const whole = (text: string) => {
    const [front = '', back = ''] = text.split('.')
    return BigInt(front + back.padEnd(places, '0'))
  }
  return whole(a) < whole(b)
}

/** What `restored` lacks of what there was when the backup began, in words; nothing when it is whole. */
export const missingFrom = (restored: Facts, before: Facts): string[] => [
  ...Object.entries(before.tables).flatMap(([name, { rows, only_grows }]) => {
    const now = restored.tables[name]?.rows
    if (now === undefined) return [`the table ${name} is not there`]
    return only_grows && now < rows ? [`${name} has ${now} rows of ${rows}`] : []
  }),
  ...Object.entries(before.sums).flatMap(([name, sum]) => {
    const now = restored.sums[name]
    return now === undefined || isLess(now, sum) ? [`${name} is ${now ?? 'missing'} and was ${sum}`] : []
  }),
]
