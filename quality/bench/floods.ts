import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { asOwner } from '#platform/db/owner.ts'
import { withBenchServer, type BenchServer } from './server/bench-server.ts'
import { openConnection } from './server/http-client.ts'
import { figuresOf, type Figures } from './figures/measure.ts'
import { memoryOf } from './figures/memory.ts'

// What a flood of refused requests, and of live streams, from a few registered patients costs everybody else, and what it leaves in the audit
// trail: `node quality/bench/floods.ts [--quick]`.
const SIZE = { patients: 300, visits: 300 }
const ACCOUNTS = 6
const LANES = 12
const LOOK_MS = 500
/** Between two calls of the person at the desk. */
const THINK_MS = 40

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const REFUSED = values.quick ? 2_000 : 100_000
const STREAMS = values.quick ? 400 : 10_000
const CALM_MS = values.quick ? 2_000 : 15_000

const say = (line: string) => void process.stdout.write(`${line}\n`)
/** The program with all that it has started, in MB. */
const usedMb = (pid: number) => memoryOf([pid]) ?? 0

const VISITS = '/patients/initiate-attendance-process/?limit=20'
const desk = [VISITS, '/patient/search/?q=an', '/users/me/'] as const
const refused = ['/users/users/', '/audit/log/', VISITS, '/patient/search/?q=an', '/users/security/', '/messages/'] as const

/** Strangers who registered as patients. */
const makeAccounts = (url: string) =>
  asOwner(url, async (client) => {
    await client.query(
      `with made as (insert into users (email, first_name, last_name, role)
         select 'stranger' || n || '@flood.example', 'Stranger', n::text, 'patient' from generate_series(1, $1::integer) n returning id)
       insert into user_groups (user_id, group_id) select made.id, g.id from made, groups g where g.name = 'Patient'`,
      [ACCOUNTS],
    )
  })

const countDenied = (url: string) =>
  asOwner(url, async (client) => {
    const { rows } = await client.query<{ first: number; summaries: number; counted: number; waiting: number }>(
      `select count(*) filter (where entity <> 'refused requests')::integer as first,
         count(*) filter (where entity = 'refused requests')::integer as summaries,
         coalesce(sum((change ->> 'count')::integer) filter (where entity = 'refused requests'), 0)::integer as counted,
         (select count(*) from refused_requests)::integer as waiting
       from audit_log where action = 'denied'`,
    )
    return rows[0]!
  })

/** One person at the desk works, and the program's memory is looked at, until `work` is done. */
const beside = async (app: BenchServer, work: () => Promise<void>): Promise<{ calls: Figures; peak: number }> => {
  const times: number[] = []
  let errors = 0
  const over = new AbortController()
  let peak = usedMb(app.pid)
  const timer = setInterval(() => (peak = Math.max(peak, usedMb(app.pid))), LOOK_MS)
  const from = performance.now()
  const [token = ''] = app.tokens()
  const working = async () => {
    const connection = await openConnection(app.port)
    for (let at = 0; !over.signal.aborted; at++) {
      const begun = performance.now()
      const { status } = await connection.send({ method: 'GET', path: desk[at % desk.length]!, token })
      if (status >= 400) errors += 1
      times.push(performance.now() - begun)
      await sleep(THINK_MS)
    }
    connection.close()
  }
  const desking = working()
  try {
    await work()
  } finally {
    over.abort()
    clearInterval(timer)
    await desking
  }
  return { calls: figuresOf(times, (performance.now() - from) / 1000, errors), peak: Math.max(peak, usedMb(app.pid)) }
}

const report = (what: string, { calls: { p50, p95, p99, count, errors }, peak }: Awaited<ReturnType<typeof beside>>) =>
  say(`  ${what}: p50 ${p50}, p95 ${p95}, p99 ${p99} ms of ${count} calls at the desk, ${errors} errors; program at most ${peak} MB`)

const floodRefused = async (app: BenchServer, tokens: () => string[]) => {
  const statuses = new Map<number, number>()
  let next = 0
  let all = tokens()
  const lane = async () => {
    const connection = await openConnection(app.port)
    for (let at = next++; at < REFUSED; at = next++) {
      if (at % 5_000 === 0) all = tokens()
      const { status } = await connection.send({ method: 'GET', path: refused[at % refused.length]!, token: all[at % all.length]! })
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
    connection.close()
  }
  const from = performance.now()
  await Promise.all(Array.from({ length: LANES }, lane))
  const seconds = (performance.now() - from) / 1000
  const replies = [...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')
  say(`  ${REFUSED} refused requests in ${seconds.toFixed(1)} s (${(REFUSED / seconds).toFixed(0)}/s): ${replies}`)
}

/** Asks for a stream; keeps it open where there is one. */
const openStream = (app: BenchServer, token: string, open: (() => void)[]): Promise<number> =>
  new Promise((done, failed) => {
    const asked = request({
      host: '127.0.0.1',
      port: app.port,
      path: '/events/',
      headers: { authorization: `Bearer ${token}` },
      agent: false,
    })
    asked.on('error', failed)
    asked.on('response', (reply) => {
      reply.on('error', () => {})
      if (reply.statusCode === 200) open.push(() => reply.destroy())
      else reply.resume()
      done(reply.statusCode ?? 0)
    })
    asked.end()
  })

const floodStreams = async (app: BenchServer, tokens: () => string[]) => {
  const statuses = new Map<number, number>()
  const open: (() => void)[] = []
  const all = tokens()
  let next = 0
  const lane = async () => {
    for (let at = next++; at < STREAMS; at = next++) {
      const status = await openStream(app, all[at % all.length]!, open)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  say(`  ${STREAMS} streams asked for: ${[...statuses].map(([status, count]) => `${count} × ${status}`).join(', ')}; ${open.length} open`)
  await sleep(CALM_MS / 3)
  for (const close of open) close()
}

const calm = () => sleep(CALM_MS)

await withBenchServer({ size: SIZE, dir: undefined, lanes: 1, seconds: 1, profile: false, say }, async (app) => {
  await makeAccounts(app.url)
  const tokens = await app.signIn('stranger%@flood.example', 'patient')
  // The first calls compile what all the others use.
  await beside(app, () => sleep(CALM_MS / 5))
  say(`Refused requests, from ${ACCOUNTS} accounts:`)
  report('before', await beside(app, calm))
  const before = await countDenied(app.url)
  report('during', await beside(app, () => floodRefused(app, tokens)))
  report('after', await beside(app, calm))
  // The last minute is summed up when all processes have had the time to save their counts.
  let after = await countDenied(app.url)
  for (let waited = 0; after.waiting > 0 && waited < 150; waited += 5) {
    await sleep(5_000)
    after = await countDenied(app.url)
  }
  if (after.waiting > 0) throw new Error(`${after.waiting} rows were not summed up.`)
  say(`  rows in the audit trail: ${after.first - before.first} first ones and ${after.summaries} summaries, which count ${after.counted}`)
  say(`Live streams, from ${ACCOUNTS} accounts:`)
  report('before', await beside(app, calm))
  report('during', await beside(app, () => floodStreams(app, tokens)))
  report('after', await beside(app, calm))
})
