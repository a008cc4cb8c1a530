import cluster, { type Worker } from 'node:cluster'
import { once } from 'node:events'
import { join } from 'node:path'
import { ConfigurationError } from '#platform/config.ts'
import type { TlsOptions } from '#platform/http/tls.ts'
import type { OwnersWork } from '#platform/owner-work/orders.ts'
import { answerOverChannel } from '#platform/owner-work/over-channel.ts'
import type { FromWorker, Task, ToWorker } from './cluster-messages.ts'
import { childEnvironment } from '#platform/child-environment.ts'

export interface WebWorkers {
  port: number
  /** Has them all, and those that take their places, answer with this certificate. */
  useTls: (tls: TlsOptions) => void
  /** Lets every worker answer what is under way, and waits for their end. */
  close(): Promise<void>
}

const STEADY_MS = 10_000
const LONGEST_PAUSE_MS = 30_000
const PATIENCE_MS = 30_000

/** How long to wait before replacing a worker, after so many that died young one after the other. */
export const pauseBefore = (diedYoung: number) => (diedYoung === 0 ? 0 : Math.min(LONGEST_PAUSE_MS, 250 * 2 ** diedYoung))

const send = (worker: Worker, message: ToWorker) => {
  if (worker.isConnected()) worker.send(message)
}

let gathering: Promise<() => Promise<string>> | undefined
/** Only several workers ask for each other's figures: a single one counts for itself, and what adds up is never loaded. */
const gatherFigures = async () => {
  gathering ??= import('#platform/http/metrics.ts').then(({ gatherMetrics }) => gatherMetrics())
  return (await gathering)()
}

const answerFigures = async (worker: Worker, id: number) => {
  const text = await gatherFigures().catch(() => '')
  send(worker, { kind: 'figures', id, text })
}

/** Resolves with the port once the worker listens; its reason not to is thrown, its sudden end too. */
const listening = (worker: Worker) =>
  new Promise<number>((done, failed) => {
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'listening') done(message.port)
      if (message.kind === 'failed')
        failed(message.isConfiguration ? new ConfigurationError(message.sentence) : new Error(message.sentence))
    })
    worker.once('exit', (code, signal) => failed(new Error(`A web worker ended while it was starting (${signal ?? code}).`)))
  })

const end = async (worker: Worker) => {
  if (worker.isDead()) return
  const ended = once(worker, 'exit')
  send(worker, { kind: 'stop' })
  const force = setTimeout(() => worker.process.kill('SIGKILL'), PATIENCE_MS)
  await ended
  clearTimeout(force)
}

interface WorkersOptions {
  count: number
  /** They load the program while this is still on its way. */
  task: Promise<Task>
  /** What they have done as the owner of the tables. */
  asOwner: OwnersWork
  /** Hears of every replacement. */
  say: (line: string) => void
  /** Called when the first of them answers, with what ends them all: from then on people are at work. */
  onServing: (close: () => Promise<void>) => void
}

/**
 * Starts processes that serve the same port, and replaces every one that dies; when they die young, ever more slowly. Throws what keeps all of
 * them from starting, and what there is instead of a task.
 */
export const startWebWorkers = async ({ count, task, asOwner, say, onServing }: WorkersOptions): Promise<WebWorkers> => {
  // Where there is one, nobody has to deal connections out.
  if (count === 1) cluster.schedulingPolicy = cluster.SCHED_NONE
  // Keys are handed over as bytes, which the default serialisation would turn into objects.
  cluster.setupPrimary({ exec: join(import.meta.dirname, 'cluster-worker.ts'), args: [], serialization: 'advanced' })
  let stopping = false
  let diedYoung = 0
  let isServing = false

  const close = async () => {
    stopping = true
    const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(workers.map(end))
  }
  const noteServing = () => {
    if (!isServing) onServing(close)
    isServing = true
  }

  const start = () => {
    const from = performance.now()
    const worker = cluster.fork(childEnvironment())
    worker.on('error', () => {})
    worker.on('message', (message: FromWorker) => {
      if (message.kind === 'figures') void answerFigures(worker, message.id)
      if (message.kind === 'answering') noteServing()
    })
    const owner = answerOverChannel((answer) => {
      if (worker.isConnected()) worker.send(answer)
    }, asOwner)
    worker.on('message', owner.hear)
    worker.once('exit', owner.leave)
    const port = listening(worker)
    worker.once('exit', (code, signal) => {
      if (stopping) return
      diedYoung = performance.now() - from < STEADY_MS ? diedYoung + 1 : 0
      const pause = pauseBefore(diedYoung)
      say(`A web worker ended (${signal ?? code}); starting another${pause > 1000 ? ` in ${Math.round(pause / 1000)} s` : ''}`)
      setTimeout(replace, pause)
    })
    void task.then(
      (known) => send(worker, { kind: 'serve', task: known }),
      () => {},
    )
    return { worker, port }
  }
  const replace = () => {
    if (stopping) return
    const { worker, port } = start()
    // One that starts but cannot serve makes room for the next try.
    port.catch((error: Error) => {
      if (stopping) return
      say(error.message)
      worker.process.kill('SIGKILL')
    })
  }
  const first = async (): Promise<number | undefined> => {
    const { worker, port } = start()
    try {
      return await port
    } catch (error) {
      // Another one serves already: the clinic goes on, and this one is replaced like any other.
      if (!isServing || error instanceof ConfigurationError) throw error
      if (!stopping) say((error as Error).message)
      worker.process.kill('SIGKILL')
      return undefined
    }
  }
  const starting = Promise.all(Array.from({ length: count }, first))
  starting.catch(() => {})
  try {
    const known = await task
    const useTls = (tls: TlsOptions) => {
      known.options.tls = tls
      for (const worker of Object.values(cluster.workers ?? {})) if (worker) send(worker, { kind: 'tls', tls })
    }
    return { port: (await starting).find((found) => found !== undefined) ?? known.port, useTls, close }
  } catch (error) {
    stopping = true
    for (const worker of Object.values(cluster.workers ?? {})) worker?.process.kill('SIGKILL')
    throw error
  }
}
