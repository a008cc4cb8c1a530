import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type CollectGarbage = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

const EVERY_MS = 30_000
/** Work that comes round by itself keeps a process busy for some hundredths of the time; one with people at work is above. */
const IDLE = 0.04
/** So much has to have come since the last time: collecting costs one or two tenths of a second. */
const WORTH_BYTES = 6_000_000
/** And so long has to have passed, so that nobody waits for it more than now and then. */
const REST_MS = 300_000

/**
 * Gives memory that is not in use back to the system when this process has been idle for half a minute, at most every five minutes: V8 by itself does so only
 * under pressure, and what a start or a busy hour needed would be kept for good. Answers what ends it.
 */
export const returnIdleMemory = (): (() => void) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as CollectGarbage
  let kept = 0
  let last = -REST_MS
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > IDLE || performance.now() - last < REST_MS || process.memoryUsage().heapTotal - kept < WORTH_BYTES) return
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    last = performance.now()
    kept = process.memoryUsage().heapTotal
  }, EVERY_MS).unref()
  return () => clearInterval(timer)
}
