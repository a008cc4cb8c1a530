import { workerData } from 'node:worker_threads'
import { freezePrototypes } from '../freeze-prototypes.ts'

freezePrototypes()

// A thread beside the one that works, which may be busy with a single picture for long: it ends the process when that takes too much memory
// or time of a processor, and when the process that started it is gone.
const { megabytes, processorSeconds, parent } = workerData as { megabytes: number; processorSeconds: number | null; parent: number }
const EVERY_MS = 100
const MICROSECONDS = 1_000_000

const secondsUsed = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / MICROSECONDS
}

setInterval(() => {
  const isOrphan = process.ppid !== parent
  if (isOrphan || process.memoryUsage.rss() > megabytes * 1024 * 1024) process.kill(process.pid, 'SIGKILL')
  if (processorSeconds !== null && secondsUsed() > processorSeconds) process.kill(process.pid, 'SIGTERM')
}, EVERY_MS)
