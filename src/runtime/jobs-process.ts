import { ConfigurationError } from '#platform/config.ts'
import { askOverChannel } from '#platform/owner-work/over-channel.ts'
import type { FromJobs, Task, ToJobs } from './cluster-messages.ts'
import { takeJobs } from './take-jobs.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'
import { returnIdleMemory } from '#platform/idle-memory.ts'

freezePrototypes()
returnIdleMemory()

// Takes jobs for the program that started it, and speaks with the instruments of the laboratory where that is its task too.

const tell = (message: FromJobs) => void process.send?.(message)
const complain = (error: unknown, job: string) => process.stderr.write(`${JSON.stringify({ job, error: String(error) })}\n`)

const running: { stop(): Promise<void> }[] = []

const take = async ({ options, analyserHost }: Task, hasAnalysers: boolean) => {
  try {
    const work = await takeJobs({ ...options, asOwner: askOverChannel() })
    running.push(work)
    if (hasAnalysers) {
      const { openAnalysers } = await import('#features/analysers/public.ts')
      const { db, events } = work
      // They work on its connections, and end first.
      running.unshift(await openAnalysers({ login: options.logins.kliniki_app, host: analyserHost, db, events, onError: complain }))
    }
    tell({ kind: 'taking' })
  } catch (error) {
    const isConfiguration = error instanceof ConfigurationError
    tell({ kind: 'failed', sentence: isConfiguration ? error.message : String((error as Error).stack ?? error), isConfiguration })
  }
}

let taking = Promise.resolve()

const stop = async () => {
  await taking
  for (const one of running) await one.stop()
  process.exit(0)
}

process.on('message', (message: ToJobs) => {
  if (message.kind === 'take') taking = take(message.task, message.hasAnalysers)
  if (message.kind === 'stop') void stop()
})
// Nobody is left to say when to stop.
process.once('disconnect', () => process.exit(1))
// Ctrl-C reaches every process of the terminal; the one that started this one hears it too, and says when to stop.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {})
