import { Worker } from 'node:worker_threads'

/** A reason for people why a file is not taken, found inside a sandbox. */
export class FileProblem extends Error {}

/** What every task brings: the memory and the time of a processor that the process may take. */
export interface SandboxTask {
  megabytes: number
  processorSeconds: number
}

/** How a sandbox answers its task. */
export type SandboxReply<R> =
  | { kind: 'done'; result: R }
  | { kind: 'problem'; message: string }
  | { kind: 'error'; message: string; code: string | undefined }

/** Ends this process when it takes more than so much memory, or time of a processor, and when its parent is gone. */
export const startGuard = (megabytes: number, processorSeconds: number | null = null) => {
  const guard = new Worker(new URL('./guard.ts', import.meta.url), { workerData: { megabytes, processorSeconds, parent: process.ppid } })
  guard.unref()
}

/** No file, environment or network but those of the task is of use in a sandbox. */
export const closeNetwork = () => {
  globalThis.fetch = () => Promise.reject(new Error('A sandbox has no network.'))
}

/** Sends one message to the process that started this one. */
export const sendToParent = (message: object): Promise<void> =>
  new Promise((sent, failed) => {
    if (!process.send) return failed(new Error('This script is started by runInSandbox.'))
    process.send(message, (error: Error | null) => (error ? failed(error) : sent()))
  })

/** Does the one task of this process, answers it, and ends. */
export const serveTask = async <T extends SandboxTask, R>(work: (task: T) => Promise<R>): Promise<void> => {
  closeNetwork()
  process.on('disconnect', () => process.exit())
  process.on('message', (task: T) => {
    startGuard(task.megabytes, task.processorSeconds)
    void work(task)
      .then(
        (result): SandboxReply<R> => ({ kind: 'done', result }),
        (error: unknown): SandboxReply<R> => {
          const message = error instanceof Error ? error.message : String(error)
          if (error instanceof FileProblem) return { kind: 'problem', message }
          return { kind: 'error', message, code: error instanceof Error && 'code' in error ? String(error.code) : undefined }
        },
      )
      .then(sendToParent)
      .finally(() => process.exit())
  })
  await sendToParent({ kind: 'ready' })
}
