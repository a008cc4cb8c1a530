import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const parentOf = (pid: number): number => {
  try {
    // The name in brackets may hold anything; the parent is the second field behind it.
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    return 0
  }
}

const pssOf = (pid: number): number => {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

const familyOf = (roots: readonly number[]): Set<number> => {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => [Number(name), parentOf(Number(name))] as const)
  const family = new Set(roots)
  for (let size = -1; size !== family.size;) {
    size = family.size
    for (const [pid, parent] of pids) if (family.has(parent)) family.add(pid)
  }
  return family
}

/** The process of the database whose data lie in this folder; throws while it has none. */
export const postmasterOf = (dataDir: string): number =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

/** The proportional memory (PSS) of some processes and all their children, in MB; null where the system does not tell. */
export const memoryOf = (roots: readonly number[]): number | null => {
  if (process.platform !== 'linux') return null
  let kilobytes = 0
  for (const pid of familyOf(roots)) kilobytes += pssOf(pid)
  return kilobytes === 0 ? null : Math.round(kilobytes / 1024)
}

const TICKS_PER_SECOND = 100

// A process's own ticks, or those of the children that it has outlived.
const ticksOf = (pid: number, first: 11 | 13): number => {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return Number(fields[first]) + Number(fields[first + 1])
  } catch {
    return 0
  }
}

/** Seconds of processor time that a process and its children, gone ones too, have used; 0 where the system does not tell. */
export const processorSeconds = (root: number): number => {
  if (process.platform !== 'linux') return 0
  let ticks = ticksOf(root, 13)
  for (const pid of familyOf([root])) ticks += ticksOf(pid, 11)
  return ticks / TICKS_PER_SECOND
}
