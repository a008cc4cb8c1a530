import { open } from 'node:fs/promises'
import { createReadStream } from 'node:fs'
import { csvFormOf, csvRecords, type CsvForm } from '#platform/csv/stream-csv.ts'
import { escapedAlready } from '#platform/csv/write-csv.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { FileStore } from '#platform/files/store.ts'
import { xlsxRecords } from '#platform/tables/read-xlsx.ts'
import { MAX_COLUMNS } from '../contract.ts'

/** What every archive begins with, a spreadsheet's own file too. */
const ARCHIVE = Buffer.from('PK\x03\x04')
const SAMPLE_ROWS = 3
const SAMPLE_CELL = 200
const HEADING = 120

export interface Head {
  encoding: string | null
  delimiter: string | null
  headings: string[]
  sample: string[][]
}

/** Cells as people see them: what we wrote before a formula goes, and nothing invisible stands around. */
const trimmed = (record: readonly string[], isSheet: boolean): string[] =>
  record.map((cell) => {
    const text = cell.replaceAll('\0', '').toWellFormed().trim()
    return !isSheet && escapedAlready.test(text) ? text.slice(1) : text
  })

const firstOf = async (records: AsyncIterable<string[]> | Iterable<string[]>, count: number) => {
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

/** The headings of a file that was sent, and its first rows. A field error on `file` for what no rows can be read from. */
export const readHead = async (path: string): Promise<Head> => {
  const isSheet = await isArchive(path)
  const form: CsvForm | null = isSheet ? null : await csvFormOf(path)
  const records = form ? csvRecords(createReadStream(path), form) : xlsxRecords(path)
  const [heading = [], ...rows] = (await firstOf(records, 1 + SAMPLE_ROWS)).map((record) => trimmed(record, isSheet))
  const width = heading.findLastIndex((cell) => cell !== '') + 1
  if (width === 0) throw fieldError('file', 'The first row of the file names its columns; it is empty.')
  if (width > MAX_COLUMNS) throw fieldError('file', 'The file has more than 200 columns.')
  return {
    encoding: form?.encoding ?? null,
    delimiter: form?.delimiter ?? null,
    headings: heading.slice(0, width).map((cell) => cell.slice(0, HEADING)),
    sample: rows.map((row) => Array.from({ length: width }, (_, at) => (row[at] ?? '').slice(0, SAMPLE_CELL))),
  }
}

export interface Numbered {
  /** As a spreadsheet numbers it: the heading is 1. */
  row: number
  record: string[]
}

/** The rows of a kept file behind its heading, one after the other; empty ones are passed over. */
export const rowsOf = async function* (
  files: Pick<FileStore, 'open' | 'checkOut'>,
  { sha256, encoding, delimiter }: { sha256: string; encoding: string | null; delimiter: string | null },
): AsyncGenerator<Numbered> {
  const isSheet = encoding === null || delimiter === null
  const sheet = isSheet ? await files.checkOut(sha256) : null
  try {
    const records = isSheet ? xlsxRecords(sheet!.path) : csvRecords((await files.open(sha256)).stream(), { encoding, delimiter })
    let row = 0
    for await (const record of records) {
      row += 1
      if (row === 1) continue
      const cells = trimmed(record, isSheet)
      if (cells.some((cell) => cell !== '')) yield { row, record: cells }
    }
  } finally {
    await sheet?.release()
  }
}
