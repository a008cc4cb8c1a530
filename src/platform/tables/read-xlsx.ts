import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { fieldError } from '#platform/errors/problem.ts'
import { FileProblem } from '#platform/sandbox/inside.ts'
import { runInSandbox } from '#platform/sandbox/run.ts'
import { realFolderOf } from '#platform/sandbox/sandbox.ts'
import { sheetProcess } from './sheet-limits.ts'
import type { SheetTask } from './sheet-process.ts'
import { TOO_LARGE } from './sheet-labels.ts'

const script = join(import.meta.dirname, 'sheet-process.ts')

/**
 * The rows of the first sheet of the XLSX file at `path`, one after the other, each cell as text: days as YYYY-MM-DD, numbers with a point,
 * empty ones empty. A process of its own reads it, one file at a time, into a file beside it that is gone afterwards; of its rows only a few
 * are in memory here at any time.
 * @throws Problem 400 on `file` for one that is none, is broken, or is beyond a limit of `sheetLimits`.
 */
export const xlsxRecords = async function* (path: string): AsyncGenerator<string[]> {
  const folder = realFolderOf(path)
  const out = `${path}.rows`
  const rule = { ...sheetProcess, read: [folder], write: folder, tooLong: TOO_LARGE, tooMuchMemory: TOO_LARGE }
  try {
    await runInSandbox<SheetTask, { rows: number }>(script, { path, out }, rule).catch((error: unknown) => {
      throw error instanceof FileProblem ? fieldError('file', error.message) : error
    })
    const source = createReadStream(out)
    const rows = createInterface({ input: source, crlfDelay: Infinity })
    try {
      for await (const row of rows) yield JSON.parse(row) as string[]
    } finally {
      rows.close()
      source.destroy()
    }
  } finally {
    await rm(out, { force: true })
  }
}
