import { createReadStream, existsSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { parse, type CsvError } from 'csv-parse'
import { ConfigurationError } from '#platform/config.ts'

export type CsvRecord = Readonly<Record<string, string>>

/** One row with the line of the file on which it ends; a row that is no CSV has a reason instead of fields. */
export type CsvRow = { line: number; record: CsvRecord } | { line: number; reason: string }

export interface CsvFile {
  /** The name without folder and `.gz`. */
  name: string
  /** Bytes on disk, and how many of them have been read. */
  size: number
  read: () => number
  rows: () => AsyncGenerator<CsvRow>
}

/** Where a table lies in a folder, compressed or not; undefined when it is not there. */
export const findCsv = (dir: string, table: string): string | undefined =>
  [`${table}.csv`, `${table}.csv.gz`].map((name) => join(dir, name)).find((path) => existsSync(path))

/**
 * Opens a CSV file for reading from start to end without ever holding it whole. Column names are taken in lower case; a file without one
 * of `columns` is a ConfigurationError when its first row is read.
 */
export const openCsv = (path: string, columns: readonly string[]): CsvFile => {
  const source = createReadStream(path)
  const name = basename(path).replace(/\.gz$/, '')
  const broken: CsvRow[] = []
  const headed = (header: string[]) => {
    const names = header.map((column) => column.trim().toLowerCase())
    const missing = columns.find((column) => !names.includes(column))
    if (missing) throw new ConfigurationError(`${name} has no column ${missing}.`)
    return names
  }
  async function* rows(): AsyncGenerator<CsvRow> {
    const parser = parse({
      bom: true,
      columns: headed,
      info: true,
      skip_empty_lines: true,
      max_record_size: 1_000_000,
      skip_records_with_error: true,
      on_skip: (error: CsvError | undefined) =>
        void broken.push({ line: Number(error?.['lines'] ?? 0), reason: error?.message ?? 'This row cannot be read.' }),
    })
    const streams = path.endsWith('.gz') ? ([source, createGunzip(), parser] as const) : ([source, parser] as const)
    // A failure of any of them ends the parser with that error, which the loop below throws.
    pipeline(streams, () => {})
    for await (const { record, info } of parser as AsyncIterable<{ record: CsvRecord; info: { lines: number } }>) {
      yield* broken.splice(0)
      yield { line: info.lines, record }
    }
    yield* broken.splice(0)
  }
  return { name, size: statSync(path).size, read: () => source.bytesRead, rows }
}
