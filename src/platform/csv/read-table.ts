import { open } from 'node:fs/promises'
import { fieldError } from '#platform/errors/problem.ts'
import { xlsxRecords } from '#platform/tables/read-xlsx.ts'
import type { Problems } from './problems.ts'
import { escapedAlready } from './write-csv.ts'
import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'

const MAX_CELL = 10_000

const noText = () => fieldError('file', 'This is not a CSV file in UTF-8. In Excel, save it as “CSV UTF-8”.')

/** The text of the file, a piece at a time. */
const decoded = async function* (path: string) {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const decode = (chunk?: Uint8Array) => {
    try {
      const text = decoder.decode(chunk, { stream: chunk !== undefined })
      if (!text.includes('\0')) return text
    } catch {
      // Answered below: it is no text.
    }
    throw noText()
  }
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) yield decode(chunk)
  yield decode()
}

const delimiterOf = (text: string): ',' | ';' => {
  const heading = (/^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '')
  return heading.split(';').length > heading.split(',').length ? ';' : ','
}
const findDelimiter = async (path: string) => {
  // All of it is read through first, so that a broken end is told before anything is made of the beginning.
  let first: string | undefined
  for await (const text of decoded(path)) first ??= text
  return delimiterOf(first ?? '')
}

/** The records of a CSV file, cell by cell, of which only a few are in memory at any time. A field error on `file` where it breaks. */
const readCsv = async function* (path: string): AsyncGenerator<string[]> {
  const delimiter = await findDelimiter(path)
  const parser = parse({ bom: true, delimiter, relax_column_count: true, skip_empty_lines: false, max_record_size: 20 * MAX_CELL })
  const source = Readable.from(decoded(path))
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  try {
    for await (const record of parser as AsyncIterable<string[]>) yield record
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw fieldError('file', 'A row of this file is too long.')
    throw fieldError('file', 'This CSV file is damaged: a quotation mark is missing or misplaced.')
  } finally {
    source.destroy()
    parser.destroy()
  }
}

/** What every archive begins with, a spreadsheet's own file too. */
const ARCHIVE = Buffer.from('PK\x03\x04')

/** What a file of some kind looks like. */
export interface TableForm<C extends string> {
  columns: readonly C[]
  /** One of these has to be there; `missing` says so. */
  needs: readonly C[]
  missing: string
  maxRows: number
  /** Told of a file with more rows. */
  tooMany: string
  /** Other headings that mean a column; the empty one is passed over. */
  aliases?: Readonly<Record<string, C | ''>>
}

const unescaped = (cell: string) => {
  const text = cell.trim()
  return escapedAlready.test(text) ? text.slice(1) : text
}

/** A row of a file, numbered as a spreadsheet does, with those of its cells that are not empty. */
export interface FileRow<C extends string> {
  row: number
  cells: Partial<Record<C, string>>
}

const MAX_COLUMNS = 200

const beginsAsArchive = async (path: string) => {
  const file = await open(path)
  try {
    const head = Buffer.alloc(ARCHIVE.length)
    await file.read(head)
    return head.equals(ARCHIVE)
  } finally {
    await file.close()
  }
}

const isBlank = (record: readonly string[]) => record.every((cell) => cell.trim() === '')

/** As wide as the heading where there is nothing beyond it; what is wider is wrong, and one cell more says so. */
const cut = (record: string[], width: number) =>
  record.length <= width ? record : record.slice(0, isBlank(record.slice(width)) ? width : width + 1).fill('?', width)

/**
 * The heading, and a few more rows than are taken, so that there being too many can be told; empty ones count, too. A heading that is too wide is
 * refused before anything else is read, and no row is kept wider than it.
 */
const takeFirst = async (records: AsyncIterable<string[]>, most: number) => {
  let heading: string[] | undefined
  const first: string[][] = []
  for await (const record of records) {
    if (heading) first.push(cut(record, heading.length))
    else {
      if (record.length > MAX_COLUMNS) throw fieldError('file', `The file has ${record.length} columns; the limit is ${MAX_COLUMNS}.`)
      heading = record
    }
    if (first.length >= most) break
  }
  return { heading: heading ?? [], records: first }
}

/** The column of each cell; unknown and repeated headings are problems of row 1. */
const readHeading = <C extends string>(heading: readonly string[], { columns: known, aliases = {} }: TableForm<C>, problems: Problems) => {
  const names = heading.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  )
  const columns = names.map((name) => known.find((one) => one === name) ?? (Object.hasOwn(aliases, name) ? aliases[name] : undefined))
  return columns.map((column, place) => {
    const name = names[place] ?? ''
    if (column === undefined && name !== '') problems.add(1, name.slice(0, 60), 'Unknown column.')
    if (column && columns.indexOf(column) < place) problems.add(1, name, 'Duplicate column.')
    return column || undefined
  })
}

/**
 * Reads a table out of a CSV file with commas or semicolons, or the first sheet of an XLSX file: headings in any letter case and order. What
 * is wrong with a heading or with the length of a row goes to `problems`; a file that is neither, or has too many rows or columns, is a 400.
 */
export const readTable = async <C extends string>(path: string, form: TableForm<C>, problems: Problems): Promise<FileRow<C>[]> => {
  const isArchive = await beginsAsArchive(path)
  const { heading, records } = await takeFirst(isArchive ? xlsxRecords(path) : readCsv(path), 2 * form.maxRows)
  if (isBlank(heading)) throw fieldError('file', 'The first row must contain the column names; it is empty.')
  const columns = readHeading(heading, form, problems)
  if (!form.needs.some((column) => columns.includes(column))) problems.add(1, form.needs.at(-1) ?? '', form.missing)
  const rows: FileRow<C>[] = []
  for (const [index, record] of records.entries()) {
    if (isBlank(record)) continue
    const row = index + 2
    if (rows.length === form.maxRows) throw fieldError('file', form.tooMany)
    if (record.length < columns.length || !isBlank(record.slice(columns.length)))
      problems.add(row, '', 'This row has more or fewer cells than the header row.')
    const cells: Partial<Record<C, string>> = {}
    for (const [place, column] of columns.entries()) {
      const text = isArchive ? (record[place] ?? '').trim() : unescaped(record[place] ?? '')
      if (column !== undefined && text !== '') cells[column] = text
    }
    rows.push({ row, cells })
  }
  return rows
}
