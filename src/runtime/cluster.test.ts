import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { pauseBefore } from './cluster.ts'
import { anAccount, signedIn, type SignedIn } from '../testing/accounts.ts'
import type { TestClinic } from '../testing/clinic.ts'
import { applicationRoles } from '#platform/db/logins.ts'
import { asOwner } from '#platform/db/owner.ts'
import { canReadMemory, findInMemory, processesBelow } from '../testing/servers/memory.ts'
import { callerOf, openSite, startProgram, type Program, type Site } from '../testing/servers/program.ts'

// Each of these starts the program, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const METRICS_TOKEN = 'a token for the figures'

let site: Site
let program: Program
let call: TestClinic['call']
let person: SignedIn
beforeAll(async () => {
  site = await openSite()
  program = await startProgram({
    ...site.env,
    WEB_WORKERS: '2',
    KLINIKI_LOG: 'info',
    KLINIKI_METRICS_TOKEN: METRICS_TOKEN,
    PGPASSWORD: 'of another program',
    KLINIKI_BACKUP_PASSPHRASE: 'for the backups of this clinic',
  })
  call = callerOf(program.port)
  person = await signedIn({ call }, (await anAccount(site.db, 'sysadmin')).email)
})
afterAll(async () => {
  program?.signal('SIGTERM')
  const end = await program?.ended
  await site?.close()
  expect(end).toMatchObject({ code: 0, sentence: '' })
})

const workers = () =>
  processesBelow(program.pid)
    .filter(({ command }) => command.includes('cluster-worker'))
    .map(({ pid }) => pid)
const takers = () => processesBelow(program.pid).filter(({ command }) => command.includes('jobs-process'))

interface LogLine {
  pid: number
  route?: string
  request_id?: string
}

const logLines = () =>
  program
    .message()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as LogLine)

/** Which process answered, told by its log line of that request. */
const answeredBy = async (requestId: unknown) => {
  for (let tries = 0; tries < 100; tries += 1) {
    const found = logLines().find((line) => line.request_id === requestId)
    if (found) return found.pid
    await sleep(20)
  }
  throw new Error(`Nobody logged ${String(requestId)}`)
}

/** One reply of each worker: connections are dealt to them in turn. */
const fromBoth = async (path: string, headers: Record<string, string>) => {
  const statuses = new Map<number, number>()
  for (let tries = 0; tries < 12 && statuses.size < 2; tries += 1) {
    const reply = await call('GET', path, undefined, headers)
    statuses.set(await answeredBy(reply.headers['x-request-id']), reply.status)
  }
  return [...statuses.values()]
}

test('both workers serve, and neither speaks when it starts', async () => {
  expect(await fromBoth('/health/ready', {})).toEqual([200, 200])
  expect(program.message()).not.toMatch(/listening/i)
})

test('what somebody sends makes no line of the log, nor part of one', async () => {
  const forged = '{"level":60,"msg":"somebody else did it"}'
  const sent = encodeURIComponent(`\n${forged}\n`)
  const reply = await call('GET', `/users/users/${sent}/?q=${sent}`, undefined, { ...person.headers, 'user-agent': forged })
  expect(reply.status).toBe(400)
  await answeredBy(reply.headers['x-request-id'])
  expect(program.message()).not.toContain('somebody else did it')
})

const kindOf = (command: string) => /cluster-worker|jobs-process/.exec(command)?.[0] ?? ''
const passwordIn = (url: string) => decodeURIComponent(new URL(url).password)

if (!canReadMemory) process.stderr.write('SKIPPED: the memory of another process is only read by root on Linux\n')
describe.runIf(canReadMemory)('the processes that answer requests and take jobs', () => {
  test('know no password of the owner, in memory or environment; the one that started them does', () => {
    const serving = processesBelow(program.pid).filter(({ command }) => kindOf(command) !== '')
    expect(serving.map(({ command }) => kindOf(command)).toSorted((one, other) => one.localeCompare(other))).toEqual([
      'cluster-worker',
      'cluster-worker',
      'jobs-process',
    ])
    const [owners, own] = [passwordIn(site.databaseUrl), passwordIn(site.logins.kliniki_app)]
    // What is looked for can be found.
    expect(findInMemory(program.pid, [owners, own])).toEqual([owners, own])
    for (const { pid } of serving) {
      expect(findInMemory(pid, [owners, own])).toEqual([own])
      expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toMatch(
        /DATABASE_URL|postgres:\/\/|PGPASSWORD|PASSPHRASE|of another program|KLINIKI_DATA/,
      )
    }
  })

  test('are connected as their logins alone; the owner is not connected at all', async () => {
    const names = await asOwner(site.databaseUrl, async (client) => {
      const { rows } = await client.query<{ usename: string }>(
        `select distinct usename from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usename is not null order by 1`,
      )
      return rows.map(({ usename }) => usename)
    })
    expect(names).toContain('kliniki_app')
    expect(names.filter((name) => !applicationRoles.some((role) => role === name))).toEqual([])
  })
})

test('the figures are those of all workers together', async () => {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const counted = async () => {
    const { text } = await call('GET', '/metrics', undefined, headers)
    return Number(/duration_seconds_count\{method="GET",route="\/health\/live",status="200"\} (\d+)/.exec(text)?.[1])
  }
  for (let tries = 0; tries < 10; tries += 1) await call('GET', '/health/live')
  expect([await counted(), await counted()]).toEqual([10, 10])
})

test('a worker that is killed is replaced, and the clinic goes on meanwhile', async () => {
  const before = workers()
  expect(before).toHaveLength(2)
  process.kill(before[0]!, 'SIGKILL')
  await program.says('A web worker ended (SIGKILL); starting another')
  expect((await call('GET', '/health/ready')).status).toBe(200)
  await expect.poll(workers, { timeout: 60_000 }).toHaveLength(2)
  await expect.poll(() => fromBoth('/health/ready', {}), { timeout: 120_000 }).toEqual([200, 200])
})

test('a process that finds no database to take jobs from makes room for one that does', async () => {
  const beside = new URL(site.databaseUrl)
  const name = beside.pathname.slice(1)
  beside.pathname = '/postgres'
  const limit = (connections: number) =>
    asOwner(beside.href, (client) => client.query(`alter database ${client.escapeIdentifier(name)} connection limit ${connections}`))
  const sinceThen = () =>
    asOwner(site.databaseUrl, async (client) => {
      const { rows } = await client.query<{ n: number }>('select count(*)::int as n from pgboss.job where completed_on > $1', [openAgain])
      return rows[0]?.n ?? 0
    })
  let openAgain: Date | undefined
  const [taker] = takers()
  // Those who are connected stay: nobody new gets in.
  await limit(0)
  try {
    process.kill(taker!.pid, 'SIGKILL')
    await program.says('too many connections for database')
    await expect.poll(() => program.message().split('The process that takes jobs ended (SIGKILL)').length).toBeGreaterThan(2)
    expect((await call('GET', '/health/live')).status).toBe(200)
  } finally {
    await limit(-1)
  }
  openAgain = new Date()
  await expect.poll(sinceThen, { timeout: 120_000 }).toBeGreaterThan(0)
})

test('workers that die young come back ever more slowly', () => {
  expect([0, 1, 2, 3, 20].map(pauseBefore)).toEqual([0, 500, 1000, 2000, 30_000])
})
