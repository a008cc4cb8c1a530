import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Client } from 'pg'
import { asOwner } from '../db/owner.ts'
import { freeSpaceIn } from '../files/disk-space.ts'
import type { FileStore } from '../files/store.ts'
import { copyOut } from './copy.ts'
import { dataPackageOf, pathOf } from './datapackage.ts'
import { eachDocument, sendingDocuments } from './documents.ts'
import { ExportError } from './export-error.ts'
import { addUp, type ExportFacts } from './facts.ts'
import type { ExportRules } from './rules.ts'
import { describeTables, sending, settle, type Table } from './tables.ts'
import { findMigrations, findSequences } from './whole.ts'
import { writeZip, type Written, type ZipWriter } from './zip-writer.ts'

interface Reported {
  made: Date
  program: string
  clinic: string
  rows: number
  tables: number
  documents: number
  missing: readonly string[]
  leftOut: Readonly<Record<string, string>>
}

/** README.txt: what lies in the archive, for somebody who has nothing but it. */
const readmeOf = ({ made, program, clinic, rows, tables, documents, missing, leftOut }: Reported): string =>
  `${clinic || 'A clinic'}: everything that Kliniki ${program} held of it at ${made.toISOString()}.
${rows} rows in ${tables} tables, ${documents} documents. All of it as of one moment.

WHOEVER HAS THIS FILE CAN READ EVERY RECORD OF EVERY PATIENT: it is not encrypted. Keep it as you would keep the paper records.

data/             One CSV file a table. datapackage.json says what its columns are, of which type, and which row of which other table they name.
documents/        Documents and pictures as they were sent, each under the SHA-256 of its bytes.
documents.csv     Their types and names. Rows of data/files.csv and others name them by sha256.
datapackage.json  The description of all tables (Frictionless Data, tabular data package), for people and programs.
counts.json       How many rows each table has, and what money, stock and results come to.
SHA256SUMS        The SHA-256 of each file here; "sha256sum -c SHA256SUMS" checks them.

How the CSV is written: UTF-8 without a mark, commas, quotation marks doubled, lines end with a line feed (RFC 4180 but for that), the first line
names the columns, rows by primary key. Nothing between two commas is "no value" (null); "" is the empty text. t and f are true and false; moments
are in UTC with microseconds; numbers are exact; \\x begins bytes in hexadecimal; {…} are lists as PostgreSQL writes them; JSON is JSON.
Cells that a spreadsheet takes for a formula (=, +, -, @) are NOT changed, as that would change the data: import the files into a spreadsheet
as text, do not open them there with a double click.

What is not in it:
${Object.entries(leftOut)
  .map(([name, reason]) => `  ${name}: ${reason}`)
  .join('\n')}

Into an empty clinic: npm run import -- clinic FILE (docs/export.md).
${missing.length > 0 ? `\nDocuments of which rows tell, but whose bytes were gone or altered before this export:\n${missing.map((sha256) => `  ${sha256}`).join('\n')}\n` : ''}`

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }

export interface ExportOptions {
  ownerUrl: string
  files: FileStore
  rules: ExportRules
  /** The archive that is written; there is none yet. */
  path: string
  now?: Date
  /** Hears how many rows and documents are through, and about how many there are. */
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

export interface Exported {
  bytes: number
  facts: ExportFacts
}

/** Counts what goes through, reports it now and then, and ends when that is wanted. */
const pacer = ({ onProgress, signal }: ExportOptions, total: number) => {
  let [done, shown] = [0, 0]
  return (more: number) => {
    signal?.throwIfAborted()
    done += more
    // Lines count as rows until their table is through, and a cell may have several.
    shown = Math.max(shown, done)
    onProgress?.(shown, Math.max(total, shown))
  }
}

const NEWLINE = 10

const countLines = (chunk: Buffer) => {
  let lines = 0
  for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, at + 1)) lines++
  return lines
}

const sendTable = async (client: Client, zip: ZipWriter, table: Table, pace: (more: number) => void) => {
  const copy = copyOut(client, sending(client, table))
  const counted = async function* () {
    let lines = 0
    for await (const chunk of copy.chunks) {
      yield chunk
      const more = countLines(chunk)
      pace(more)
      lines += more
    }
    pace(copy.rows() - lines)
  }
  const written = await zip.add(pathOf(table.name), counted())
  return { table, rows: copy.rows(), ...written }
}

const bytesOf = (text: string) => [Buffer.from(text)]
const json = (value: unknown) => bytesOf(`${JSON.stringify(value, null, 2)}\n`)

const sendDocuments = async (client: Client, zip: ZipWriter, { files, rules }: ExportOptions, pace: (more: number) => void) => {
  const written: Written[] = [await zip.add('documents.csv', copyOut(client, sendingDocuments(rules)).chunks)]
  const missing: string[] = []
  for await (const { path, sha256, type } of eachDocument(client, rules)) {
    pace(1)
    const kept = await files.open(sha256).catch(() => undefined)
    // Pictures and PDF are packed already.
    if (kept) written.push(await zip.add(path, kept.stream(), { isPacked: type.startsWith('text/') }))
    else missing.push(sha256)
  }
  return { written, count: written.length - 1, missing }
}

const send = async (client: Client, zip: ZipWriter, options: ExportOptions, made: Date): Promise<ExportFacts> => {
  const { rules } = options
  const tables = await describeTables(client, rules)
  const pace = pacer(
    options,
    tables.reduce((sum, { estimate }) => sum + estimate, 0),
  )
  const sent = []
  for (const table of tables) sent.push(await sendTable(client, zip, table, pace))
  const documents = await sendDocuments(client, zip, options, pace)
  const facts: ExportFacts = {
    tables: Object.fromEntries(sent.map(({ table, rows }) => [table.name, rows])),
    sums: await addUp(client, rules.sums),
    documents: documents.count,
    missing_documents: documents.missing,
  }
  const { rows: clinic } = await client.query<{ name: string }>('select name from company')
  const leftOut = { ...rules.leftOut, ...rules.leftOutColumns, ...rules.derived }
  const migrations = await findMigrations(client)
  const described = dataPackageOf(sent, {
    made,
    format: 1,
    program: version,
    migrations,
    sequences: await findSequences(client),
    left_out: leftOut,
  })
  const readme = readmeOf({
    made,
    program: version,
    clinic: clinic[0]?.name ?? '',
    rows: sent.reduce((sum, { rows }) => sum + rows, 0),
    tables: sent.length,
    documents: documents.count,
    missing: documents.missing,
    leftOut,
  })
  const written = [
    ...sent,
    ...documents.written,
    await zip.add('datapackage.json', json(described)),
    await zip.add('counts.json', json(facts)),
    await zip.add('README.txt', bytesOf(readme)),
  ]
  await zip.add('SHA256SUMS', bytesOf(written.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join('')))
  return facts
}

/** What is in the database gets no smaller than this by packing; documents stay as large as they are. */
const PACKED_MOST = 10

const requireDiskSpace = async (client: Client, { files, path }: ExportOptions) => {
  const { rows } = await client.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
  const needed = (rows[0]?.bytes ?? 0) / PACKED_MOST + (await files.bytes())
  if ((await freeSpaceIn(dirname(path))) < needed)
    throw new ExportError('Not enough space for an export in {folder}: about {megabytes} MB needed.', {
      folder: dirname(path),
      megabytes: Math.ceil(needed / 1e6),
    })
}

/**
 * Writes everything that may leave a clinic into one ZIP archive, as of one moment and while people work: in constant memory, readable by the
 * owner of the file alone. ExportError says why there is none; nothing is left then.
 */
export const writeExport = async (options: ExportOptions): Promise<Exported> => {
  const { ownerUrl, path, now: made = new Date() } = options
  const zip = await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    .then(() => writeZip(path, made))
    .catch((error: Error) => {
      if (error instanceof ExportError) throw error
      throw new ExportError('{file} cannot be written: {reason}.', { file: path, reason: error.message })
    })
  try {
    return await asOwner(ownerUrl, async (client) => {
      await client.query('begin transaction isolation level repeatable read read only')
      await settle(client)
      await requireDiskSpace(client, options)
      const facts = await send(client, zip, options, made)
      await client.query('commit')
      return { bytes: await zip.finish(), facts }
    })
  } catch (error) {
    await zip.abandon()
    throw error
  }
}
