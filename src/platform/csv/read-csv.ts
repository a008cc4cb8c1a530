import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { fieldError } from '#platform/errors/problem.ts'

const MAX_CELL = 10_000

const noText = () => fieldError('file', 'This is not a CSV file in UTF-8. In Excel choose “CSV UTF-8” to save it.')

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
export const readCsv = async function* (path: string): AsyncGenerator<string[]> {
  const delimiter = await findDelimiter(path)
  const parser = parse({ bom: true, delimiter, relax_column_count: true, skip_empty_lines: false, max_record_size: 20 * MAX_CELL })
  const source = Readable.from(decoded(path))
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  try {
    for await (const record of parser as AsyncIterable<string[]>) yield record
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    if (error.code === 'CSV_MAX_RECORD_SIZE') throw fieldError('file', 'A row of this file is too long to be read.')
    throw fieldError('file', 'This CSV file is broken: a quotation mark is missing or stands in the wrong place.')
  } finally {
    source.destroy()
    parser.destroy()
  }
}
