import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { fieldError } from '#platform/errors/problem.ts'

const MAX_CELL = 10_000
const MAX_RECORD = 200_000

export interface CsvForm {
  encoding: string
  delimiter: string
}

const broken = () => fieldError('file', 'This CSV file is broken: a quotation mark is missing or stands in the wrong place.')

/** The encoding that the first bytes announce; undefined when they do not. */
const announced = (head: Buffer) => {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  return undefined
}

const isText = (text: string) => !/(?![\t\n\v\f\r])\p{Cc}/u.test(text.replaceAll('\u0085', ''))

const noText = () => fieldError('file', 'This is not a CSV file.')

const fits = async (path: string, encoding: string): Promise<boolean> => {
  const decoder = new TextDecoder(encoding, { fatal: true })
  try {
    for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
      if (!isText(decoder.decode(chunk, { stream: true }))) throw noText()
    decoder.decode()
    return true
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return false
  }
}

const headOf = async (path: string): Promise<Buffer> => {
  for await (const chunk of createReadStream(path, { end: 1 }) as AsyncIterable<Buffer>) return chunk
  return Buffer.alloc(0)
}

/** Reads through the file: as its first bytes announce, as UTF-8 when every byte fits, else as Windows writes in western languages. */
const encodingOf = async (path: string): Promise<string> => {
  const told = announced(await headOf(path))
  for (const encoding of told ? [told] : ['utf-8', 'windows-1252']) if (await fits(path, encoding)) return encoding
  throw noText()
}

const delimiterOf = (heading: string): string => {
  const bare = (/^(?:"[^"]*"|[^"\r\n])*/.exec(heading)?.[0] ?? '').replace(/"[^"]*"/g, '')
  const counts = [',', ';', '\t', '|'].map((sign) => [sign, bare.split(sign).length] as const)
  return counts.toSorted((a, b) => b[1] - a[1])[0]?.[0] ?? ','
}

const decoded = async function* (bytes: AsyncIterable<Uint8Array>, encoding: string) {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of bytes) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}

/** How a CSV file on disk is written. A field error on `file` for what is no text. */
export const csvFormOf = async (path: string): Promise<CsvForm> => {
  const encoding = await encodingOf(path)
  for await (const text of decoded(createReadStream(path), encoding))
    return { encoding, delimiter: delimiterOf(text.replace(/^\uFEFF/, '')) }
  return { encoding, delimiter: ',' }
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
    throw error.code === 'CSV_MAX_RECORD_SIZE' ? fieldError('file', 'A row of this file is too long to be read.') : broken()
  } finally {
    source.destroy()
    parser.destroy()
  }
}
