import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { Tally, percentile } from '#platform/figures/tally.ts'
import { checkAlerts } from '#features/notifications/public.ts'
import { requests, statements } from '#platform/figures/figures.ts'
import { shapeOf } from '#platform/figures/shape.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { jobs } from '../../runtime/jobs.ts'
import type { getSystem, getSystemFigures, getSystemJobs } from './contract.ts'
import { graceFor, isDiskLow, nextRun, patienceFor } from './rules.ts'
import { errorWords } from './server/error-labels.ts'
import { systemAlerts } from './alerts.ts'
import { jobWord } from './web/job-labels.ts'
import { reportOf } from './web/report.ts'
import { lookAtSystem } from './server/watch.ts'

type Jobs = ResponseOf<typeof getSystemJobs>

let clinic: TestClinic
let operator: Person
let onlooker: Person
beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date() })
  operator = await clinic.signedInAs(['system.view', 'system.manage'])
  onlooker = await clinic.signedInAs(['system.view'])
})
afterAll(() => clinic.close())

const look = () => {
  const place = { dataDir: clinic.dataDir, backupsDir: `${clinic.dataDir}/backups`, isEmbedded: false }
  const watching = { db: clinic.db, events: { publish: () => {} }, clock: () => clinic.clock.now, place, jobs, onError: () => {} }
  return lookAtSystem(watching)
}
const inboxOf = async (person: Person, kind: string) =>
  (await person.call('GET', `/notifications/notifications/?kind=${kind}`)).json<{ words: Record<string, unknown> }[]>()
const jobsNow = async () => (await onlooker.call('GET', '/system/jobs/')).json<Jobs>()

test('versions, clocks, disks and the database, without a secret', async () => {
  const reply = await onlooker.call('GET', '/system/')
  expect(reply.status, reply.text).toBe(200)
  const state = reply.json<ResponseOf<typeof getSystem>>()
  const { rows } = await sql<{ name: string }>`select name from schema_migrations order by version desc limit 1`.execute(clinic.db)
  expect(state).toMatchObject({ node_version: process.versions.node, is_embedded: false, workers: 1, schema: { name: rows[0]?.name } })
  expect(state.missing_fonts).toEqual([])
  expect(Math.abs(state.database_ahead_ms)).toBeLessThan(2000)
  expect(state.connections.used).toBeGreaterThan(0)
  expect(state.connections.maximum).toBeGreaterThanOrEqual(state.connections.used)
  expect(state.tables).toHaveLength(10)
  expect(state.database_bytes).toBeGreaterThan(state.tables[0]!.bytes)
  const [data, backups] = state.disks
  expect(data).toMatchObject({ place: 'data', folder: clinic.dataDir })
  expect(data?.free_bytes).toBeGreaterThan(0)
  // Its folder is not there yet; the one around it is.
  expect(backups).toMatchObject({ place: 'backups', total_bytes: data?.total_bytes })
  expect(reply.text).not.toContain('postgres://')
})

test('a transaction that runs is seen, whatever role it has', async () => {
  await clinic.db.transaction().execute(async (tx) => {
    await sql`select 1`.execute(tx)
    const state = (await onlooker.call('GET', '/system/')).json<ResponseOf<typeof getSystem>>()
    expect(state.longest_transaction).toBeGreaterThan(0)
  })
})

const aFailure = async (name: string, { message = 'it broke', minutes = 1, state = 'failed', data = {} } = {}) => {
  const output = JSON.stringify({ name: 'Error', message, detail: 'Key (phone)=(+254712345678) already exists.' })
  const { rows } = await sql<{ id: string }>`
    insert into pgboss.job (name, data, state, output, retry_count, retry_limit, started_on, completed_on)
    values (${name}, ${JSON.stringify(data)}::jsonb, ${state}::pgboss.job_state, ${output}::jsonb, 3, 3, now() - interval '1 hour', now() - make_interval(mins => ${minutes}))
    returning id`.execute(clinic.db)
  return rows[0]!.id
}

test('jobs that failed are shown in words, tried again, given up with a reason, and all of it is in the trail', async () => {
  const message = 'invalid input syntax for type integer: "Wanjiru Kamau"'
  const id = await aFailure('read-record', { message, minutes: 2, data: { record: 1, reading: 1 } })
  const other = await aFailure('read-record', { minutes: 5, data: { record: 2, reading: 1 } })
  // Another document was read since: that mends neither.
  await aFailure('read-record', { state: 'completed', data: { record: 3, reading: 1 } })
  const seen = await jobsNow()
  expect(seen.kinds.map(({ name }) => name)).toEqual(jobs.map(({ name }) => name))
  expect(seen.kinds.find(({ name }) => name === 'read-record')).toMatchObject({ failed: 2, is_recurring: false, next_at: null })
  expect(seen.failures).toMatchObject([
    { id, name: 'read-record', state: 'failed', tries: 4, error: 'invalid input syntax for type integer: "…"', is_over: false },
    { id: other, error: 'it broke', is_over: false },
  ])
  expect(JSON.stringify(seen)).not.toMatch(/Wanjiru|254712/)

  expect((await onlooker.call('POST', `/system/jobs/${id}/retry/`, {})).status).toBe(403)
  expect((await operator.call('POST', '/system/jobs/nothing/retry/', {})).status).toBe(400)
  expect((await operator.call('POST', `/system/jobs/${crypto.randomUUID()}/retry/`, {})).status).toBe(404)
  const retried = await operator.call('POST', `/system/jobs/${id}/retry/`, {})
  expect(retried.status, retried.text).toBe(200)
  expect(retried.json<Jobs>().failures).toMatchObject([{ id, state: 'retry' }, { id: other }])
  expect((await operator.call('POST', `/system/jobs/${id}/retry/`, {})).status).toBe(409)

  expect((await operator.call('POST', `/system/jobs/${other}/discard/`, { reason: ' ' })).status).toBe(400)
  const gone = await operator.call('POST', `/system/jobs/${other}/discard/`, { reason: 'The file is gone' })
  expect(gone.json<Jobs>().failures.map((failure) => failure.id)).toEqual([id])
  const trail = await clinic.db.selectFrom('audit_log').select(['action', 'change']).where('entity', '=', 'job').orderBy('id').execute()
  expect(trail).toMatchObject([
    { action: 'retry', change: { kind: 'read-record', count: 1, jobs: [id] } },
    { action: 'discard', change: { reason: 'The file is gone', error: 'it broke' } },
  ])
})

test('of a kind all are tried again; of recurring work the newest, and what was done since is over', async () => {
  for (const minutes of [30, 20, 10]) await aFailure('clean-up', { minutes })
  expect((await operator.call('POST', '/system/jobs/kinds/no-such-work/retry/', {})).status).toBe(404)
  expect((await operator.call('POST', '/system/jobs/kinds/remind-patients/retry/', {})).status).toBe(409)
  const retried = (await operator.call('POST', '/system/jobs/kinds/clean-up/retry/', {})).json<Jobs>()
  expect(retried.kinds.find(({ name }) => name === 'clean-up')).toMatchObject({ failed: 2, waiting: 1, is_recurring: true })
  await aFailure('clean-up', { state: 'completed', minutes: 15 })
  const seen = await jobsNow()
  const cleanings = seen.failures.filter(({ name, state }) => name === 'clean-up' && state === 'failed')
  expect(cleanings.map(({ is_over }) => is_over)).toEqual([true, true])
  expect(Date.parse(seen.kinds.find(({ name }) => name === 'clean-up')!.next_at!)).toBeGreaterThan(Date.now())
  const gone = (await operator.call('POST', '/system/jobs/kinds/clean-up/discard/', { reason: 'Resolved' })).json<Jobs>()
  expect(gone.failures.filter(({ name, state }) => name === 'clean-up' && state === 'failed')).toEqual([])
})

test('what statements and requests cost is counted without a value of anybody', async () => {
  statements.take(0, () => '')
  requests.take(0, () => '')
  await sql`select ${'Wanjiru Kamau'}::text, 'Achieng' as name, pg_sleep(0.03) -- Otieno`.execute(clinic.db)
  await sql`select 1/0, ${1}::int`.execute(clinic.db).catch(() => {})
  await onlooker.call('GET', '/api/users/me/?search=Wanjiru')
  await look()
  await look()
  const reply = await onlooker.call('GET', '/system/figures/')
  expect(reply.status, reply.text).toBe(200)
  expect(reply.text).not.toMatch(/Wanjiru|Achieng|Otieno|search=/)
  const figures = reply.json<ResponseOf<typeof getSystemFigures>>()
  const slept = figures.statements.find(({ text }) => text.includes('pg_sleep'))
  expect(slept).toMatchObject({ text: 'select ?::text, ? as name, pg_sleep(?)', calls: 1, failed: 0 })
  expect(slept!.max_ms).toBeGreaterThan(25)
  expect(slept!.p95_ms).toBeLessThanOrEqual(slept!.max_ms)
  expect(figures.statements.find(({ text }) => text.startsWith('select ?/?'))).toMatchObject({ failed: 1 })
  expect(figures.statements.reduce((sum, { share }) => sum + share, 0)).toBeLessThanOrEqual(1.001)
  expect(figures.requests.some(({ text }) => text === 'GET /users/me/')).toBe(true)
  // Another process adds its own to the same day.
  const before = slept!.calls
  await sql`select ${'x'}::text, 'y' as name, pg_sleep(0.001)`.execute(clinic.db)
  await look()
  const later = (await onlooker.call('GET', '/system/figures/')).json<ResponseOf<typeof getSystemFigures>>()
  expect(later.statements.find(({ text }) => text.includes('pg_sleep'))).toMatchObject({ calls: before + 1 })
})

test('a full disk and work that stays away are told, until they are over', async () => {
  await look()
  expect(await inboxOf(onlooker, 'jobs_late')).toEqual([])
  const up = (since: number, seen: number) =>
    sql`update system_watch set since = now() - make_interval(mins => ${since}), seen_at = now() - make_interval(mins => ${seen})`.execute(
      clinic.db,
    )
  // All processes go by the same row: one that has only begun to look clears nothing.
  await up(20, 1)
  await look()
  await look()
  const reported = await clinic.db.selectFrom('notifications').select(['words', 'resolved_at']).where('kind', '=', 'jobs_late').execute()
  expect(reported).toMatchObject([{ resolved_at: null }])
  const [late] = await inboxOf(onlooker, 'jobs_late')
  // That of the night too, which is also done at the start; not that which was done.
  expect(late?.words['names']).toEqual(expect.arrayContaining(['seal-audit', 'imports-clean-up']))
  expect(late?.words['names']).not.toContain('clean-up')
  expect((await jobsNow()).kinds.filter(({ is_late }) => is_late).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['seal-audit', 'imports-clean-up']),
  )
  // The server was off: it has to begin first.
  await up(600, 10)
  await look()
  expect(await inboxOf(onlooker, 'jobs_late')).toEqual([])

  const diskReported = async (free_bytes: number) => {
    const disk = { free_bytes, total_bytes: 100_000_000_000, measured_at: clinic.clock.now }
    await clinic.db
      .insertInto('system_disks')
      .values({ place: 'backups', ...disk })
      .onConflict((oc) => oc.column('place').doUpdateSet(disk))
      .execute()
    await clinic.db.deleteFrom('system_disks').where('place', '=', 'data').execute()
    await checkAlerts(clinic.db, await systemAlerts(clinic.db, { jobs, upSince: new Date() }), clinic.clock.now)
    return inboxOf(onlooker, 'disk_low')
  }
  expect(await diskReported(50_000_000_000)).toEqual([])
  // The page asks no folder, which may be silent: it says what was measured.
  const { disks } = (await onlooker.call('GET', '/system/')).json<ResponseOf<typeof getSystem>>()
  expect(disks).toMatchObject([{ place: 'data' }, { place: 'backups', free_bytes: 50_000_000_000 }])
  expect(await diskReported(9_900_000_000)).toMatchObject([{ level: 'critical', words: { gigabytes: 9.9 } }])
  expect(await diskReported(50_000_000_000)).toEqual([])
})

test('the report for support holds all of it, and neither folders nor persons; each kind of work has a name', async () => {
  const [system, jobsFound, figures] = await Promise.all(
    ['/system/', '/system/jobs/', '/system/figures/'].map((path) => onlooker.call('GET', path)),
  )
  const report = reportOf({ system: system!.json(), jobs: jobsFound!.json(), figures: figures!.json() })
  expect(report).toMatch(/Kliniki \d.*PostgreSQL[^]*Disk of data: [\d.]+ GB of[^]*seal-audit: [^]*Requests\n {2}[\d.]+ %/)
  expect(report).not.toContain(clinic.dataDir)
  expect(report).not.toMatch(/undefined|\[object/)
  expect(jobs.map(({ name }) => jobWord(name)).filter((word, at) => word === jobs[at]?.name)).toEqual([])
})

const sentMessage = (message: string) => errorWords({ message })

test('the rules: disks, timetables, shapes, percentiles, words of errors', () => {
  const gb = 1_000_000_000
  expect([isDiskLow({ free_bytes: 3 * gb, total_bytes: 20 * gb }), isDiskLow({ free_bytes: 1.9 * gb, total_bytes: 5 * gb })]).toEqual([
    false,
    true,
  ])
  expect(isDiskLow({ free_bytes: 40 * gb, total_bytes: 500 * gb })).toBe(true)
  // A tenth of a large disk is room for years.
  expect(isDiskLow({ free_bytes: 300 * gb, total_bytes: 4000 * gb })).toBe(false)

  const at = new Date('2026-11-23T04:17:30Z')
  const next = (cron: string) => nextRun(cron, at)?.toISOString()
  expect(next('* * * * *')).toBe('2026-11-23T04:18:00.000Z')
  expect(next('*/20 * * * *')).toBe('2026-11-23T04:20:00.000Z')
  expect(next('17 * * * *')).toBe('2026-11-23T05:17:00.000Z')
  expect(next('0 3 * * *')).toBe('2026-11-24T03:00:00.000Z')
  expect(next('30 2-4,22 1 1 *')).toBe('2027-01-01T02:30:00.000Z')
  expect(next('0 0 31 2 *')).toBeUndefined()
  expect(next('5 0 * * 0')).toBe('2026-11-29T00:05:00.000Z')
  expect([patienceFor('* * * * *'), patienceFor('17 * * * *')]).toEqual([900, 10_800])
  for (const { schedule } of jobs) if (schedule) expect(nextRun(schedule, at)).not.toBeNull()
  // A server that is on for an hour in the morning does all of it.
  expect(jobs.flatMap(({ schedule, ...job }) => (schedule && graceFor({ ...job, schedule }) > 900 ? [job.name] : []))).toEqual([])

  expect(shapeOf(`select "a", 'it''s' from t1 where b = $12 and c in ($1, $2,$3) -- don't\n and d > 3.5`)).toBe(
    'select a, ? from t1 where b = ? and c in (?, …) and d > ?',
  )
  expect(shapeOf('insert into t values ($1, $2), ($3, $4), ($5, $6)')).toBe('insert into t values (?, …), …')

  expect(shapeOf(`select 'Wanjiru'' Kamau`)).toBe('select ?')
  const long = new Tally(10)
  for (const rows of [3_000, 4_000]) {
    const values = Array.from({ length: rows }, (_, row) => `($${2 * row + 1}, $${2 * row + 2})`)
    long.note(`insert into t values ${values.join(', ')}`, 1)
  }
  expect([...long.take(9, (text) => `${text.length}`).keys()]).toEqual(['4000'])
  long.note(`insert into t values ${Array.from({ length: 3_000 }, (_, row) => `($${row}, $1)`).join(', ')}`, 1)
  expect([...long.take(9, shapeOf).keys()]).toEqual(['insert into t values (?, …), …'])

  const tally = new Tally(3)
  for (let n = 0; n < 100; n += 1) tally.note('often', n < 90 ? 0.5 : 100)
  for (const text of ['b', 'c', 'd', 'e']) tally.note(text, 1)
  const taken = tally.take(2, (text) => text)
  expect([...taken].map(([text, { calls }]) => [text, calls])).toEqual([
    ['often', 100],
    ['', 4],
  ])
  expect(percentile(taken.get('often')!, 0.5)).toBeLessThan(1)
  expect(percentile(taken.get('often')!, 0.95)).toBeGreaterThan(64)
  expect(percentile(taken.get('often')!, 0.99)).toBeLessThanOrEqual(100)

  expect(errorWords({ message: 'duplicate key value violates unique constraint "users_email"\nmore' })).toBe(
    'duplicate key value violates unique constraint "users_email"',
  )
  expect(errorWords({ message: 'no answer from asha@clinic.example or +254712345678' })).toBe('no answer from …@… or …')
  expect(sentMessage("ENOENT: no such file or directory, open '/mnt/usb/kliniki/x.kbackup'")).toBe(
    "ENOENT: no such file or directory, open '…'",
  )
  expect(sentMessage('EACCES on /var/lib/kliniki/data, and C:\\Klinik\\data too')).toBe('EACCES on …, and … too')
  expect(sentMessage('connect ECONNREFUSED 10.0.0.5:5432')).toBe('connect ECONNREFUSED …')
  expect(sentMessage('connect ECONNREFUSED ::1:5432 and fe80::1%eth0 and [::1]:80')).toBe('connect ECONNREFUSED … and … and …')
  expect(sentMessage('getaddrinfo ENOTFOUND db.clinic.example')).toBe('getaddrinfo ENOTFOUND …')
  expect(sentMessage('getaddrinfo EAI_AGAIN database')).toBe('getaddrinfo EAI_AGAIN …')
  expect(sentMessage('no reply of mail.clinic.example:587, nor of smtp:25, nor https://sms.example/send?to=1')).toBe(
    'no reply of …, nor of …, nor …',
  )
  expect(sentMessage("the server doesn't answer, it isn't there at 12:30")).toBe("the server doesn't answer, it isn't there at 12:30")
  expect(errorWords({ value: { message: 'job timed out' } })).toBe('job timed out')
  expect(errorWords(null)).toBe('')
})
