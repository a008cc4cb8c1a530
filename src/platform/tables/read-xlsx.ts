import { Worker } from 'node:worker_threads'
import { busy, fieldError } from '#platform/errors/problem.ts'

/** What the parts of a spreadsheet may come to, unpacked: five thousand rows need a tenth of it. */
const MAX_BYTES = 40_000_000
const MAX_MEMORY_MB = 400
const MAX_MS = 15_000
/** More than these do not wait for their turn. */
const MAX_WAITING = 8

interface Told {
  rows?: string[][]
  isTooLarge?: boolean
}

const tooLarge = () => fieldError('file', 'This spreadsheet is too large to be read. Keep only the sheet that is to be imported.')
const broken = () => fieldError('file', 'This is not a spreadsheet that can be read. Save it as .xlsx, or as “CSV UTF-8”.')

/** A thread of its own, with an end to its time and memory, so that a hostile file stops nobody else's work. */
const inThread = (bytes: Uint8Array) =>
  new Promise<string[][]>((resolve, reject) => {
    const worker = new Worker(new URL('./read-xlsx-worker.ts', import.meta.url), {
      workerData: { bytes, limit: MAX_BYTES },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB, maxYoungGenerationSizeMb: 32 },
    })
    const timer = setTimeout(() => {
      reject(tooLarge())
      void worker.terminate()
    }, MAX_MS)
    worker.once('message', ({ rows, isTooLarge }: Told) => (rows ? resolve(rows) : reject(isTooLarge ? tooLarge() : broken())))
    worker.once('error', (error) => reject('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error))
    worker.once('exit', () => {
      clearTimeout(timer)
      reject(broken())
    })
  })

let waiting = 0
let last: Promise<unknown> = Promise.resolve()

/**
 * The cells of the first sheet of an XLSX file as text: days as YYYY-MM-DD, numbers with a point, empty ones empty. One file at a time in
 * each process. 400 for a file that is none, is broken, or unpacks to more than 40 MB; 503 when too many wait.
 */
export const readXlsx = (bytes: Uint8Array): Promise<string[][]> => {
  if (waiting >= MAX_WAITING) throw busy(10)
  waiting += 1
  const mine = last.then(() => inThread(bytes)).finally(() => (waiting -= 1))
  last = mine.catch(() => {})
  return mine
}
