import type { Analysers } from '#features/analysers/public.ts'
import { ConfigurationError } from '#platform/config.ts'
import { metricsOf } from '#platform/http/metrics.ts'
import { askOverChannel } from '#platform/owner-work/over-channel.ts'
import type { FromWorker, Task, ToWorker } from './cluster-messages.ts'
import { listen } from './listen.ts'
import { openServer, type Server } from './server.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'
import { returnIdleMemory } from '#platform/idle-memory.ts'

freezePrototypes()
returnIdleMemory()

const tell = (message: FromWorker) => void process.send?.(message)

const asked = new Map<number, (text: string) => void>()
let lastId = 0

/** The figures of all web workers together; only the process that started them can gather those. */
const gatherFigures = () =>
  new Promise<string>((answered) => {
    lastId += 1
    asked.set(lastId, answered)
    tell({ kind: 'figures', id: lastId })
  })

let server: Server | undefined
let analysers: Analysers | undefined

const complain = (error: unknown, job: string) => process.stderr.write(`${JSON.stringify({ job, error: String(error) })}\n`)

const serve = async ({ options, port, host, isAlone, analyserHost }: Task) => {
  try {
    const metrics = isAlone ? metricsOf() : metricsOf({ gather: gatherFigures })
    server = await openServer({ ...options, metrics, asOwner: askOverChannel() })
    const taken = await listen(server.app, { port, host })
    tell({ kind: 'answering' })
    if (isAlone) {
      const work = await server.startJobs()
      // Only a process of its own, or the only one, speaks with them.
      const { openAnalysers } = await import('#features/analysers/public.ts')
      analysers = await openAnalysers({ login: options.logins.kliniki_app, host: analyserHost, ...work, onError: complain })
    }
    tell({ kind: 'listening', port: taken })
  } catch (error) {
    const isConfiguration = error instanceof ConfigurationError
    tell({ kind: 'failed', sentence: isConfiguration ? error.message : String((error as Error).stack ?? error), isConfiguration })
  }
}

let serving = Promise.resolve()

const stop = async () => {
  // A port that is being asked for cannot be given back before the answer has come.
  await serving
  await server?.close(analysers)
  process.exit(0)
}

process.on('message', (message: ToWorker) => {
  if (message.kind === 'serve') serving = serve(message.task)
  if (message.kind === 'stop') void stop()
  if (message.kind === 'tls') void serving.then(() => server?.useTls(message.tls))
  if (message.kind === 'figures') {
    asked.get(message.id)?.(message.text)
    asked.delete(message.id)
  }
})

// Ctrl-C reaches every process of the terminal; the one that started this one hears it too, and says when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
