import { createHash } from 'node:crypto'
import type { Client } from 'pg'
import { copyOut } from './copy.ts'
import type { Applied, Sequence } from './datapackage.ts'
import { allTables, sending, type Table } from './tables.ts'

/** What the identities and numbers of the clinic go on with. To be asked after the rows: it is never less than they need. */
export const findSequences = async (client: Client): Promise<Sequence[]> => {
  const { rows } = await client.query<Sequence>(
    `select sequencename as name, (coalesce(last_value + increment_by, start_value))::text as next
     from pg_sequences where schemaname = 'public' order by 1`,
  )
  return rows
}

/** Lets identities and numbers go on from there; undone with the transaction. */
export const setSequences = async (client: Client, sequences: readonly Sequence[]): Promise<void> => {
  for (const { name, next } of sequences) {
    const sequence = client.escapeIdentifier(name)
    await client.query(`create sequence if not exists ${sequence}`)
    // Unlike setval this is undone with the transaction.
    await client.query(`alter sequence ${sequence} restart with ${next}`)
  }
}

/** The migrations that the database has, in their order. */
export const findMigrations = async (client: Client): Promise<Applied[]> =>
  (await client.query<Applied>('select version, name, checksum from schema_migrations order by version')).rows

/** Takes away every row but those of the tables in `kept`: what a new clinic begins with. */
export const emptyTables = async (client: Client, kept: readonly string[]): Promise<void> => {
  for (const name of await allTables(client)) {
    if (kept.includes(name)) continue
    const table = client.escapeIdentifier(name)
    const { rows } = await client.query<{ has: boolean }>(`select exists (select from ${table}) as has`)
    if (rows[0]?.has) await client.query(`truncate ${table}`)
  }
}

/** Writes a table out again: the same bytes mean the same rows, to the last digit. */
export const digestTable = async (client: Client, table: Table): Promise<{ sha256: string; rows: number }> => {
  const hash = createHash('sha256')
  const copy = copyOut(client, sending(client, table))
  for await (const chunk of copy.chunks) hash.update(chunk)
  return { sha256: hash.digest('hex'), rows: copy.rows() }
}
