import { fork } from 'node:child_process'
import { join } from 'node:path'
import type { Sentence } from '#shared/sentence.ts'
import { BackupError } from './backup-error.ts'
import type { Facts } from './manifest.ts'
import type { BackupPlace } from './place.ts'

/** What the process of its own is asked for. */
export type Order = BackupPlace & ({ act: 'take'; startedAt: string } | { act: 'check'; name: string })

/** What it says. */
export type Said =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'taken'; name: string; bytes: number }
  | { kind: 'checked'; restored: Facts | null; note: Sentence | null }
  | { kind: 'failure'; reason: string; sentence: Sentence | null }

export type Outcome = Exclude<Said, { kind: 'progress' | 'failure' }>

const program = join(import.meta.dirname, '../../backup-process.ts')

/**
 * Takes or checks a backup in a process of low priority, so that people at work do not wait for it. BackupError says why it could not; the
 * process ends with the signal, and leaves nothing that the next one does not clear away.
 */
export const inProcess = (
  order: Order,
  signal: AbortSignal,
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Outcome> =>
  new Promise((done, failed) => {
    // A session of its own, which can give way as a whole.
    const child = fork(program, [], { execArgv: [], stdio: ['ignore', 'ignore', 'pipe', 'ipc'], signal, detached: true })
    let outcome: Outcome | undefined
    let failure: Error | undefined
    let complaint = ''
    child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2000)))
    child.on('message', (said: Said) => {
      if (said.kind === 'progress') onProgress(said.done, said.total)
      else if (said.kind === 'failure') {
        failure = said.sentence ? new BackupError(said.sentence.text, said.sentence.values) : new Error(said.reason)
      } else outcome = said
    })
    child.on('error', failed)
    child.on('exit', (code, killedBy) => {
      if (outcome && !failure) done(outcome)
      else failed(failure ?? new Error(`The process that saves ended (${killedBy ?? code}): ${complaint.trim()}`))
    })
    child.send(order)
  })
