import { PassThrough } from 'node:stream'
import type { Client } from 'pg'
import { analyzeTables } from '../db/analyze.ts'
import { asOwner } from '../db/owner.ts'
import { prepareTables } from '../db/prepare.ts'
import { withoutConstraints } from '../export/constraints.ts'
import { copyIn } from '../export/copy.ts'
import { describeTables, everything, settle, taking, type Table } from '../export/tables.ts'
import { digestTable, emptyTables, setSequences } from '../export/whole.ts'
import { BackupError } from './backup-error.ts'
import { requireEmptyDatabase } from './empty-database.ts'
import { addUp, missingFrom, type Sums } from './facts.ts'
import type { Facts, FileFact, Sent } from './manifest.ts'
import type { Unpacker } from './read-archive.ts'
import { pathOfTable } from './send-rows.ts'

const LOAD_LOCK = 418_290_561

const shapeOf = (name: string, columns: readonly string[]) => `${name}(${columns.join(',')})`

const requireSameTables = (here: readonly Table[], { tables }: Sent) => {
  const made = new Set(
    here.map(({ name, columns }) =>
      shapeOf(
        name,
        columns.map((column) => column.name),
      ),
    ),
  )
  const stranger = tables.find(({ name, columns }) => !made.has(shapeOf(name, columns)))
  if (!stranger && tables.length === made.size) return
  throw new BackupError('The backup has different tables or columns than its version of Kliniki: {table}.', {
    table: stranger?.name ?? 'some are missing',
  })
}

/** Brings each table of an archive into the database while the archive is read. */
const intoTables = (client: Client, { tables }: Sent) => {
  const waiting = new Map(tables.map((table) => [pathOfTable(table.name), table]))
  let current: PassThrough | undefined
  const begin: Unpacker['begin'] = async (path) => {
    const table = waiting.get(path)
    if (!table) throw new BackupError('The backup contains a file that belongs to no clinic: {file}.', { file: path })
    waiting.delete(path)
    const rows = new PassThrough()
    // It is told where it is awaited.
    rows.on('error', () => {})
    current = rows
    const taken = copyIn(client, taking(client, table), rows).catch((error: Error) => {
      throw new BackupError('The rows of {table} cannot be read into the database: {reason}.', {
        table: table.name,
        reason: error.message,
      })
    })
    taken.catch(() => {})
    return {
      // No faster than the database takes them.
      take: (body) => Promise.race([new Promise<void>((done) => rows.write(body, () => done())), taken]),
      end: async () => {
        rows.end()
        await taken
      },
    }
  }
  return { begin, stop: (error: Error) => void current?.destroy(error), missing: () => [...waiting.keys()][0] }
}

/** Every row is written out again and must come to the same bytes; then counts and sums. Answers those. */
const compare = async (client: Client, tables: readonly Table[], { facts }: Sent, { files, sums }: Pick<Loading, 'files' | 'sums'>) => {
  const wanted = new Map(files.map(({ path, sha256 }) => [path, sha256]))
  const found: Facts = { tables: {}, sums: {} }
  for (const table of tables) {
    const { sha256, rows } = await digestTable(client, table)
    if (sha256 !== wanted.get(pathOfTable(table.name)))
      throw new BackupError('The restored database has different rows in {table} than the backup.', { table: table.name })
    found.tables[table.name] = { rows, only_grows: facts.tables[table.name]?.only_grows ?? false }
  }
  found.sums = await addUp(client, sums, found.tables)
  const missing = missingFrom(found, facts)
  if (missing.length > 0) throw new BackupError('The restored database lacks data of the clinic: {what}.', { what: missing.join('; ') })
  return found
}

export interface Loading {
  /** As the owner of an empty database. */
  ownerUrl: string
  sent: Sent
  files: readonly FileFact[]
  sums: Sums
  /** Reads the archive through, and hands over what lies in `database`. */
  read: (begin: Unpacker['begin']) => Promise<void>
}

/**
 * Makes the tables of a backup in an empty database, with the migrations that it was made with, and brings every row in, in one transaction, equal
 * to the last digit. The database is marked as half restored until `endLoading`. BackupError, after which a new attempt can be made, says why not.
 */
export const loadDatabase = async ({ ownerUrl, sent, files, sums, read }: Loading): Promise<Facts> => {
  await asOwner(ownerUrl, (client) => requireEmptyDatabase(client, sent.migrations))
  await prepareTables(ownerUrl, sent.migrations)
  return asOwner(ownerUrl, async (client) => {
    await client.query('begin')
    await settle(client)
    await client.query('select pg_advisory_xact_lock($1)', [LOAD_LOCK])
    const tables = await describeTables(client, everything)
    requireSameTables(tables, sent)
    await withoutConstraints(client, async () => {
      await emptyTables(client, [])
      const into = intoTables(client, sent)
      try {
        await read(into.begin)
      } catch (error) {
        into.stop(error as Error)
        throw error
      }
      const missing = into.missing()
      if (missing !== undefined) throw new BackupError('{file} is missing from the backup.', { file: missing })
      await setSequences(client, sent.sequences)
    })
    const restored = await compare(client, tables, sent, { files, sums })
    await client.query('commit')
    await analyzeTables(client)
    return restored
  })
}
