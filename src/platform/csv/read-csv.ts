import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { CsvError, parse } from 'csv-parse'
import { fieldError } from '#platform/errors/problem.ts'
import type { Problems } from './problems.ts'
import { escapedAlready } from './write-csv.ts'

const MAX_CELL = 10_000

/** What a file of some kind looks like. */
export interface CsvForm<C extends string> {
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

const readRecords = async (path: string, delimiter: string, maxRows: number): Promise<string[][]> => {
  const parser = parse({ bom: true, delimiter, relax_column_count: true, skip_empty_lines: false, max_record_size: 20 * MAX_CELL })
  createReadStream(path)
    .on('error', (error) => parser.destroy(error))
    .pipe(parser)
  const records: string[][] = []
  try {
    for await (const record of parser as AsyncIterable<string[]>) {
      records.push(record)
      if (records.length > 2 * maxRows) break
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw fieldError('file', 'This CSV file is broken: a quotation mark is missing or stands in the wrong place.')
  }
  return records
}

const isBlank = (record: readonly string[]) => record.every((cell) => cell.trim() === '')

/** The column of each cell; unknown and repeated headings are problems of row 1. */
const readHeading = <C extends string>(heading: readonly string[], { columns: known, aliases = {} }: CsvForm<C>, problems: Problems) => {
  const names = heading.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replace(/[\s-]+/g, '_'),
  )
  const columns = names.map((name) => known.find((one) => one === name) ?? (Object.hasOwn(aliases, name) ? aliases[name] : undefined))
  return columns.map((column, place) => {
    const name = names[place] ?? ''
    if (column === undefined && name !== '') problems.add(1, name.slice(0, 60), 'There is no such column.')
    if (column && columns.indexOf(column) < place) problems.add(1, name, 'This column is there twice.')
    return column || undefined
  })
}

/**
 * Reads a CSV file with commas or semicolons, headings in any letter case and order. What is wrong with a heading or with the length of a
 * row goes to `problems`; a file that is no CSV at all, or has too many rows, is a 400.
 */
export const readCsv = async <C extends string>(path: string, form: CsvForm<C>, problems: Problems): Promise<CsvRow<C>[]> => {
  const delimiter = delimiterOf(decode(await readFile(path)).replace(/^\uFEFF/, ''))
  const [heading = [], ...records] = await readRecords(path, delimiter, form.maxRows)
  if (isBlank(heading)) throw fieldError('file', 'The first row of the file names its columns; it is empty.')
  const columns = readHeading(heading, form, problems)
  if (!form.needs.some((column) => columns.includes(column))) problems.add(1, form.needs.at(-1) ?? '', form.missing)
  const rows: CsvRow<C>[] = []
  for (const [index, record] of records.entries()) {
    if (isBlank(record)) continue
    const row = index + 2
    if (rows.length === form.maxRows) throw fieldError('file', form.tooMany)
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
