import { createReadStream } from 'node:fs'
import { CsvError, parse } from 'csv-parse'
import { fieldError } from '#platform/errors/problem.ts'

const MAX_CELL = 10_000

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

/** The records of a CSV file, cell by cell; a few more than `maxRows` at most, so that there being too many can be told. */
export const readCsv = async (path: string, bytes: Buffer, maxRows: number): Promise<string[][]> => {
  const delimiter = delimiterOf(decode(bytes).replace(/^\uFEFF/, ''))
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
