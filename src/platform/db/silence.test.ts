import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openEventHub, type News } from '#platform/events/hub.ts'
import { cloneDatabase } from '../../testing/databases/clone.ts'
import { openLine } from '../../testing/servers/frozen-line.ts'
import { wireError } from '../errors/wire.ts'
import { connect, inTransaction } from './connect.ts'
import { asOwner } from './owner.ts'

let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
})
afterAll(() => database.drop())

/** Above the fifteen seconds of a statement, and far below the hours that the system waits by itself. */
const SOON_MS = 60_000

const timed = async (work: Promise<unknown>) => {
  const from = performance.now()
  const error: unknown = await work.then(
    () => undefined,
    (caught: unknown) => caught,
  )
  return { error, ms: performance.now() - from }
}

const expectGivenUp = ({ error, ms }: Awaited<ReturnType<typeof timed>>) => {
  // Whoever asked is told that the database cannot be reached.
  expect(wireError(error, 'r').status).toBe(503)
  expect(ms).toBeGreaterThan(15_000)
  expect(ms).toBeLessThan(SOON_MS)
}

test.concurrent('a line that freezes is given up with all that waits for it, and others take its place', async () => {
  const line = await openLine(database.logins.kliniki_app)
  const connection = connect(line.via(database.logins.kliniki_app), 'kliniki_app', { max: 2 })
  const ask = () => sql`select 1`.execute(connection.db)
  const write = () =>
    inTransaction(connection.db, (tx) =>
      Promise.all([sql`select 1`.execute(tx), sql`insert into departments (name) values ('Frozen')`.execute(tx)]),
    )
  await Promise.all([ask(), ask()])
  expect(connection.pool.totalCount).toBe(2)
  line.freeze()
  const [asked, written] = await Promise.all([timed(ask()), timed(write())])
  expect(asked.error).toMatchObject({ code: 'ETIMEDOUT', message: 'The database has stopped answering.' })
  expectGivenUp(asked)
  expectGivenUp(written)
  expect(connection.pool.totalCount).toBe(0)
  // A new connection is given up sooner: nothing is under way on it.
  const opened = await timed(ask())
  expect(opened.error).toBeInstanceOf(Error)
  expect(wireError(opened.error, 'r').status).toBe(503)
  line.thaw()
  await ask()
  const { rows } = await sql`select from departments where name = 'Frozen'`.execute(connection.db)
  expect(rows).toEqual([])
  await connection.close()
  await line.close()
})

test.concurrent('a server process that is stopped is given up, too', async () => {
  const connection = connect(database.logins.kliniki_app, 'kliniki_app', { max: 1 })
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(connection.db)
  const pid = rows[0]!.pid
  process.kill(pid, 'SIGSTOP')
  try {
    expectGivenUp(await timed(sql`select 1`.execute(connection.db)))
    await sql`select 1`.execute(connection.db)
  } finally {
    process.kill(pid, 'SIGCONT')
    await connection.close()
  }
})

test.concurrent('who says that their work takes longer is waited for', async () => {
  const connection = connect(database.logins.kliniki_app, 'kliniki_app', { max: 1 })
  const slept = await inTransaction(connection.db, async (tx) => {
    await sql`set local statement_timeout = '40s'`.execute(tx)
    return sql<{ done: boolean }>`select pg_sleep(20) is not null as done`.execute(tx)
  })
  expect(slept.rows).toEqual([{ done: true }])
  await connection.close()
})

// Beside others, a poll needs to know whose it is.
test.concurrent('a line for news that only listens is given up, and all screens ask again; the outage is told once', async ({ expect }) => {
  const line = await openLine(database.logins.kliniki_app)
  const errors: unknown[] = []
  const hub = await openEventHub(line.via(database.logins.kliniki_app), 'kliniki_app', (error) => void errors.push(error))
  const heard: News[][] = []
  hub.subscribe((news) => void heard.push(news))
  line.freeze()
  await expect.poll(() => errors.length).toBe(1)
  line.thaw()
  await expect.poll(() => heard).toEqual([[]])
  expect(errors).toHaveLength(1)
  await hub.close()
  await line.close()
})

test('the owner gives up a line that says nothing, and waits for no lock without end', async () => {
  const line = await openLine(database.url)
  const limits = await asOwner(line.via(database.url), async (client) => (await client.query('show lock_timeout')).rows)
  expect(limits).toEqual([{ lock_timeout: '1h' }])
  line.freeze()
  const { error, ms } = await timed(asOwner(line.via(database.url), async () => {}))
  expect(String(error)).toMatch(/cannot be used/)
  expect(ms).toBeLessThan(SOON_MS)
  await line.close()
})
