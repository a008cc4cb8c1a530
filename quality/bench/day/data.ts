import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Client } from 'pg'
import { type Embedded, startEmbedded } from '#platform/db/embedded.ts'
import { asOwner } from '#platform/db/owner.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { jobs } from '../../../src/runtime/jobs.ts'
import { openDataset, type Say, type Size } from '../dataset.ts'
import { loadResults } from '../dataset-results.ts'

/** How many rows of each kind the clinic has. */
export interface Rows {
  patients: number
  visits: number
  results: number
  items: number
  prescribed: number
  movements: number
  postings: number
}
/** The clinic over which a day is kept. */
export const WANTED = { patients: 100_000, visits: 1_000_000, results: 5_000_000, items: 2_000_000 } as const

const whole = { patients: 100_000, visits: 80_000, withStock: 'clinic', withLaboratory: 'clinic', withYears: true } as const
const TENTH = 10
/** Fewer results a visit than these are those of a laboratory that does not write them down. */
const FEW_EACH = 4
export const sizes = {
  whole: { ...whole, withResults: WANTED.results },
  tenth: {
    ...whole,
    patients: whole.patients / TENTH,
    visits: whole.visits / TENTH,
    withStock: 'tenth',
    withLaboratory: 'tenth',
    withResults: WANTED.results / TENTH,
  },
  quick: { patients: 1000, visits: 1000 },
} as const satisfies Record<string, Size>

export const countRows = async (url: string): Promise<Rows> =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<Rows>(
      `select (select count(*) from patients)::integer as patients, (select count(*) from visits)::integer as visits,
         (select count(*) from lab_results)::integer as results, (select count(*) from charges)::integer as items,
         (select count(*) from prescribed_drugs)::integer as prescribed, (select count(*) from stock_movements)::integer as movements,
         (select count(*) from postings)::integer as postings`,
    )
    if (!rows[0]) throw new Error('The clinic does not answer.')
    return rows[0]
  })

/** Copies that an earlier run was killed over; nobody else runs this database. */
const dropLeftovers = async (client: Client) => {
  const { rows } = await client.query<{ datname: string }>(`select datname from pg_database where datname like 'bench\\_%'`)
  for (const { datname } of rows) await client.query(`drop database ${datname} with (force)`)
}

/** Brings data of an older schema up to date, and to as many results as are wanted, once. */
const bringUpToDate = async ({ ownerUrl: url, logins }: Pick<Embedded, 'ownerUrl' | 'logins'>, dir: string, results: number, say: Say) => {
  await prepareDatabase(url, logins, jobs)
  const mark = join(dir, `results-${results}`)
  if (existsSync(mark)) return
  await asOwner(url, async (client) => {
    const { rows } = await client.query<{ found: number; visits: number }>(
      'select (select count(*) from lab_results)::integer as found, (select count(*) from visits)::integer as visits',
    )
    const { found, visits } = rows[0] ?? { found: 0, visits: 0 }
    // A smaller clinic is left as small as it is.
    if (found < results && found < visits * FEW_EACH) {
      say(`Adding results until there are ${results}`)
      await client.query('set synchronous_commit = off')
      await client.query('begin')
      await loadResults(client, results)
      await client.query('commit')
      await client.query('vacuum (analyze)')
      await client.query('checkpoint')
    }
    writeFileSync(mark, '')
  })
}

/** The data of a size: those in `from`, also of an older schema, which are brought up to date in place; else made, or as made before. */
export const openData = async (
  size: keyof typeof sizes,
  from: string | undefined,
  say: Say,
): Promise<{ database: Embedded; dir: string }> => {
  const wanted: Size = sizes[size]
  const { database, dataDir: dir } =
    from === undefined
      ? await openDataset(wanted, undefined, say)
      : { database: await startEmbedded({ dataDir: from, log: say }), dataDir: from }
  try {
    await asOwner(database.ownerUrl, dropLeftovers)
    if (from !== undefined) await bringUpToDate(database, from, wanted.withResults ?? 0, say)
  } catch (error) {
    await database.stop()
    throw error
  }
  return { database, dir }
}
