import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { readSheet } from 'read-excel-file/universal'
import { FileProblem, serveTask, type SandboxTask } from '#platform/sandbox/inside.ts'
import { sheetLimits } from './sheet-limits.ts'
import { BROKEN, TOO_LARGE } from './sheet-labels.ts'
import { ArchiveTooLarge, unzip, zipStored } from './unzip.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

/** What is asked of the process that reads spreadsheets: the first sheet of `path`, a row a line, into `out`. */
export interface SheetTask {
  path: string
  out: string
}

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

const readRows = async (path: string): Promise<string[][]> => {
  const parts = await unzip(await readFile(path), (name) => /\.xml(?:\.rels)?$/.test(name), sheetLimits)
  const { buffer, byteOffset, byteLength } = await zipStored(parts.map(withFailures))
  const rows = await readSheet((buffer as ArrayBuffer).slice(byteOffset, byteOffset + byteLength), 1, {
    trim: false,
    parseNumber: numberText,
  })
  if (rows.length > sheetLimits.rows || (rows[0]?.length ?? 0) > sheetLimits.columns) throw new ArchiveTooLarge()
  const texts = (rows as Cell[][]).map((row) => row.map(textOf))
  // A text is kept once, however many cells show it; from here on each has its own.
  if (texts.reduce((sum, row) => row.reduce((all, { length }) => all + length, sum), 0) > sheetLimits.bytes) throw new ArchiveTooLarge()
  return texts
}

const lines = function* (rows: readonly string[][]) {
  for (const row of rows) yield `${JSON.stringify(row)}\n`
}

const read = async ({ path, out }: SheetTask & SandboxTask) => {
  try {
    const rows = await readRows(path)
    await pipeline(Readable.from(lines(rows)), createWriteStream(out, { flags: 'wx', mode: 0o600 }))
    return { rows: rows.length }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') throw error
    throw new FileProblem(error instanceof ArchiveTooLarge ? TOO_LARGE : BROKEN)
  }
}

await serveTask(read)
