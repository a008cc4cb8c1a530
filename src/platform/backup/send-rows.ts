import type { Client } from 'pg'
import { copyOut } from '../export/copy.ts'
import { describeTables, everything, sending, settle } from '../export/tables.ts'
import { findMigrations, findSequences } from '../export/whole.ts'
import type { CopyWork } from './database-files.ts'
import { addUp, findTables, type Sums } from './facts.ts'
import type { Facts, Sent } from './manifest.ts'

/** Where the rows of a table lie in an archive. */
export const pathOfTable = (name: string) => `database/${name}.csv`

/** Bytes that `sendDatabase` will send, about. */
export const rowBytes = async (client: Client): Promise<number> => {
  const { rows } = await client.query<{ bytes: number }>(
    `select coalesce(sum(pg_table_size(c.oid)), 0)::float8 as bytes from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`,
  )
  return rows[0]?.bytes ?? 0
}

/**
 * Sends every table of the database, with whatever is in it, as of the moment at which this begins and while people work. Which tables and
 * columns there are the database says: before a migration they are those of an older version.
 */
export const sendDatabase = async ({ archive, onRead, signal }: CopyWork, client: Client, sums: Sums): Promise<Sent> => {
  await client.query('begin transaction isolation level repeatable read read only')
  await settle(client)
  const tables = await describeTables(client, everything)
  const grows = new Set((await findTables(client)).filter(({ only_grows }) => only_grows).map(({ name }) => name))
  const facts: Facts = { tables: {}, sums: {} }
  for (const table of tables) {
    signal?.throwIfAborted()
    const copy = copyOut(client, sending(client, table))
    const { size } = await archive.addChunks(pathOfTable(table.name), copy.chunks)
    facts.tables[table.name] = { rows: copy.rows(), only_grows: grows.has(table.name) }
    onRead(size)
  }
  facts.sums = await addUp(client, sums, facts.tables)
  const sent = {
    version: (await client.query<{ version: string }>(`select current_setting('server_version') as version`)).rows[0]!.version,
    facts,
    migrations: await findMigrations(client),
    sequences: await findSequences(client),
    tables: tables.map(({ name, columns }) => ({ name, columns: columns.map((column) => column.name) })),
  }
  await client.query('commit')
  return sent
}
