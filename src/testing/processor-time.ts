import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, inject } from 'vitest'

declare module 'vitest' {
  interface TaskMeta {
    /** CPU seconds of this file: the worker, all that it started, and its share of the database server. Absent where the system does not say. */
    cpu?: number
  }
}

const TICKS_PER_SECOND = 100

interface Process {
  parent: number
  /** Seconds of the process and of those of its children that have ended. */
  seconds: number
}

const readProcess = (pid: string): Process | undefined => {
  try {
    // The second field is the command in parentheses, which may hold spaces.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { parent: Number(fields[1]), seconds: ticks / TICKS_PER_SECOND }
  } catch {
    // It ended while the list was read.
    return undefined
  }
}

/** CPU seconds so far of a process and of all that descend from it. Linux only: NaN elsewhere. */
const processorSeconds = (root: number): number => {
  if (process.platform !== 'linux') return Number.NaN
  const processes = new Map(
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => {
        const found = readProcess(pid)
        return found ? [[Number(pid), found] as const] : []
      }),
  )
  const descends = (pid: number): boolean => {
    if (pid === root) return true
    const parent = processes.get(pid)?.parent
    return parent !== undefined && parent > 1 && descends(parent)
  }
  return [...processes].reduce((sum, [pid, { seconds }]) => (descends(pid) ? sum + seconds : sum), 0)
}

/** The server of the databases works for every worker at a time: a file is charged with its part of that. */
const databaseSeconds = (): number => {
  const { pid, workers } = inject('databaseServer') ?? { pid: 0, workers: 1 }
  return pid === 0 ? 0 : processorSeconds(pid) / workers
}

const total = () => processorSeconds(process.pid) + databaseSeconds()

// Set-up files run before each file of tests, and their last hook runs after all of its own.
const before = total()
// Vitest reads what a hook wants of its context from this pattern: nothing.
// oxlint-disable-next-line no-empty-pattern
afterAll(({}, file) => {
  const cpu = total() - before
  if (!Number.isNaN(cpu)) file.meta.cpu = cpu
})
