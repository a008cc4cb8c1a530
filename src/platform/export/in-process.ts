import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Sentence } from '#shared/sentence.ts'
import { ExportError } from './export-error.ts'

/** What the process of its own is asked for: an export of the clinic to `path`. */
export interface ExportOrder {
  ownerUrl: string
  dataDir: string
  path: string
}

/** What it says. `sentence` is there when it is one of ours, for people. */
export type ExportSaid =
  | { kind: 'progress'; done: number; total: number }
  | ({ kind: 'done' } & Outcome)
  | { kind: 'failure'; reason: string; sentence: Sentence | null }

interface Outcome {
  bytes: number
  rows: number
  documents: number
  missing: number
}

const program = join(import.meta.dirname, '../../export-process.ts')

/**
 * Exports in a process of low priority, so that people at work do not wait for it. ExportError says why it could not; the process ends with the
 * signal.
 */
export const exportInProcess = (
  order: ExportOrder,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void,
): Promise<Outcome> =>
  new Promise((done, failed) => {
    // A session of its own, which can give way as a whole.
    const child = fork(program, [], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'], signal, detached: true })
    let outcome: Outcome | undefined
    let failure: Error | undefined
    let complaint = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2000)))
    child.on('message', (said: ExportSaid) => {
      if (said.kind === 'progress') onProgress(said.done, said.total)
      else if (said.kind === 'failure')
        failure = said.sentence ? new ExportError(said.sentence.text, said.sentence.values) : new Error(said.reason)
      else outcome = said
    })
    child.on('error', failed)
    child.on('exit', (code, killedBy) => {
      if (outcome && !failure) done(outcome)
      else failed(failure ?? new Error(`The process that exports ended (${killedBy ?? code}): ${complaint.trim()}`))
    })
    child.send(order)
  })
