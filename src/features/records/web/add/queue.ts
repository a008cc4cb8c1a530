import type { RecordKind } from '#features/records/contract-fields.ts'
import { randomId } from '#web/calls/random-id.ts'
import { createStore } from '#web/state/store.ts'
import { refusalOf, titleOf } from './file-rules.ts'

/** Where a file stands: `chosen` can be sent, `refused` cannot, `queued` waits for its turn. */
export type UploadState = 'chosen' | 'refused' | 'queued' | 'sending' | 'sent' | 'failed'

export interface Upload {
  id: string
  file: File
  title: string
  kind: RecordKind | null
  /** The day the paper bears. */
  document_date: string | null
  state: UploadState
  /** Which share of it has gone, 0 to 1. */
  share: number
  /** Why it was refused, or failed, for people. */
  why: string | null
  /** The record that it became, or the one that is the same file. */
  record: number | null
  /** Stays the same while the same is sent again. */
  idempotencyKey: string
}
export type UploadFacts = Partial<Pick<Upload, 'title' | 'kind' | 'document_date'>>

/** What became of an upload: its record, and why it is not a new one. */
export interface Sent {
  record: number
  why?: string
}
interface Sending {
  onShare: (share: number) => void
  signal: AbortSignal
}
interface Options {
  send: (upload: Upload, sending: Sending) => Promise<Sent>
  /** What to say of a failure. */
  say: (error: unknown) => string
  onSent?: () => void
}

const AT_ONCE = 2

/**
 * Files on their way into a record, two at a time. One that fails stays, with its reason, and is tried again alone under the same key, so
 * that nothing arrives twice; what was changed after a failure is something new.
 */
export const makeQueue = ({ send, say, onSent }: Options) => {
  const store = createStore<readonly Upload[]>([])
  const running = new Map<string, AbortController>()
  const find = (id: string) => store.get().find((upload) => upload.id === id)
  const put = (id: string, change: Partial<Upload>) =>
    store.set(store.get().map((upload) => (upload.id === id ? { ...upload, ...change } : upload)))

  const run = async (upload: Upload) => {
    const stop = new AbortController()
    running.set(upload.id, stop)
    put(upload.id, { state: 'sending', share: 0, why: null })
    try {
      const { record, why = null } = await send(upload, { signal: stop.signal, onShare: (share) => put(upload.id, { share }) })
      put(upload.id, { state: 'sent', share: 1, record, why })
      onSent?.()
    } catch (error) {
      if (stop.signal.aborted) put(upload.id, { state: 'chosen', share: 0 })
      else put(upload.id, { state: 'failed', why: say(error) })
    }
    running.delete(upload.id)
    next()
  }
  const next = () => {
    for (const upload of store.get()) {
      if (running.size >= AT_ONCE) return
      if (upload.state === 'queued') void run(upload)
    }
  }
  const enqueue = (which: (upload: Upload) => boolean) => {
    store.set(store.get().map((upload) => (which(upload) ? { ...upload, state: 'queued' } : upload)))
    next()
  }

  return {
    store,
    /** Takes files in; those that cannot be sent say why. The same file twice is one. */
    add: (files: readonly File[], facts: UploadFacts = {}) => {
      const known = new Set(store.get().map(({ file }) => sameness(file)))
      const fresh = files.filter((file) => !known.has(sameness(file)) && known.add(sameness(file)))
      store.set([...store.get(), ...fresh.map((file) => uploadOf(file, facts))])
    },
    change: (id: string, facts: UploadFacts) => {
      const upload = find(id)
      if (!upload || (upload.state !== 'chosen' && upload.state !== 'failed')) return
      put(id, { ...facts, ...(upload.state === 'failed' && { idempotencyKey: randomId() }) })
    },
    /** Sends all that were chosen. */
    start: () => enqueue(({ state }) => state === 'chosen'),
    /** Sends one that failed, or was stopped, again. */
    retry: (id: string) => enqueue((upload) => upload.id === id && (upload.state === 'failed' || upload.state === 'chosen')),
    /** Stops the sending of one; it can be sent later. */
    stop: (id: string) => {
      running.get(id)?.abort()
      if (find(id)?.state === 'queued') put(id, { state: 'chosen' })
    },
    /** Takes one off the list; its sending ends. */
    remove: (id: string) => {
      running.get(id)?.abort()
      store.set(store.get().filter((upload) => upload.id !== id))
    },
    /** Takes those off the list that have arrived. */
    clear: () => store.set(store.get().filter(({ state }) => state !== 'sent')),
  }
}
export type Queue = ReturnType<typeof makeQueue>

const sameness = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

const uploadOf = (file: File, facts: UploadFacts): Upload => {
  const why = refusalOf(file)
  return {
    id: randomId(),
    idempotencyKey: randomId(),
    file,
    title: titleOf(file.name),
    kind: null,
    document_date: null,
    ...facts,
    state: why === null ? 'chosen' : 'refused',
    share: 0,
    why,
    record: null,
  }
}
