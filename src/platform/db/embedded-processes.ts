import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'

/** Whether a process of that number exists, zombies included. */
export const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * Whether that process is the server that runs on this folder. A killed one may remain as a zombie until its parent looks, and its number
 * may meanwhile belong to a stranger.
 */
export const isPostmasterOf = (dir: string, pid: number): boolean => {
  if (!isAlive(pid)) return false
  if (process.platform === 'win32') return true
  if (process.platform !== 'linux') {
    const [state = '', command = ''] = spawnSync('ps', ['-p', String(pid), '-o', 'stat=,comm='], { encoding: 'utf8' })
      .stdout.trim()
      .split(/\s+/, 2)
    return !state.startsWith('Z') && command.includes('postgres')
  }
  return isOnLinux(dir, pid)
}

const isOnLinux = (dir: string, pid: number): boolean => {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return false
  }
  if (/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))) return false
  try {
    const [there, here] = [statSync(`/proc/${pid}/cwd`), statSync(dir)]
    return there.dev === here.dev && there.ino === here.ino
  } catch {
    // A container may forbid the look at another account's process; its name is still to be seen.
    return stat.includes('(postgres)')
  }
}
