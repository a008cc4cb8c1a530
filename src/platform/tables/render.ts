import { Worker } from 'node:worker_threads'
import type { Download } from '#shared/endpoint.ts'
import { tableTypes, type Table, type TableFile } from '#shared/table.ts'
import { Problem } from '#platform/errors/problem.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { tableToCsv } from './csv.ts'
import { tableToPdf, type Letterhead } from './pdf.ts'

/** The kind of file that a media type stands for; undefined for JSON. */
export const fileOf = (type: string) => (Object.keys(tableTypes) as TableFile[]).find((file) => tableTypes[file] === type)

const MAX_MEMORY_MB = 1_000
/** Fifty thousand rows take a few seconds. */
const MAX_MS = 120_000

/** A spreadsheet of thousands of rows takes a second of pure computing: a thread of its own does it, so that no request waits. */
const inThread = (table: Table) =>
  new Promise<Uint8Array>((resolve, reject) => {
    const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
      workerData: table,
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    })
    const tooLong = () => {
      reject(new Problem(503, 'table_too_long', 'Creating this spreadsheet took too long. Choose fewer days or rows.'))
      void worker.terminate()
    }
    const timer = setTimeout(tooLong, MAX_MS).unref()
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(new Error('The spreadsheet was not made.'))
    })
  })

/** A table as a file of a media type that tables can be had in, with a name that says its days. */
export const tableFile = async (
  table: Table,
  type: string,
  { name, printPdf, head }: { name: string; printPdf: PrintPdf; head: Letterhead },
): Promise<Download> => {
  const file = fileOf(type)
  if (!file) throw new Error(`There is no table as ${type}`)
  const days = [...new Set([table.start_date, table.end_date])].join('-to-')
  const makers = { csv: () => tableToCsv(table), xlsx: () => inThread(table), pdf: () => tableToPdf(printPdf, table, head) }
  return { body: await makers[file](), filename: `${name}-${days}.${file}`, inline: file === 'pdf' }
}
