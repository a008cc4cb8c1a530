import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import { freePort } from '#platform/free-port.ts'
import { canReadMemory, findInMemory, processesBelow } from '../testing/servers/memory.ts'
import { callerOf, dataDirectory, openSite, runToEnd, startProgram, type Site } from '../testing/servers/program.ts'

// Each of these starts the program, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 240_000 })

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** The one sentence of a start that must fail. */
const refusal = async (env: Record<string, string>, args: string[] = []) => {
  const { code, sentence } = await runToEnd({ ...site.env, ...env }, args)
  expect([code, sentence]).toEqual([1, expect.stringMatching(/\S/)])
  return sentence
}

const changedUrl = (change: (url: URL) => void) => {
  const url = new URL(site.databaseUrl)
  // By its port, not by its socket.
  url.search = ''
  change(url)
  return url.href
}

// The sentences themselves are proven where they are made: listen.test.ts, migrate.test.ts, roles.test.ts, tls.test.ts, config.test.ts.
describe('a broken configuration stops with one sentence', () => {
  test('the port is taken, before the database is touched', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as { port: number }
    const nowhere = changedUrl((url) => (url.port = '1'))
    expect(await refusal({ PORT: String(port), DATABASE_URL: nowhere })).toMatch(
      new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is taken by another program: `),
    )
    other.close()
  })

  test('the data cannot be written, with and without a database elsewhere', async () => {
    const file = join(site.env['KLINIKI_DATA']!, 'a-file')
    writeFileSync(file, '')
    expect(await refusal({ KLINIKI_DATA: join(file, 'data') })).toMatch(
      /^The data directory .* cannot be used: .* is a file, not a folder\.$/,
    )
    expect(await refusal({ KLINIKI_DATA: join(file, 'data'), DATABASE_URL: '' })).toMatch(
      /^The data directory .* cannot be used: .* is a file, not a folder\.$/,
    )
  })

  test('the files of the certificate are missing, before the database is touched', async () => {
    const nowhere = changedUrl((url) => (url.port = '1'))
    expect(
      await refusal({ DATABASE_URL: nowhere, HOST: '0.0.0.0', KLINIKI_TLS_CERT: '/nowhere/a.pem', KLINIKI_TLS_KEY: '/nowhere/b.pem' }),
    ).toMatch(/^KLINIKI_TLS_CERT cannot be read: .*no such file.*\.$/)
  })

  test('a setting or an option is not known', async () => {
    expect(await refusal({ KLINIKI_DATE: 'x' })).toBe('KLINIKI_DATE is not a setting of this program.')
    expect(await refusal({}, ['--dmeo'])).toBe('--dmeo is not known; the options are --demo and --dev.')
  })
})

test('a person who may not make roles is shown the SQL that an administrator has to run', async () => {
  const admin = changedUrl((url) => (url.pathname = '/postgres'))
  const url = changedUrl((changed) => {
    changed.username = 'clerk'
    changed.password = 'of the clinic'
  })
  await asOwner(admin, async (client) => void (await client.query(`create role clerk login password 'of the clinic'`)))
  try {
    const { code, sentence } = await runToEnd({ ...site.env, DATABASE_URL: url })
    expect(code).toBe(1)
    expect(sentence).toMatch(/^clerk may not set up the database t_\w+\. An administrator of the database has to run this there once:\n/)
    expect(sentence).toContain('grant kliniki_app, kliniki_portal, kliniki_read to "clerk";')
  } finally {
    await asOwner(admin, async (client) => void (await client.query('drop role clerk')))
  }
})

test('stopping answers what is under way, ends live streams and idle connections, and then leaves', async () => {
  const program = await startProgram(site.env)
  const call = callerOf(program.port)
  const idle = connect(program.port, '127.0.0.1')
  await once(idle, 'connect')
  idle.resume()
  const blocker = new Client(site.databaseUrl)
  await blocker.connect()
  await blocker.query('begin; lock table company in access exclusive mode')
  const slow = call('GET', '/company/clinic/', undefined, { connection: 'keep-alive' })
  await sleep(300)
  program.signal('SIGTERM')
  await program.says('Stopping')
  await expect(fetch(`http://127.0.0.1:${program.port}/health/live`)).rejects.toThrow()
  await sleep(300)
  await blocker.query('rollback')
  await blocker.end()
  const from = performance.now()
  const reply = await slow
  expect([reply.status, reply.headers['connection']]).toEqual([200, 'close'])
  expect(await program.ended).toMatchObject({ code: 0, sentence: '' })
  // The connection that was opened and never used would keep the server for a minute.
  expect(performance.now() - from).toBeLessThan(50_000)
  expect(idle.destroyed || idle.readableEnded || (await once(idle, 'close'))).toBeTruthy()
})

test.each(['1', '2'])('told to stop while its %s processes still start, it ends in order once somebody was answered', async (count) => {
  const program = await startProgram({ ...site.env, WEB_WORKERS: count }, [], await freePort())
  program.signal('SIGTERM')
  expect(await program.ended).toMatchObject({ code: 0, sentence: '', message: expect.stringContaining('Stopping') })
})

describe('with its own database', () => {
  const data = dataDirectory()
  afterAll(data.remove)
  const env = { KLINIKI_DATA: data.dir, DATABASE_URL: '' }
  const owner = (port: number) =>
    new Client(`postgres://kliniki:${readFileSync(join(data.dir, 'secrets/database-owner'), 'utf8')}@127.0.0.1:${port}/kliniki`)
  const postmaster = () => {
    const [pid, , , port] = readFileSync(join(data.dir, 'postgres/postmaster.pid'), 'utf8').split('\n').map(Number)
    return { pid: pid!, port: port! }
  }
  const names = async () => {
    const client = owner(postmaster().port)
    await client.connect()
    const { rows } = await client.query<{ name: string }>('select name from departments where name like $1 order by name', ['Room %'])
    await client.end()
    return rows.map((row) => row.name)
  }
  const keep = async (name: string) => {
    const client = owner(postmaster().port)
    await client.connect()
    await client.query('insert into departments (name) values ($1)', [name])
    await client.end()
  }

  test('what was committed outlives the death of the database, and of the server with it', async () => {
    let program = await startProgram(env)
    await program.says('with the code')
    expect(program.message()).toMatch(/This clinic is new\. Set it up there with the code [A-Z0-9]{4}-[A-Z0-9]{4}/)
    expect(program.message().includes('Kliniki stays root, because')).toBe(process.getuid?.() === 0)
    expect(await runToEnd(env)).toMatchObject({ code: 1, sentence: `Kliniki is already running with the data in ${data.dir}.` })
    await keep('Room 1')
    if (canReadMemory) {
      const [owner, superuser, app] = ['database-owner', 'database-superuser', 'database-app'].map((name) =>
        readFileSync(join(data.dir, 'secrets', name), 'utf8'),
      ) as [string, string, string]
      expect(findInMemory(program.pid, [owner, superuser])).toEqual([owner, superuser])
      const serving = processesBelow(program.pid).filter(({ command }) => command.includes('cluster-worker'))
      // They answer requests and take jobs, and know no more than their own login.
      expect(serving.map(({ pid }) => findInMemory(pid, [owner, superuser, app]))).toEqual([[app]])
    }

    process.kill(postmaster().pid, 'SIGKILL')
    await program.says('The database ended unexpectedly; starting it again')
    const call = callerOf(program.port)
    await expect.poll(async () => (await call('GET', '/health/ready')).status, { timeout: 60_000 }).toBe(200)
    await keep('Room 2')

    const { pid } = postmaster()
    program.signal('SIGKILL')
    process.kill(pid, 'SIGKILL')
    await program.ended
    program = await startProgram(env)
    expect(await names()).toEqual(['Room 1', 'Room 2'])

    const last = postmaster().pid
    program.signal('SIGINT')
    expect(await program.ended).toMatchObject({ code: 0, sentence: '' })
    expect(() => process.kill(last, 0)).toThrow()
  }, 300_000)
})
