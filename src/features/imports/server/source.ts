import { open } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { detectCsvForm, csvRecords } from '#platform/csv/stream-csv.ts'
import { escapedAlready } from '#platform/csv/write-csv.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { FileStore } from '#platform/files/store.ts'
import type { AnyImportKind } from '#platform/imports/kind.ts'
import { xlsxRecords } from '#platform/tables/read-xlsx.ts'
import type { Encoding } from '#shared/encodings.ts'
import { MAX_COLUMNS, MAX_HEADING_ROW } from '../contract.ts'
import { guessHeading } from './mapping.ts'

/** What every archive begins with, a spreadsheet's own file too. */
const ARCHIVE = Buffer.from('PK\x03\x04')
/** Every row that may be the heading is shown, so that it can be chosen. */
const SAMPLE_ROWS = MAX_HEADING_ROW
/** Rows that are shown below a heading. */
const BELOW = 3
const SAMPLE_CELL = 200
const HEADING = 120

export interface Head {
  encoding: string | null
  delimiter: string | null
  is_encoding_certain: boolean
  heading_row: number
  headings: string[]
  sample: string[][]
}

/** Cells as people see them: what we wrote before a formula goes, and nothing invisible stands around. */
const trimmed = (record: readonly string[], isSheet: boolean): string[] =>
  record.map((cell) => {
    const text = cell.replaceAll('\0', '').toWellFormed().trim()
    return !isSheet && escapedAlready.test(text) ? text.slice(1) : text
  })

const takeFirst = async (records: AsyncIterable<string[]> | Iterable<string[]>, count: number) => {
  const first: string[][] = []
  for await (const record of records) {
    first.push(record)
    if (first.length === count) break
  }
  return first
}

const isArchive = async (path: string) => {
  const file = await open(path)
  try {
    const head = Buffer.alloc(ARCHIVE.length)
    await file.read(head)
    return head.equals(ARCHIVE)
  } finally {
    await file.close()
  }
}

/** How a person wants a file to be read, where it was guessed wrongly. */
interface Reading {
  encoding?: Encoding | undefined
  heading_row?: number | undefined
}

const widthOf = (record: readonly string[]) => record.findLastIndex((cell) => cell !== '') + 1

/**
 * The headings of a file that was sent, and its first rows. The heading is the row that a person chose, else the one that names most columns
 * of the kind: titles stand above it. A field error on `file`, `encoding` or `heading_row` for what no rows can be read from.
 */
export const readHead = async (path: string, kind: Pick<AnyImportKind, 'columns'>, reading: Reading = {}): Promise<Head> => {
  const isSheet = await isArchive(path)
  const form = isSheet ? null : await detectCsvForm(path, reading.encoding)
  const records = form ? csvRecords(createReadStream(path), form) : xlsxRecords(path)
  const rows = (await takeFirst(records, SAMPLE_ROWS + BELOW)).map((record) => trimmed(record, isSheet))
  const guessed = rows.slice(0, SAMPLE_ROWS).map((row) => row.slice(0, MAX_COLUMNS).map((cell) => cell.slice(0, HEADING)))
  const heading_row = reading.heading_row ?? guessHeading(kind, guessed)
  const heading = rows[heading_row - 1] ?? []
  const width = widthOf(heading)
  if (width === 0 && reading.heading_row !== undefined) throw fieldError('heading_row', `Row ${heading_row} of the file is empty.`)
  if (width === 0) throw fieldError('file', 'No header row found in the file.')
  if (width > MAX_COLUMNS) throw fieldError('file', 'The file has more than 200 columns.')
  const sample = rows.slice(0, Math.max(SAMPLE_ROWS, heading_row + BELOW))
  const widest = Math.min(MAX_COLUMNS, Math.max(...sample.map(widthOf)))
  return {
    encoding: form?.encoding ?? null,
    delimiter: form?.delimiter ?? null,
    is_encoding_certain: form?.isCertain ?? true,
    heading_row,
    headings: heading.slice(0, width).map((cell) => cell.slice(0, HEADING)),
    sample: sample.map((row) => Array.from({ length: widest }, (_, at) => (row[at] ?? '').slice(0, SAMPLE_CELL))),
  }
}

export interface Numbered {
  /** As a spreadsheet numbers it, the first row of the file being 1. */
  row: number
  record: string[]
}

/** The rows of a kept file behind its heading, one after the other; empty ones, and a heading that a printed page repeats, are passed over. */
export const readFileRows = async function* (
  files: Pick<FileStore, 'open' | 'checkOut'>,
  {
    sha256,
    encoding,
    delimiter,
    heading_row,
    headings,
  }: { sha256: string; encoding: string | null; delimiter: string | null; heading_row: number; headings: readonly string[] },
): AsyncGenerator<Numbered> {
  const isSheet = encoding === null || delimiter === null
  const sheet = isSheet ? await files.checkOut(sha256) : null
  try {
    const records = isSheet ? xlsxRecords(sheet!.path) : csvRecords((await files.open(sha256)).stream(), { encoding, delimiter })
    let row = 0
    for await (const record of records) {
      row += 1
      if (row <= heading_row) continue
      const cells = trimmed(record, isSheet)
      const isHeading = headings.length > 1 && headings.every((heading, at) => (cells[at] ?? '').slice(0, HEADING) === heading)
      if (!isHeading && cells.some((cell) => cell !== '')) yield { row, record: cells }
    }
  } finally {
    await sheet?.release()
  }
}
