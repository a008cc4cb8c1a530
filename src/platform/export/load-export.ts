import type { Client } from 'pg'
import { analyzeTables } from '../db/analyze.ts'
import { asOwner } from '../db/owner.ts'
import type { FileStore } from '../files/store.ts'
import { copyIn } from './copy.ts'
import { pathOf } from './datapackage.ts'
import { documentOf } from './documents.ts'
import { requireEmptyClinic } from './empty.ts'
import { ExportError } from './export-error.ts'
import { addUp, differences, type ExportFacts } from './facts.ts'
import { openExport, type ExportArchive } from './read-export.ts'
import type { ExportRules } from './rules.ts'
import { withoutConstraints } from './constraints.ts'
import { describeTables, settle, taking, type Table } from './tables.ts'
import { digestTable, emptyTables, setSequences } from './whole.ts'

export interface LoadOptions {
  ownerUrl: string
  files: FileStore
  rules: ExportRules
  /** The archive. */
  path: string
  /** Checks everything and writes it, but undoes that instead of keeping it; documents are not written. */
  isDryRun?: boolean
  /** What else belongs into the same transaction, when everything has been compared. */
  finish?: (client: Client) => Promise<void>
  say?: (line: string) => void
}

export interface Loaded {
  facts: ExportFacts
  program: string
  created: string
}

const LOAD_LOCK = 418_290_561

const shapeOf = (name: string, columns: readonly { name: string }[]) => `${name}(${columns.map((column) => column.name).join(',')})`

const requireSameTables = (tables: readonly Table[], { described }: ExportArchive) => {
  const ours = new Set(tables.map(({ name, columns }) => shapeOf(name, columns)))
  const theirs = described.resources.map(({ name, schema }) => shapeOf(name, schema.fields))
  if (theirs.length === ours.size && theirs.every((shape) => ours.has(shape))) return
  throw new ExportError('datapackage.json names other tables or columns than this program has.')
}

const loadTable = async (client: Client, archive: ExportArchive, table: Table) => {
  const columns = table.columns.map(({ name }) => name)
  try {
    await copyIn(client, taking(client, { name: table.name, columns }), archive.read(pathOf(table.name)))
  } catch (error) {
    if (error instanceof ExportError) throw error
    throw new ExportError(`${pathOf(table.name)} cannot be read into ${table.name}: ${(error as Error).message}.`)
  }
}

/** Answers how many rows it has. */
const compareTable = async (client: Client, archive: ExportArchive, table: Table): Promise<number> => {
  const { sha256, rows } = await digestTable(client, table)
  if (sha256 !== archive.sums.get(pathOf(table.name)))
    throw new ExportError(`${table.name} is not what the archive has of it: nothing was imported.`)
  return rows
}

const copyDocuments = async (archive: ExportArchive, files: FileStore) => {
  for (const { name } of archive.documents) {
    const { sha256 } = await files.putAll(archive.read(name))
    if (sha256 !== documentOf(name)) throw new ExportError(`${name} is not the document that its name says.`)
  }
}

const load = async (client: Client, archive: ExportArchive, { rules, say = () => {} }: LoadOptions) => {
  const tables = await describeTables(client, rules)
  requireSameTables(tables, archive)
  await withoutConstraints(client, async () => {
    await emptyTables(client, ['schema_migrations'])
    say('Reading the tables in')
    for (const table of tables) await loadTable(client, archive, table)
    await setSequences(client, archive.described.kliniki.sequences)
    for (const statement of rules.rebuild) await client.query(statement)
    say('Checking which rows name which')
  })
  say('Comparing every row, and what it all comes to')
  const found: Pick<ExportFacts, 'tables' | 'sums'> = { tables: {}, sums: await addUp(client, rules.sums) }
  for (const table of tables) found.tables[table.name] = await compareTable(client, archive, table)
  const [first, ...more] = differences(archive.facts, found)
  if (first)
    throw new ExportError(`The imported clinic comes to something else: ${[first, ...more].slice(0, 5).join('; ')}. Nothing was imported.`)
}

/**
 * Makes an empty clinic into the one in the archive, in one transaction: either all of it is there afterwards, equal row by row, or nothing.
 * Documents are kept before the transaction ends. ExportError says why not.
 */
export const loadExport = async (options: LoadOptions): Promise<Loaded> => {
  const { ownerUrl, path, rules, files, isDryRun = false, finish, say = () => {} } = options
  const archive = await openExport(path)
  try {
    const { facts, described } = archive
    const { program } = described.kliniki
    await asOwner(ownerUrl, async (client) => {
      await client.query('begin')
      await settle(client)
      await client.query('select pg_advisory_xact_lock($1)', [LOAD_LOCK])
      await requireEmptyClinic(client, rules, described.kliniki)
      say('Checking every byte of the archive')
      await archive.check()
      await load(client, archive, options)
      if (isDryRun) {
        await client.query('rollback')
        return
      }
      say('Keeping the documents')
      await copyDocuments(archive, files)
      await finish?.(client)
      await client.query('commit')
      await analyzeTables(client)
    })
    return { facts, program, created: described.created }
  } finally {
    await archive.close()
  }
}
