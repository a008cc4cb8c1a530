import { Worker } from 'node:worker_threads'
import type { Mention } from '#features/clinical-text/index.ts'

const MAX_MEMORY_MB = 600
const MAX_MS = 120_000

export interface Mentions {
  /** Of the dictionaries and rules. */
  version: string
  /** For each text, in its order. */
  found: Mention[][]
}

/**
 * What each of these texts mentions, found in a thread of its own: a long page takes a third of a second, in which nobody would be served.
 * Throws when it takes two minutes or too much memory, and with the signal's reason.
 */
export const findMentions = (texts: readonly string[], signal: AbortSignal): Promise<Mentions> =>
  new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const worker = new Worker(new URL('./find-mentions-worker.ts', import.meta.url), {
      workerData: { texts },
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    })
    const end = (reason: unknown) => {
      reject(reason)
      void worker.terminate()
    }
    const abort = () => end(signal.reason)
    const timer = setTimeout(() => end(new Error('Finding what a text mentions took too long.')), MAX_MS)
    signal.addEventListener('abort', abort, { once: true })
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', (code) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', abort)
      reject(new Error(`The thread that reads texts ended with ${code}.`))
    })
  })
