import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { ConfigurationError } from '#platform/config.ts'
import type { OwnersWork } from '#platform/owner-work/orders.ts'
import { answerOverChannel } from '#platform/owner-work/over-channel.ts'
import type { FromJobs, Task, ToJobs } from './cluster-messages.ts'
import { childEnvironment } from '#platform/child-environment.ts'

const PATIENCE_MS = 30_000
const PAUSE_MS = 2_000

const program = join(import.meta.dirname, 'jobs-process.ts')

interface JobsOptions {
  task: Task
  hasAnalysers: boolean
  asOwner: OwnersWork
  say: (line: string) => void
}

/**
 * Takes jobs in a process of its own, which is started again should it die, or find no database to take them from. Throws a ConfigurationError
 * where the first one says that it can never begin.
 */
export const startJobs = async ({ task, hasAnalysers, asOwner, say }: JobsOptions): Promise<{ stop(): Promise<void> }> => {
  let isStopping = false
  let child: ChildProcess | undefined

  const start = () =>
    new Promise<void>((done, failed) => {
      const one = fork(program, [], { serialization: 'advanced', env: childEnvironment() })
      child = one
      const owner = answerOverChannel((answer) => {
        if (one.connected) one.send(answer)
      }, asOwner)
      one.on('message', owner.hear)
      one.once('exit', owner.leave)
      one.on('error', failed)
      one.on('message', (message: FromJobs) => {
        if (message.kind === 'taking') done()
        if (message.kind !== 'failed') return
        failed(message.isConfiguration ? new ConfigurationError(message.sentence) : new Error(message.sentence))
        // It takes nothing, and makes room for one that does.
        one.kill('SIGKILL')
      })
      one.once('exit', (code, signal) => {
        failed(new Error(`The process that takes jobs ended while it was starting (${signal ?? code}).`))
        if (isStopping) return
        say(`The process that takes jobs ended (${signal ?? code}); starting another`)
        setTimeout(() => {
          if (!isStopping) start().catch((error: Error) => say(error.message))
        }, PAUSE_MS)
      })
      one.send({ kind: 'take', task, hasAnalysers } satisfies ToJobs)
    })
  const stop = async () => {
    isStopping = true
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    if (child.connected) child.send({ kind: 'stop' } satisfies ToJobs)
    const force = setTimeout(() => child?.kill('SIGKILL'), PATIENCE_MS)
    await ended
    clearTimeout(force)
  }

  try {
    await start()
  } catch (error) {
    if (error instanceof ConfigurationError) {
      isStopping = true
      child?.kill('SIGKILL')
      throw error
    }
    say((error as Error).message)
  }
  return { stop }
}
