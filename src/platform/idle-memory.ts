import { performance } from 'node:perf_hooks'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

type CollectGarbage = (options: { type: 'major'; execution: 'sync'; flavor: 'last-resort' }) => void

const EVERY_MS = 30_000
/** Busy for less than this share of the time, a process has nothing that a pause would hold up. */
const IDLE = 0.02
/** So much has to have come since the last time: collecting costs some tenths of a second. */
const WORTH_BYTES = 6_000_000

/**
 * Gives memory that is not in use back to the system whenever this process has been idle for half a minute: V8 by itself does so only under pressure, and
 * what a start or a busy hour needed would be kept for good. Answers what ends it.
 */
export const returnIdleMemory = (): (() => void) => {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as CollectGarbage
  let kept = 0
  let before = performance.eventLoopUtilization()
  const timer = setInterval(() => {
    const now = performance.eventLoopUtilization()
    const { utilization } = performance.eventLoopUtilization(now, before)
    before = now
    if (utilization > IDLE || process.memoryUsage().heapTotal - kept < WORTH_BYTES) return
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    kept = process.memoryUsage().heapTotal
  }, EVERY_MS).unref()
  return () => clearInterval(timer)
}
