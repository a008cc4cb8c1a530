import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { findSecret } from '#platform/secrets.ts'
import { callerOf, dataDirectory, startProgram, type Program } from './testing/servers/program.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/** Every process below this one, with its command. */
const below = (pid: number): { pid: number; command: string }[] => {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .map(([id, parent, ...command]) => ({ pid: Number(id), parent: Number(parent), command: command.join(' ') }))
  const children = all.filter(({ parent }) => parent === pid)
  return children.flatMap((child) => [child, ...below(child.pid)])
}

/** Whether these bytes stand anywhere in the memory of a process. */
const remembers = (pid: number, words: string): boolean => {
  const sought = Buffer.from(words)
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? []
      if (!from || !to) continue
      const [start, end] = [Number.parseInt(from, 16), Number.parseInt(to, 16)]
      const piece = Buffer.alloc(Math.min(end - start, 64 * 1024 * 1024))
      for (let at = start; at < end; at += piece.length - sought.length) {
        let read = 0
        try {
          read = readSync(memory, piece, 0, Math.min(piece.length, end - at), at)
        } catch {
          // A page that is not there.
        }
        if (piece.subarray(0, read).includes(sought)) return true
        if (piece.length <= sought.length) break
      }
    }
    return false
  } finally {
    closeSync(memory)
  }
}

const canLook = process.platform === 'linux' && process.getuid?.() === 0
if (!canLook) process.stderr.write('SKIPPED: the memory of another process is only read by root on Linux\n')

describe.runIf(canLook)('the processes that answer requests and take jobs', () => {
  const data = dataDirectory()
  let program: Program
  beforeAll(async () => {
    program = await startProgram({
      KLINIKI_DATA: data.dir,
      WEB_WORKERS: '2',
      PGPASSWORD: 'of somebody',
      KLINIKI_BACKUP_PASSPHRASE: 'for the backups of this clinic',
    })
    await callerOf(program.port)('GET', '/company/clinic/')
  })
  afterAll(async () => {
    program?.signal('SIGTERM')
    await program?.ended
    data.remove()
  })

  test('know no password of the owner, in memory or environment; the one that started them does', () => {
    const serving = below(program.pid).filter(({ command }) => /cluster-worker|jobs-process/.test(command))
    expect(
      serving
        .map(({ command }) => /cluster-worker|jobs-process/.exec(command)?.[0] ?? '')
        .toSorted((one, other) => one.localeCompare(other)),
    ).toEqual(['cluster-worker', 'cluster-worker', 'jobs-process'])
    const owners = ['database-owner', 'database-superuser'].map((name) => findSecret(data.dir, name) ?? 'missing')
    // What is looked for can be found.
    expect(remembers(program.pid, owners[0]!)).toBe(true)
    for (const { pid } of serving) {
      expect(remembers(pid, findSecret(data.dir, 'database-app') ?? 'missing')).toBe(true)
      for (const password of owners) expect(remembers(pid, password)).toBe(false)
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(
        /DATABASE_URL|postgres:\/\/|PGPASSWORD|PASSPHRASE|of somebody|KLINIKI_DATA/,
      )
    }
  })

  test('are connected as their logins alone; the owner is not connected at all', async () => {
    const port = readFileSync(join(data.dir, 'postgres/postmaster.pid'), 'utf8').split('\n')[3]
    const client = new Client(`postgres://postgres:${findSecret(data.dir, 'database-superuser')}@127.0.0.1:${port}/kliniki`)
    await client.connect()
    const { rows } = await client.query<{ usename: string }>(
      `select distinct usename from pg_stat_activity where datname = 'kliniki' and pid <> pg_backend_pid() and usename is not null order by 1`,
    )
    await client.end()
    const names = rows.map(({ usename }) => usename)
    expect(names).toContain('kliniki_app')
    expect(names.filter((name) => !name.startsWith('kliniki_'))).toEqual([])
  })
})
