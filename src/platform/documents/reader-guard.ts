import { workerData } from 'node:worker_threads'
import { freezePrototypes } from '../freeze-prototypes.ts'

freezePrototypes()

// A thread beside the one that reads, which may be busy with a single picture for long: it ends the process when that takes too much memory,
// and when nobody waits for it any more.
const { megabytes, parent } = workerData as { megabytes: number; parent: number }
const EVERY_MS = 100

setInterval(() => {
  const isOrphan = process.ppid !== parent
  if (isOrphan || process.memoryUsage.rss() > megabytes * 1024 * 1024) process.kill(process.pid, 'SIGKILL')
}, EVERY_MS)
