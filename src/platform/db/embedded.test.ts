import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConfigurationError } from '../config.ts'
import { type Embedded, startEmbedded } from './embedded.ts'

let dataDir: string
/** The data of a clinic that was made once and stopped; to make one takes far longer than to copy it. */
let madeDir: string
const started: Embedded[] = []
const children: ChildProcess[] = []

const start = async (options: Partial<Parameters<typeof startEmbedded>[0]> = {}) => {
  const embedded = await startEmbedded({ dataDir, fast: true, ...options })
  started.push(embedded)
  return embedded
}

const ask = async <T>(url: string, sql: string): Promise<T[]> => {
  const client = new Client(url)
  await client.connect()
  try {
    return (await client.query(sql)).rows as T[]
  } finally {
    await client.end()
  }
}

const postmaster = () => Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])

// A process of its own that starts the database, saves one row and then waits to be killed.
const program = (env: NodeJS.ProcessEnv = {}) => {
  const code = `
    import { startEmbedded } from ${JSON.stringify(new URL('embedded.ts', import.meta.url).href)}
    import { Client } from ${JSON.stringify(import.meta.resolve('pg'))}
    const { ownerUrl } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)} })
    const client = new Client(ownerUrl)
    await client.connect()
    await client.query('create table if not exists kept (id int)')
    await client.query('insert into kept values (1)')
    console.log('saved')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

const savedBy = async (child: ChildProcess) => {
  await once(child.stdout!, 'data')
  return postmaster()
}

const kill = async (child: ChildProcess) => {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const keptRows = async ({ ownerUrl }: Embedded) => (await ask<{ id: number }>(ownerUrl, 'select id from kept')).length

const refusal = async (attempt: Promise<unknown>) => {
  const error: unknown = await attempt.catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ConfigurationError)
  return (error as Error).message
}

const newFolder = () => mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'kliniki-embedded-'))

/** Puts the data of a clinic that was stopped into the folder. */
const layMade = () => {
  // With their owners: the server's account is another one where root starts it.
  if (process.platform === 'win32') cpSync(madeDir, dataDir, { recursive: true })
  else execFileSync('cp', ['-a', `${madeDir}/.`, dataDir])
}

beforeAll(async () => {
  madeDir = newFolder()
  const first = await startEmbedded({ dataDir: madeDir, fast: true })
  await first.stop()
})

afterAll(() => rmSync(madeDir, { recursive: true, force: true }))

beforeEach(() => {
  dataDir = newFolder()
})

afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  for (const embedded of started.splice(0)) await embedded.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the embedded database', () => {
  it('is not ended by a tool that works beside it after one of its processes has died', async () => {
    const first = await start()
    const before = postmaster()
    for (let times = 0; times < 3; times += 1) {
      const client = new Client(first.ownerUrl)
      client.on('error', () => {})
      await client.connect()
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      const ended = new Promise<void>((done) => client.once('end', done))
      process.kill(rows[0]!.pid, 'SIGKILL')
      await ended
      const beside = await startEmbedded({ dataDir, fast: true, join: true })
      expect([beside.isShared, postmaster()]).toEqual([true, before])
      // It may still be ending the connections of its other processes.
      await expect.poll(() => ask(beside.ownerUrl, 'select 1 as one').catch(() => null)).toEqual([{ one: 1 }])
    }
  })

  it('is made on the first start and keeps its data over the next', async () => {
    const first = await start()
    const [facts] = await ask<Record<string, unknown>>(
      first.ownerUrl,
      `select current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
              current_setting('listen_addresses') as addresses,
              current_user as person, rolsuper, rolcreaterole, rolcreatedb from pg_roles where rolname = current_user`,
    )
    expect(facts).toEqual({
      checksums: 'on',
      encoding: 'UTF8',
      addresses: '127.0.0.1',
      person: 'kliniki',
      rolsuper: false,
      rolcreaterole: true,
      rolcreatedb: true,
    })
    await ask(first.ownerUrl, 'create table kept (id int)')
    await first.stop()
    await first.stop()
    const second = await start()
    expect(await keptRows(second)).toBe(0)
  })

  it('writes through to the disk outside tests, and keeps statements out of its log', async () => {
    layMade()
    const { ownerUrl } = await start({ fast: false })
    const [facts] = await ask<Record<string, string>>(
      ownerUrl,
      `select current_setting('fsync') as fsync, current_setting('full_page_writes') as pages, current_setting('synchronous_commit') as commit`,
    )
    expect(facts).toEqual({ fsync: 'on', pages: 'on', commit: 'on' })
    await expect(ask(ownerUrl, `select 'Achieng Otieno'::int`)).rejects.toThrow('invalid input syntax')
    await ask(ownerUrl, `create table person (name text primary key); insert into person values ('Achieng Otieno')`)
    await expect(ask(ownerUrl, `insert into person values ('Achieng Otieno')`)).rejects.toThrow('duplicate key')
    await started[0]?.stop()
    const log = readdirSync(join(dataDir, 'logs'))
      .map((name) => readFileSync(join(dataDir, 'logs', name), 'utf8'))
      .join()
    expect(log).toContain('duplicate key')
    expect(log).not.toContain('insert into')
  })

  it.skipIf(process.platform === 'win32')('keeps its passwords to its owner', () => {
    expect(statSync(join(madeDir, 'secrets')).mode & 0o777).toBe(0o700)
    expect(statSync(join(madeDir, 'secrets', 'database-superuser')).mode & 0o777).toBe(0o600)
  })

  it('serves one program at a time, and tools beside it', async () => {
    layMade()
    const first = await start()
    await expect(start()).rejects.toThrow(/already running/)
    const tool = await start({ join: true })
    expect(tool).toMatchObject({ isShared: true, ownerUrl: first.ownerUrl })
    await tool.stop()
    expect(await ask(first.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('lets one of two programs win that are started at the same moment', async () => {
    const both = await Promise.allSettled([start(), start()])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await ask(started[0]!.ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('after sudden deaths', () => {
  it('starts again when the program was killed', async () => {
    layMade()
    const child = program()
    await savedBy(child)
    await kill(child)
    expect(await keptRows(await start({ fast: false }))).toBe(1)
  })

  it('ends a database that outlived its program', async () => {
    layMade()
    const child = program({ PATH: '/nowhere' })
    const orphan = await savedBy(child)
    await kill(child)
    process.kill(orphan, 0)
    const text: string[] = []
    const embedded = await start({ fast: false, log: (message) => text.push(message) })
    expect(text).toContain('Ending the database of a previous run')
    expect(postmaster()).not.toBe(orphan)
    expect(await keptRows(embedded)).toBe(1)
  })

  it('starts again when both were killed', async () => {
    layMade()
    const child = program()
    const server = await savedBy(child)
    process.kill(server, 'SIGKILL')
    await kill(child)
    expect(await keptRows(await start({ fast: false }))).toBe(1)
  })

  it('starts the server again on the same port when it alone was killed', async () => {
    layMade()
    const embedded = await start({ fast: false })
    await ask(embedded.ownerUrl, 'create table kept (id int); insert into kept values (1)')
    process.kill(postmaster(), 'SIGKILL')
    await expect.poll(() => keptRows(embedded).catch(() => 0), { timeout: 60_000 }).toBe(1)
    await embedded.stop()
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
  })

  it.skipIf(process.platform === 'win32')('waits for a process of the killed server that is slow to end', async () => {
    layMade()
    const text: string[] = []
    const lost: Error[] = []
    const embedded = await start({ fast: false, log: (message) => text.push(message), onLost: (error) => lost.push(error) })
    const client = new Client(embedded.ownerUrl)
    client.on('error', () => {})
    await client.connect()
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    process.kill(rows[0]!.pid, 'SIGSTOP')
    try {
      process.kill(postmaster(), 'SIGKILL')
      const isRefused = () => readFileSync(join(dataDir, 'logs', 'start.log'), 'utf8').includes('is still in use')
      await expect.poll(isRefused, { timeout: 60_000 }).toBe(true)
    } finally {
      process.kill(rows[0]!.pid, 'SIGCONT')
    }
    await expect.poll(() => ask(embedded.ownerUrl, 'select 1 as one').catch(() => null), { timeout: 60_000 }).toEqual([{ one: 1 }])
    expect([text, lost]).toEqual([['The database ended unexpectedly; starting it again'], []])
  })

  it('is not misled by a lock file whose number now belongs to a stranger', async () => {
    layMade()
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n${dataDir}\n0\n5432\n`)
    expect(await ask((await start({ fast: false })).ownerUrl, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  it('clears away a database that was never finished', async () => {
    const unfinished = join(dataDir, 'postgres-new-999999999-abc')
    mkdirSync(unfinished)
    await start({ fast: false })
    expect(existsSync(unfinished)).toBe(false)
  })
})

describe('what only a person can put right', () => {
  it('is said of data of another version', async () => {
    layMade()
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n')
    expect(await refusal(start())).toContain('PostgreSQL 17')
  })

  it('is said of data whose passwords are gone or belong to another clinic', async () => {
    layMade()
    writeFileSync(join(dataDir, 'secrets', 'database-superuser'), 'another')
    expect(await refusal(start())).toContain('do not belong together')
    rmSync(join(dataDir, 'secrets'), { recursive: true })
    expect(await refusal(start())).toContain('database-superuser is missing: bring the folder secrets')
    // The folder that is brought takes its place, and does not go into one that the refused start has made.
    expect(existsSync(join(dataDir, 'secrets'))).toBe(false)
  })

  it('is said of a data directory that cannot be made', async () => {
    writeFileSync(join(dataDir, 'file'), '')
    expect(await refusal(start({ dataDir: join(dataDir, 'file', 'data') }))).toContain('is a file, not a folder')
  })

  it('is said of a broken local setting, with the reason', async () => {
    layMade()
    writeFileSync(join(dataDir, 'postgres', 'local.conf'), `shared_buffers = 'plenty'\n`, { mode: 0o644 })
    expect(await refusal(start())).toContain('could not be started')
  })
})
