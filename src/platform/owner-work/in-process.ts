import { fork } from 'node:child_process'
import { join } from 'node:path'
import { errorOf, type Failure } from './failure.ts'
import type { Act, Following, Orders, Outcomes, OwnersPlace, OwnersWork } from './orders.ts'

/** What the process of its own is asked for. */
export type Asked = { [A in Act]: { act: A; order: Orders[A]; place: OwnersPlace } }[Act]

/** What it says. */
export type Message =
  | { kind: 'progress'; done: number; total: number }
  | { kind: 'done'; outcome: Outcomes[Act] }
  | { kind: 'failed'; failure: Failure }

const program = join(import.meta.dirname, '../../runtime/owner-process.ts')

/** Does what the owner of these tables may do, each piece in a process of its own. Only the process that was given the owner's password has this. */
export const ownersWork =
  (place: OwnersPlace): OwnersWork =>
  <A extends Act>(act: A, order: Orders[A], { signal, onProgress }: Following = {}) =>
    new Promise<Outcomes[A]>((done, failed) => {
      // A session of its own, which can give way as a whole. What is said while a database is prepared is for whoever starts the program.
      const child = fork(program, [], {
        execArgv: [],
        serialization: 'advanced',
        stdio: ['ignore', act === 'prepare' ? 'inherit' : 'ignore', 'pipe', 'ipc'],
        detached: true,
        ...(signal && { signal }),
      })
      let message: Exclude<Message, { kind: 'progress' }> | undefined
      let complaint = ''
      child.stderr?.setEncoding('utf8').on('data', (text: string) => (complaint = (complaint + text).slice(-2000)))
      child.on('message', (one: Message) => {
        if (one.kind === 'progress') onProgress?.(one.done, one.total)
        else message = one
      })
      child.on('error', failed)
      child.on('exit', (code, killedBy) => {
        if (message?.kind === 'done') done(message.outcome as Outcomes[A])
        else if (message) failed(errorOf(message.failure))
        else failed(new Error(`The process that works as the owner of the tables ended (${killedBy ?? code}): ${complaint.trim()}`))
      })
      child.send({ act, order, place })
    })
