import { Worker } from 'node:worker_threads'
import type { IdentityStatement } from '#features/clinical-text/contract.ts'
import type { Mention } from '#features/clinical-text/public.ts'

const MAX_MEMORY_MB = 600
const MAX_MS = 60_000
const CLOSED = 'Nobody waits for what the texts mention any more.'

export interface Mentioned {
  /** Of the dictionaries and rules. */
  version: string
  mentions: Mention[]
  /** What it says of the patient. */
  identity: IdentityStatement[]
}
export interface MentionFinder {
  /** What a text mentions. The same text is looked through once. Rejects when it takes a minute or too much memory, and when closed. */
  find(text: string): Promise<Mentioned>
  close(): Promise<void>
}

interface Waiting {
  resolve: (mentioned: Mentioned) => void
  reject: (reason: Error) => void
}

/**
 * Finds what texts mention in a thread of its own, begun with the first text: a long page takes a third of a second, in which nobody
 * would be served.
 */
export const openMentionFinder = (): MentionFinder => {
  let worker: Worker | undefined
  let isClosed = false
  let timer: NodeJS.Timeout | undefined
  const known = new Map<string, Promise<Mentioned>>()
  // The thread answers in the order in which it was asked.
  const waiting: Waiting[] = []

  const watch = () => {
    clearTimeout(timer)
    if (waiting.length > 0) timer = setTimeout(() => void end(new Error('Finding what a text mentions took too long.')), MAX_MS)
  }
  const end = (reason: Error) => {
    clearTimeout(timer)
    for (const { reject } of waiting.splice(0)) reject(reason)
    known.clear()
    const ended = worker?.terminate()
    worker = undefined
    return ended
  }
  const start = () => {
    const started = new Worker(new URL('./find-mentions-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
    })
    started.on('message', (mentioned: Mentioned) => {
      waiting.shift()?.resolve(mentioned)
      watch()
    })
    started.on('error', (error) => void end(error as Error))
    return started
  }
  return {
    find: (text) => {
      if (isClosed) return Promise.reject(new Error(CLOSED))
      const before = known.get(text)
      if (before) return before
      const found = new Promise<Mentioned>((resolve, reject) => {
        worker ??= start()
        waiting.push({ resolve, reject })
        worker.postMessage(text)
        if (waiting.length === 1) watch()
      })
      // Whoever asked early may never come back for it.
      found.catch(() => {})
      known.set(text, found)
      return found
    },
    close: async () => {
      isClosed = true
      await end(new Error(CLOSED))
    },
  }
}
