import type { ChildProcess } from 'node:child_process'
import { FileProblem, type SandboxReply, type SandboxTask } from './inside.ts'
import { type SandboxRule, isOutOfMemory, startErrors, startSandbox, stopAtExit, stopSandbox } from './sandbox.ts'

/** What the limits of a task say to people when it exceeds them. */
export interface TaskRule extends SandboxRule {
  /** Of a processor: a machine that is busy with other things makes no file slow. */
  processorSeconds: number
  /** By the clock, from when the process is up. */
  seconds: number
  tooLong: string
  tooMuchMemory: string
}

const errorOf = ({ message, code }: { message: string; code: string | undefined }) =>
  code === undefined ? new Error(message) : Object.assign(new Error(message), { code })

const ask = <T extends SandboxTask, R>(child: ChildProcess, task: T, { seconds, tooLong, tooMuchMemory }: TaskRule): Promise<R> =>
  new Promise((resolve, reject) => {
    let isReady = false
    let timer: NodeJS.Timeout | undefined
    const errors = startErrors(child)
    child.on('message', (reply: SandboxReply<R> | { kind: 'ready' }) => {
      if (reply.kind === 'ready') {
        isReady = true
        timer = setTimeout(() => reject(new FileProblem(tooLong)), seconds * 1000)
        child.send(task)
      } else if (reply.kind === 'done') resolve(reply.result)
      else reject(reply.kind === 'problem' ? new FileProblem(reply.message) : errorOf(reply))
    })
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      if (isReady && signal === 'SIGTERM') reject(new FileProblem(tooLong))
      if (isReady && isOutOfMemory(code, signal)) reject(new FileProblem(tooMuchMemory))
      else reject(errorOf({ message: `A sandbox ended with ${signal ?? code}: ${errors()}`, code: 'ERR_SANDBOX' }))
    })
  })

// One task at a time in each process: whoever asks has waited for a turn of their account's lane before (`platform/work`).
let last: Promise<unknown> = Promise.resolve()

/**
 * Does one task with a file in a process of its own, one after the other. Only paths and small values go to and fro.
 * @throws FileProblem with a sentence for people when the file is at fault, or takes too long or too much memory; Error otherwise.
 */
export const runInSandbox = <T extends object, R>(script: string, task: T, rule: TaskRule): Promise<R> => {
  const run = async () => {
    const child = startSandbox(script, { ...rule, isWaitedFor: true })
    const forget = stopAtExit(child)
    const { megabytes, processorSeconds } = rule
    try {
      return await ask<T & SandboxTask, R>(child, { ...task, megabytes, processorSeconds }, rule)
    } finally {
      await stopSandbox(child)
      forget()
    }
  }
  const mine = last.then(run)
  last = mine.catch(() => {})
  return mine
}
