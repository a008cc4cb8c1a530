import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { ownersWork } from '#platform/owner-work/in-process.ts'
import { connect, type Connection } from '#platform/db/connect.ts'
import { fileStore } from '#platform/files/store.ts'
import type { News } from '#platform/events/hub.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { cleanUp, cleanUpWork } from './clean-up.ts'
import { job, perform, type JobWork } from './job.ts'
import { enqueue, prepareJobs } from './queue.ts'
import { startWorker } from './worker.ts'

const greet = job({ name: 'greet', data: z.strictObject({ name: z.string() }), pollSeconds: 1 })
const tidy = job({ name: 'tidy', data: z.object({}), schedule: '0 0 1 1 *', atStart: true })
const narrow = job({ name: 'narrow', data: z.strictObject({ n: z.int() }), most: 6, mostOfOne: 4 })
const runs = job({ name: 'runs', data: z.strictObject({}), most: 2, mayBeLeftOut: true })
const stumble = job({ name: 'stumble', data: z.strictObject({}), pollSeconds: 1, retries: 0 })

let clinic: TestClinic
let own: Connection
let dir: string
beforeAll(async () => {
  clinic = await openTestClinic()
  await prepareJobs(clinic.ownerUrl, [cleanUp, greet, tidy, stumble, narrow, runs])
  own = connect(clinic.logins.kliniki_app, 'kliniki_app', { max: 3 })
  dir = mkdtempSync(join(tmpdir(), 'kliniki-jobs-'))
})
afterAll(async () => {
  await own.close()
  await clinic.close()
  rmSync(dir, { recursive: true, force: true })
})

const codeKey = randomBytes(32)
const files = () => fileStore(join(dir, 'files'), randomBytes(32))
const countJobs = async (name: string) => {
  const { rows } = await sql<{ count: number }>`select count(*) from pgboss.job where name = ${name}`.execute(clinic.db)
  return rows[0]?.count
}

const working = async (works: JobWork[], run: (errors: [unknown, string | undefined][], news: News[]) => Promise<void>) => {
  const errors: [unknown, string | undefined][] = []
  const news: News[] = []
  const events = { publish: (more: News[]) => void news.push(...more) }
  const onError = (error: unknown, name?: string) => void errors.push([error, name])
  const worker = await startWorker({
    ...own,
    works,
    files: files(),
    uploadDir: dir,
    backups: { dataDir: dir, backupsDir: dir, isEmbedded: false },
    asOwner: ownersWork({ dataDir: dir, backupsDir: dir, ownerUrl: clinic.ownerUrl, databaseUrl: clinic.ownerUrl }),
    codeKey,
    events,
    clock: () => clinic.clock.now,
    onError,
  })
  try {
    await run(errors, news)
  } finally {
    await worker.stop()
  }
}

test('a job put into its queue is done, with its data, the clock of the program and news for the screens', async () => {
  const done: unknown[] = []
  const work = perform(greet, async ({ data, now, publish }) => {
    done.push([data, now])
    publish('company', 1)
  })
  await working([work], async (errors, news) => {
    await clinic.db.transaction().execute((tx) => enqueue(tx, greet, { name: 'Wanjiru' }))
    await vi.waitFor(() => expect(done).toEqual([[{ name: 'Wanjiru' }, clinic.clock.now]]), { timeout: 60_000 })
    expect(news).toEqual([{ topic: 'company', id: 1 }])
    expect(errors).toEqual([])
  })
})

test('work that is due at the start is done as soon as jobs are taken, long before its hour', async () => {
  const done: Date[] = []
  const work = perform(tidy, async ({ now }) => void done.push(now))
  await working([work], () => vi.waitFor(() => expect(done).toEqual([clinic.clock.now]), { timeout: 60_000 }))
})

test('a job of a transaction that is rolled back does not exist', async () => {
  const before = await countJobs('greet')
  const failing = clinic.db.transaction().execute(async (tx) => {
    await enqueue(tx, greet, { name: 'Nobody' })
    throw new Error('changed my mind')
  })
  await expect(failing).rejects.toThrow('changed my mind')
  expect(await countJobs('greet')).toBe(before)
})

test('data that the job does not declare is refused before anything is queued', async () => {
  await expect(enqueue(clinic.db, greet, { name: 7 } as never)).rejects.toThrow()
  expect(await sql`select 1 from pgboss.job where data->>'name' = '7'`.execute(clinic.db)).toMatchObject({ rows: [] })
})

test('two workers never do one job twice', async () => {
  const done: string[] = []
  const work = perform(greet, async ({ data }) => void done.push(data.name))
  const names = Array.from({ length: 5 }, (_, index) => `patient ${index}`)
  await working([work], () =>
    working([work], async () => {
      for (const name of names) await enqueue(clinic.db, greet, { name })
      await vi.waitFor(() => expect(done.toSorted()).toEqual(names), { timeout: 60_000 })
    }),
  )
})

test('a failure is told and kept, and stops nothing else', async () => {
  const work = perform(stumble, async () => {
    throw new Error('the printer is on fire')
  })
  await working([work], async (errors) => {
    await enqueue(clinic.db, stumble, {})
    await vi.waitFor(
      () => expect(errors.map(([error, name]) => [String(error), name])).toEqual([['Error: the printer is on fire', 'stumble']]),
      {
        timeout: 60_000,
      },
    )
  })
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'stumble'`.execute(clinic.db)
  expect(rows).toEqual([{ state: 'failed' }])
})

test('the timetable is made once, however often the program starts, and forgets jobs that are gone', async () => {
  const nightly = job({ name: 'nightly', data: z.strictObject({}), schedule: '0 3 * * *' })
  await Promise.all([
    prepareJobs(clinic.ownerUrl, [cleanUp, greet, stumble, nightly]),
    prepareJobs(clinic.ownerUrl, [cleanUp, greet, stumble, nightly]),
  ])
  const names = async () =>
    (await sql<{ name: string }>`select name from pgboss.schedule order by name`.execute(clinic.db)).rows.map(({ name }) => name)
  expect(await names()).toEqual(['clean-up', 'nightly'])
  await prepareJobs(clinic.ownerUrl, [cleanUp, greet, stumble])
  expect(await names()).toEqual(['clean-up'])
})

const keyOf = (actor: string, created_at: Date) => ({ actor, key: 'k', request_hash: Buffer.alloc(32), created_at })

test('the hourly cleaning throws away what is too old and nothing else', async () => {
  const { db } = clinic
  const now = clinic.clock.now
  const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  await db
    .insertInto('idempotency_keys')
    .values([keyOf('old', ago(25)), keyOf('new', ago(23))])
    .execute()
  await db
    .insertInto('rate_limits')
    .values([
      { key: 'old', points: 1, expire: now.getTime() - 1 },
      { key: 'new', points: 1, expire: now.getTime() + 60_000 },
      { key: 'lasting', points: 1, expire: null },
    ])
    .execute()
  const user = await db
    .insertInto('users')
    .values({ email: 'old@clinic.example', first_name: 'Old', last_name: 'Hand', role: 'nurse' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = (question: string, days: number) => ({ user_id: user.id, asked_at: ago(24 * days), question, reply: '{}', needs: [] })
  await db
    .insertInto('assistant_messages')
    .values([message('old', 181), message('new', 179)])
    .execute()
  const session = (ended_at: Date | null, expires_at: Date) => ({
    id: randomUUID(),
    user_id: user.id,
    device_hash: Buffer.alloc(32),
    created_at: ago(2000),
    seen_at: ago(1000),
    expires_at,
    ended_at,
  })
  const kept = [session(null, ago(-1)), session(ago(29 * 24), ago(-1)), session(null, ago(29 * 24))]
  const gone = [session(ago(31 * 24), ago(-1)), session(null, ago(31 * 24))]
  await db
    .insertInto('sessions')
    .values([...kept, ...gone])
    .execute()
  const token = (session_id: string, expires_at: Date) => ({ token_hash: randomBytes(32), session_id, issued_at: ago(2000), expires_at })
  const lasting = token(kept[0]!.id, ago(1))
  await db
    .insertInto('refresh_tokens')
    .values([lasting, token(kept[0]!.id, ago(31 * 24)), token(gone[0]!.id, ago(-1))])
    .execute()
  const uploads = mkdtempSync(join(dir, 'uploads-'))
  for (const [name, hours] of [
    ['stray', 25],
    ['fresh', 23],
  ] as const) {
    writeFileSync(join(uploads, name), 'x')
    utimesSync(join(uploads, name), ago(hours), ago(hours))
  }

  await cleanUpWork.run({
    ...own,
    now,
    uploadDir: uploads,
    files: files(),
    data: {},
    publish: () => {},
    signal: new AbortController().signal,
  } as never)

  expect(await db.selectFrom('idempotency_keys').select('actor').execute()).toEqual([{ actor: 'new' }])
  expect((await db.selectFrom('rate_limits').select('key').orderBy('key').execute()).map((row) => row.key)).toEqual(['lasting', 'new'])
  expect(await db.selectFrom('assistant_messages').select('question').execute()).toEqual([{ question: 'new' }])
  const sessions = await db.selectFrom('sessions').select('id').where('user_id', '=', user.id).execute()
  expect(sessions.map(({ id }) => id).toSorted()).toEqual(kept.map(({ id }) => id).toSorted())
  expect(await db.selectFrom('refresh_tokens').select('token_hash').execute()).toEqual([{ token_hash: lasting.token_hash }])
  expect(readdirSync(uploads)).toEqual(['fresh'])
})

test('a queue takes as many jobs of an account, and of all, as it may hold; lanes take turns', async () => {
  for (let n = 0; n < 4; n++) await enqueue(clinic.db, narrow, { n }, 1)
  await expect(enqueue(clinic.db, narrow, { n: 4 }, 1)).rejects.toMatchObject({
    status: 429,
    code: 'queue_full',
    message: 'Limit: 4 tasks waiting for each account. 4 are waiting; try again when some are done.',
    extra: { limit: 4, used: 4 },
  })
  await enqueue(clinic.db, narrow, { n: 10 }, 2)
  await enqueue(clinic.db, narrow, { n: 11 }, 2)
  await expect(enqueue(clinic.db, narrow, { n: 20 }, 3)).rejects.toMatchObject({ status: 429, extra: { limit: 6, used: 6 } })
  const inTurn = async () => {
    const { rows } = await sql<{ n: number }>`
      select (data ->> 'n')::integer as n from pgboss.job where name = 'narrow' and state = 'created' order by priority desc, created_on`.execute(
      clinic.db,
    )
    return rows.map(({ n }) => n)
  }
  expect(await inTurn()).toEqual([0, 10, 1, 11, 2, 3])
  // Two turns later somebody new comes beside those who are served now, not before or behind them all.
  await sql`delete from pgboss.job where name = 'narrow' and (data ->> 'n')::integer in (0, 10)`.execute(clinic.db)
  await enqueue(clinic.db, narrow, { n: 20 }, 3)
  expect(await inTurn()).toEqual([1, 11, 20, 2, 3])
  for (let i = 0; i < 5; i++) await enqueue(clinic.db, runs, {})
  expect(await countJobs('runs')).toBe(2)
})
