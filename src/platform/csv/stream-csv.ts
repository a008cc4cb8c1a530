import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { fieldError } from '#platform/errors/problem.ts'
import type { Encoding } from '#shared/encodings.ts'
import { findEncoding, fitsEncoding } from './encoding.ts'

const MAX_CELL = 10_000
const MAX_RECORD = 200_000

export interface CsvForm {
  encoding: string
  delimiter: string
}

const broken = () => fieldError('file', 'This CSV file is damaged: a quotation mark is missing or misplaced.')

const SIGNS = [',', ';', '\t', '|'] as const
const LINES = 30

/**
 * The sign that most lines have equally often, so that a title above the table does not decide. A file of one column has none; it is read
 * with commas.
 */
export const delimiterOf = (text: string): string => {
  const lines = text
    .replaceAll(/"[^"]*"/g, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '')
    .slice(0, LINES)
  const weights = SIGNS.map((sign) => {
    const counts = lines.map((line) => line.split(sign).length - 1).filter((count) => count > 0)
    const often = new Map<number, number>()
    for (const count of counts) often.set(count, (often.get(count) ?? 0) + 1)
    return { sign, weight: Math.max(0, ...[...often].map(([count, times]) => times * times * count)) }
  })
  return weights.toSorted((a, b) => b.weight - a.weight)[0]!.sign
}

const decoded = async function* (bytes: AsyncIterable<Uint8Array>, encoding: string) {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/**
 * How a CSV file on disk is written: in the encoding that a person chose, else in the one that is found. A field error on `file` for what is
 * no text, and on `encoding` for a chosen one that does not fit.
 */
export const detectCsvForm = async (path: string, chosen?: Encoding): Promise<CsvForm & { isCertain: boolean }> => {
  if (chosen && !(await fitsEncoding(path, chosen))) throw fieldError('encoding', `The file has signs that ${chosen} does not know.`)
  const { encoding, isCertain } = chosen ? { encoding: chosen, isCertain: true } : await findEncoding(path)
  for await (const text of decoded(createReadStream(path), encoding))
    return { encoding, delimiter: delimiterOf(text.replace(/^\uFEFF/, '')), isCertain }
  return { encoding, delimiter: ',', isCertain }
}

/** The records of a CSV file one after the other, of which only a few are in memory at any time. A field error on `file` where it breaks. */
export const csvRecords = async function* (bytes: AsyncIterable<Uint8Array>, { encoding, delimiter }: CsvForm): AsyncGenerator<string[]> {
  const parser = parse({ bom: true, delimiter, relax_column_count: true, skip_empty_lines: false, max_record_size: MAX_RECORD })
  const source = Readable.from(decoded(bytes, encoding))
  source.on('error', (error) => parser.destroy(error)).pipe(parser)
  try {
    for await (const record of parser as AsyncIterable<string[]>) yield record.map((cell) => cell.slice(0, MAX_CELL))
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw error.code === 'CSV_MAX_RECORD_SIZE' ? fieldError('file', 'A row of this file is too long.') : broken()
  } finally {
    source.destroy()
    parser.destroy()
  }
}
