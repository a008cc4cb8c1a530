import { SHARE_ENV, Worker } from 'node:worker_threads'
import { Problem } from '#platform/errors/problem.ts'
import { prepareFontConfig } from './fonts/system-fonts.ts'

/** Prints a Typst template of ours with `data` as its only input; 503 for a paper that takes far longer than any should. */
export type PrintPdf = (template: URL, data: unknown) => Promise<Uint8Array>

interface Answer {
  id: number
  pdf?: Uint8Array
  /** Scripts of letters in it that no font has. */
  lacking?: string[]
  error?: string
}

interface Waiting {
  job: { id: number; template: string; data: string }
  resolve: (pdf: Uint8Array) => void
  reject: (error: Error) => void
}

/** Of the thread's own memory; its compiler keeps its own, and lets go of it after each paper. */
const MAX_MEMORY_MB = 600
/** Five thousand rows on paper take a few seconds. */
const MAX_MS = 60_000

interface PrinterOptions {
  /** The folder of packages with fonts, if it is not the program's own. */
  packages?: string
  /** Hears the scripts whose letters a document shows as empty boxes, because no font of this installation has them. */
  onLacking?: (scripts: readonly string[]) => void
}

/**
 * A printer in a thread of its own, started with the first document, so that a long report never holds up a request. A paper that takes longer
 * than `maxMs` ends with its thread; those behind it go on in another.
 */
export const pdfPrinter = (maxMs = MAX_MS, { packages, onLacking }: PrinterOptions = {}): { print: PrintPdf; close(): Promise<void> } => {
  prepareFontConfig()
  let worker: Worker | undefined
  let timer: NodeJS.Timeout | undefined
  let last = 0
  // The thread prints in the order in which it was asked.
  const waiting = new Map<number, Waiting>()

  const watch = () => {
    clearTimeout(timer)
    if (waiting.size > 0) timer = setTimeout(giveUpFirst, maxMs).unref()
  }
  const begin = () => {
    const started = new Worker(new URL('./typst-worker.ts', import.meta.url), {
      env: SHARE_ENV,
      workerData: { packages },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    })
    started.on('message', ({ id, pdf, lacking, error }: Answer) => {
      const promise = waiting.get(id)
      waiting.delete(id)
      if (lacking && lacking.length > 0) onLacking?.(lacking)
      if (pdf) promise?.resolve(pdf)
      else promise?.reject(new Error(error))
      watch()
    })
    started.on('error', (error) => {
      if (worker === started) goOnWithout(error as Error)
    })
    started.unref()
    return started
  }
  /** The first in line is what ended the thread. */
  const goOnWithout = (error: Error) => {
    worker = undefined
    const [first] = waiting.values()
    if (first) waiting.delete(first.job.id)
    first?.reject(error)
    if (waiting.size > 0) worker = begin()
    for (const { job } of waiting.values()) worker?.postMessage(job)
    watch()
  }
  const giveUpFirst = () => {
    const ended = worker
    goOnWithout(new Problem(503, 'paper_too_long', 'This paper took too long to print. Ask for fewer days or rows.'))
    void ended?.terminate()
  }
  return {
    print: (template, data) =>
      new Promise((resolve, reject) => {
        worker ??= begin()
        const job = { id: ++last, template: template.href, data: JSON.stringify(data) }
        waiting.set(job.id, { job, resolve, reject })
        worker.postMessage(job)
        if (waiting.size === 1) watch()
      }),
    close: async () => {
      clearTimeout(timer)
      await worker?.terminate()
    },
  }
}
