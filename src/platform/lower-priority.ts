import { readFileSync, writeFileSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import type { Client } from 'pg'

/** Field 6 of /proc/PID/stat, after the name, which may hold anything. */
const isLeaderOfSession = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')[3] === String(pid)

/** About a quarter of a processor that others want as well: work that nobody waits for must still come to its end on a machine that is never idle. */
const BESIDE_SESSIONS = 5

/**
 * Lets everybody else on the machine go first. Linux shares the processors between sessions before it looks at priorities within one, so the
 * whole session of a process that leads one gives way as well. Where the system does not let us, the work is done as it is.
 */
export const giveWay = (pid: number = process.pid): void => {
  try {
    setPriority(pid, constants.priority.PRIORITY_LOW)
    if (process.platform === 'linux' && isLeaderOfSession(pid)) writeFileSync(`/proc/${pid}/autogroup`, String(BESIDE_SESSIONS))
  } catch {
    // Another account's process, a container without /proc, a kernel without groups of sessions.
  }
}

/** Lets the database's process behind a connection to a server of this machine give way, too: it leads a session of its own. */
export const giveWayIn = async (client: Pick<Client, 'query'>): Promise<void> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  giveWay(rows[0]!.pid)
}
