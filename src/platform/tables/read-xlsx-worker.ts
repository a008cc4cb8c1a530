import { parentPort, workerData } from 'node:worker_threads'
import { readSheet } from 'read-excel-file/universal'
import { ArchiveError, unzip, zipStored } from './unzip.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

const { bytes, limit } = workerData as { bytes: Uint8Array; limit: number }

/** Spreadsheets keep 0.3 as 0.30000000000000004, and 0.001 as 1E-3: fifteen digits are what people see. */
const numberText = (text: string) => {
  const value = Number(text)
  return Number.isFinite(value) && (text.length > 15 || /[.e]/i.test(text)) ? String(Number(value.toPrecision(15))) : text
}

type Cell = string | number | boolean | Date | null
const textOf = (cell: Cell): string => {
  if (cell === null) return ''
  if (cell instanceof Date) return cell.toISOString().replace(/T00:00:00\.000Z$/, '')
  return String(cell).replaceAll('\0', '')
}

/** A formula that failed would be an empty cell: its `#N/A` becomes a text. */
const withFailures = ({ name, bytes: part }: { name: string; bytes: Buffer }) => ({
  name,
  bytes: /worksheets\/[^/]*\.xml$/.test(name) ? Buffer.from(part.toString().replaceAll(/(<c\s[^<>]*\bt=)"e"/g, '$1"str"')) : part,
})

const read = async () => {
  const entries = unzip(Buffer.from(bytes), (name) => /\.xml(?:\.rels)?$/.test(name), limit).map(withFailures)
  const { buffer, byteOffset, byteLength } = zipStored(entries)
  const rows = await readSheet((buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength), 1, {
    trim: false,
    parseNumber: numberText,
  })
  const texts = (rows as Cell[][]).map((row) => row.map(textOf))
  // A text is kept once, however many cells show it; from here on each has its own.
  if (texts.reduce((sum, row) => row.reduce((all, { length }) => all + length, sum), 0) > limit) throw new ArchiveError(true)
  return { rows: texts }
}

parentPort?.postMessage(await read().catch((error: unknown) => ({ isTooLarge: error instanceof ArchiveError && error.isTooLarge })))
