import type { TlsOptions } from '#platform/http/tls.ts'
import type { Place } from './listen.ts'
import type { ServerOptions } from './server.ts'

/** What a web worker serves; handed over on the channel between the processes, where nobody else can read the keys in it. */
export interface Task extends Place {
  options: Omit<ServerOptions, 'clock' | 'ids' | 'metrics' | 'asOwner'>
  /** It also takes jobs and speaks with the instruments, as no other process does. */
  isAlone: boolean
  analyserHost: string
}

export type ToWorker =
  | { kind: 'serve'; task: Task }
  | { kind: 'stop' }
  | { kind: 'figures'; id: number; text: string }
  | { kind: 'tls'; tls: TlsOptions }

export type FromWorker =
  /** People are answered from now on, though work beside may only begin. */
  | { kind: 'answering' }
  | { kind: 'listening'; port: number }
  | { kind: 'failed'; sentence: string; isConfiguration: boolean }
  | { kind: 'figures'; id: number }

/** What the process that takes jobs is told. */
export type ToJobs = { kind: 'take'; task: Task; hasAnalysers: boolean } | { kind: 'stop' }

export type FromJobs = { kind: 'taking' } | { kind: 'failed'; sentence: string; isConfiguration: boolean }
