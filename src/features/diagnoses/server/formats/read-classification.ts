import { readFile } from 'node:fs/promises'
import { fieldError } from '#platform/errors/problem.ts'
import { xlsxRecords } from '#platform/tables/read-xlsx.ts'
import { ArchiveTooLarge, unzip } from '#platform/tables/unzip.ts'
import { isClaml, readClaml } from './claml.ts'
import { isIcd11Table, readIcd11Table } from './icd11-tables.ts'
import { isOrderFile, readOrderFile } from './order-file.ts'
import { MAX_ROWS, TOO_MANY_ROWS, type Classification } from './terms.ts'
import { isWhoCodes, readWhoCodes } from './who-codes.ts'

const HEAD = 4_000
const LIMITS = { parts: 500, bytes: 60_000_000 }
const ARCHIVE = Buffer.from('PK\x03\x04')

/** Of an archive of WHO: the list of codes, the XML, the tabulation, or the map to one category. */
const wantedNames: readonly RegExp[] = [
  /codes\.txt$/i,
  /icd10\w*\.xml$/i,
  /claml\w*\.xml$/i,
  /simpletabulation[\w-]*\.txt$/i,
  /(^|\/)10to11maptoonecategory\.txt$/i,
]

/** UTF-8, or what older files of WHO are in. */
const textOf = (bytes: Buffer): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

const tableOf = (text: string) => text.split(/\r?\n/).map((line) => line.split('\t').map((cell) => cell.replaceAll(/^"|"$/g, '').trim()))

const checkSize = (rows: number) => {
  if (rows > MAX_ROWS) throw fieldError('file', TOO_MANY_ROWS)
}

const readText = async (bytes: Buffer): Promise<Classification | null> => {
  const text = textOf(bytes).trimEnd()
  const head = text.slice(0, HEAD)
  const firstLine = head.split(/\r?\n/, 1)[0] ?? ''
  if (isClaml(head)) return { terms: await readClaml(text) }
  const isLines = isOrderFile(firstLine) || isWhoCodes(firstLine)
  const isTable = isIcd11Table(firstLine.split('\t').map((cell) => cell.replaceAll(/^"|"$/g, '').trim()))
  if (!isLines && !isTable) return null
  checkSize(text.match(/\n/g)?.length ?? 0)
  if (isTable) return readIcd11Table(tableOf(text))
  return { terms: isOrderFile(firstLine) ? readOrderFile(text) : readWhoCodes(text) }
}

/** The part of an archive that is a classification; null for a spreadsheet and other archives. */
const readPart = async (bytes: Buffer): Promise<Classification | null> => {
  try {
    const parts = await unzip(bytes, (name) => wantedNames.some((wanted) => wanted.test(name)), LIMITS)
    for (const wanted of wantedNames) for (const { name, bytes: inside } of parts) if (wanted.test(name)) return await readText(inside)
    return null
  } catch (error) {
    if (error instanceof ArchiveTooLarge) throw fieldError('file', 'The archive holds too much.')
    throw error
  }
}

const readSheet = async (path: string): Promise<Classification | null> => {
  const records: string[][] = []
  for await (const record of xlsxRecords(path)) {
    if (records.length === 0 && !isIcd11Table(record.map((cell) => cell.trim()))) return null
    records.push(record.map((cell) => cell.trim()))
    checkSize(records.length)
  }
  return readIcd11Table(records)
}

const isSheet = async (bytes: Buffer) => {
  const parts = await unzip(bytes, (name) => name === '[Content_Types].xml', LIMITS).catch(() => [])
  return parts.length > 0
}

/**
 * A file as WHO or a ministry publishes a classification: the list of codes of ICD-10 (codes.txt), ICD-10 in ClaML, the order file of
 * ICD-10-CM, the simple tabulation of ICD-11, or WHO’s map from ICD-10 to ICD-11; alone or in the ZIP in which it is published. Null for
 * another file, which may be a table of the clinic’s own.
 * @throws 400 on `file` when it is damaged, holds too much, or has a line that its format cannot have.
 */
export const readClassification = async (path: string): Promise<Classification | null> => {
  const bytes = await readFile(path)
  if (!bytes.subarray(0, ARCHIVE.length).equals(ARCHIVE)) return readText(bytes)
  return (await isSheet(bytes)) ? readSheet(path) : readPart(bytes)
}
