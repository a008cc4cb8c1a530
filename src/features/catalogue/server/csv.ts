import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import { stringify } from 'csv-stringify/sync'
import { fieldError } from '#platform/errors/problem.ts'
import type { Problems } from './problems.ts'

export const MAX_ROWS = 5_000
const MAX_CELL = 10_000

// What a spreadsheet would take for a formula; an apostrophe before it makes it a text.
const escapedAlready = /^'+[=+\-@\t\r＝＋－＠]/u

// The library escapes what begins like a formula; what begins with the escape itself gets a second, so that both can be told again.
const cellOf = (value: string | null) => (value !== null && escapedAlready.test(value) ? `'${value}` : (value ?? ''))

/** A table as CSV that Excel reads as it stands: UTF-8 with its mark, and no cell that it would take for a formula. */
export const writeCsv = <C extends string>(columns: readonly C[], rows: readonly Record<C, string | null>[]): Buffer => {
  const records = rows.map((row) => columns.map((column) => cellOf(row[column])))
  return Buffer.from(stringify([[...columns], ...records], { bom: true, escape_formulas: true, record_delimiter: 'windows' }))
}

const unescaped = (cell: string) => {
  const text = cell.trim()
  return escapedAlready.test(text) ? text.slice(1) : text
}

/** A row of a file, numbered as a spreadsheet does, with those of its cells that are not empty. */
export interface CsvRow<C extends string> {
  row: number
  cells: Partial<Record<C, string>>
}

const decode = (bytes: Buffer): string => {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    if (!text.includes('\0')) return text
  } catch {
    // Answered below: it is no text.
  }
  throw fieldError('file', 'This is not a CSV file in UTF-8. In Excel choose “CSV UTF-8” to save it.')
}

const delimiterOf = (text: string): ',' | ';' => {
  const heading = (/^(?:"[^"]*"|[^"\r\n])*/.exec(text)?.[0] ?? '').replace(/"[^"]*"/g, '')
  return heading.split(';').length > heading.split(',').length ? ';' : ','
}

const readRecords = async (path: string, delimiter: string): Promise<string[][]> => {
  const parser = parse({ bom: true, delimiter, relax_column_count: true, skip_empty_lines: false, max_record_size: 20 * MAX_CELL })
  createReadStream(path)
    .on('error', (error) => parser.destroy(error))
    .pipe(parser)
  const records: string[][] = []
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      records.push(record)
      if (records.length > 2 * MAX_ROWS) break
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw fieldError('file', 'This CSV file is broken: a quotation mark is missing or stands in the wrong place.')
  }
  return records
}

const isBlank = (record: readonly string[]) => record.every((cell) => cell.trim() === '')

/** The column of each cell; unknown and repeated headings are problems of row 1. */
const readHeading = <C extends string>(heading: readonly string[], known: readonly C[], problems: Problems) => {
  const columns = heading.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  )
  return columns.map((name, place) => {
    const column = known.find((one) => one === name)
    if (column === undefined && name !== '') problems.add(1, name.slice(0, 60), 'There is no such column.')
    if (column !== undefined && columns.indexOf(name) < place) problems.add(1, name, 'This column is there twice.')
    return column
  })
}

/**
 * Reads a CSV file of at most MAX_ROWS rows, with commas or semicolons, headings in any letter case and order. What is wrong with a
 * heading or with the length of a row goes to `problems`; a file that is no CSV at all is a 400.
 */
export const readCsv = async <C extends string>(path: string, known: readonly C[], problems: Problems): Promise<CsvRow<C>[]> => {
  const delimiter = delimiterOf(decode(await readFile(path)).replace(/^\uFEFF/, ''))
  const [heading = [], ...records] = await readRecords(path, delimiter)
  if (isBlank(heading)) throw fieldError('file', 'The first row of the file names its columns; it is empty.')
  const columns = readHeading(heading, known, problems)
  if (!columns.some((column) => column === 'code' || column === 'name')) problems.add(1, 'name', 'The file needs a column code or name.')
  const rows: CsvRow<C>[] = []
  for (const [index, record] of records.entries()) {
    if (isBlank(record)) continue
    const row = index + 2
    if (rows.length === MAX_ROWS) throw fieldError('file', 'The file has more than 5,000 rows. Split it.')
    if (record.length < columns.length || !isBlank(record.slice(columns.length)))
      problems.add(row, '', 'This row has more or fewer cells than the heading.')
    const cells: Partial<Record<C, string>> = {}
    for (const [place, column] of columns.entries()) {
      const text = unescaped(record[place] ?? '')
      if (column !== undefined && text !== '') cells[column] = text
    }
    rows.push({ row, cells })
  }
  return rows
}
