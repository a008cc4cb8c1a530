import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, serverEnvironment } from './embedded-cluster.ts'
import { isPostmasterOf } from './embedded-processes.ts'

export interface Postmaster {
  pid: number
  port: number
}

const readLockFile = (dir: string) => {
  try {
    return readFileSync(join(dir, 'postmaster.pid'), 'utf8')
  } catch {
    return undefined
  }
}

/** The server that runs on this folder now, if any; a lock file left behind by a dead one is removed. */
export const findPostmaster = (dir: string): Postmaster | undefined => {
  const text = readLockFile(dir)
  if (text === undefined) return undefined
  const lines = text.split('\n')
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (pid > 0 && isPostmasterOf(dir, pid)) return { pid, port }
  // Shared memory still keeps a second server out should backends of the dead one linger.
  if (readLockFile(dir) === text) rmSync(join(dir, 'postmaster.pid'), { force: true })
  return undefined
}

const endsWithin = async (dir: string, pid: number, milliseconds: number) => {
  const until = Date.now() + milliseconds
  while (isPostmasterOf(dir, pid)) {
    if (Date.now() > until) return false
    await sleep(20)
  }
  return true
}

/** Ends a server cleanly, by force only when it does not answer. */
export const endPostmaster = async ({ dir, account, binaries }: Cluster, pid: number): Promise<void> => {
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', dir, '-m', 'fast', '-w'], { ...account, env: serverEnvironment(), windowsHide: true })
    return
  }
  for (const [signal, patience] of [
    ['SIGINT', 30_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!isPostmasterOf(dir, pid)) return
    try {
      process.kill(pid, signal)
    } catch {
      return
    }
    if (await endsWithin(dir, pid, patience)) return
  }
}
