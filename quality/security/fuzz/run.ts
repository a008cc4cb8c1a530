import { sql } from 'kysely'
import { verifyTrail } from '#platform/audit/verify.ts'
import type { Db } from '#platform/db/connect.ts'
import { findInconsistencies } from '../../../src/testing/books/books.ts'
import { findStockInconsistencies } from '../../../src/testing/books/stock-books.ts'
import { featureRoutes } from '../../../src/app.ts'
import { asker } from './ask.ts'
import { type FuzzedServer, startFuzzedServer } from './fuzzed-server.ts'
import { faultOf, type Answer } from './check-answer.ts'
import { type Plan, planner } from './plan.ts'
import { openReached } from './reached.ts'

export interface FuzzOptions {
  requests: number
  seed: number
  /** The first request, for asking one again. */
  from: number
  say: (line: string) => void
}

export interface FuzzResult {
  requests: number
  endpoints: number
  perSecond: number
  p50: number
  p99: number
  slowest: number
  /** The calls that took most of the time, with their share of it. */
  dearest: string[]
  /** How many answers of each status. */
  statuses: Record<string, number>
  /** The calls that nobody had a success with. */
  never: string[]
  /** How much of what each group asked had success. */
  shares: string[]
  faults: string[]
}

const LANES = 8
/** So many requests by the same people: afterwards somebody may have signed them out, or taken their rights. */
const TURN = 500
const P99_MS = 2_000
/** Of one endpoint, so that one fault does not drown the others. */
const MOST_OF_EACH = 3
const DEAREST = 10
const MOST_ERRORS = 40

const report = (at: number, { endpoint, who, path, headers, body }: Plan, fault: string, answer?: Answer) =>
  [
    `#${at} ${fault}: ${endpoint.method} ${path.slice(0, 300)} as ${who} ${JSON.stringify(headers)}`,
    ...(body === undefined ? [] : [`    sent ${body.toString().slice(0, 1500)}`]),
    ...(answer ? [`    answered ${answer.status} ${answer.text.slice(0, 600)}`] : []),
  ].join('\n')

/** Read by their prefix, which a run may have changed: `gapsIn` counts by series instead. */
const byPrefix = ['a series has a gap', 'a counter is not where its series ends']

const gapsIn = async (db: Db): Promise<string[]> => {
  const { rows } = await sql<{ series: string }>`
    with given as (
      select 'invoice' as series, count(number) as many from invoices union all select 'receipt', count(number) from receipts
      union all select 'credit note', count(number) from credit_notes
    ), counted as (select series, sum(last) as last from document_counters group by 1)
    select series from given left join counted using (series) where many <> coalesce(last, 0)`.execute(db)
  return rows.map(({ series }) => `the numbers of each ${series} have a gap`)
}

/** What must be true of the books, the shelves and the trail, whatever anybody has sent. */
const brokenAfter = async ({ db, message }: FuzzedServer): Promise<string[]> => {
  const books = (await findInconsistencies(db)).filter((fault) => !byPrefix.includes(fault))
  const [gaps, stock, trail] = [await gapsIn(db), await findStockInconsistencies(db), await verifyTrail(db)]
  const errors = message()
    .split('\n')
    .filter((line) => line.includes('"level":50') || line.includes('"level":60'))
  return [
    ...[...books, ...gaps, ...stock].map((fault) => `Afterwards ${fault}`),
    ...(trail.finding ? [`Afterwards the trail is broken: ${JSON.stringify(trail.finding)}`] : []),
    ...errors.slice(0, MOST_ERRORS).map((line) => `The program logged ${line.slice(0, 1500)}`),
  ]
}

const dearestOf = (spent: ReadonlyMap<string, number>) => {
  const all = [...spent.values()].reduce((sum, ms) => sum + ms, 0)
  const first = [...spent].toSorted(([, a], [, b]) => b - a).slice(0, DEAREST)
  return first.map(([call, ms]) => `${call} ${((ms / all) * 100).toFixed(1)} %`)
}

const percentile = (sorted: Float64Array, share: number) => Math.round((sorted[Math.floor((sorted.length - 1) * share)] ?? 0) * 10) / 10

/** Asks the program `requests` things by chance. The same seed asks the same things on the same day; one is asked again by its number. */
export const fuzz = async ({ requests, seed, from, say }: FuzzOptions): Promise<FuzzResult> => {
  const endpoints = featureRoutes({} as never).map(({ endpoint }) => endpoint)
  const planOf = planner(endpoints, seed)
  const app = await startFuzzedServer(say)
  const { ask, close } = asker(app.port, LANES)
  const times = new Float64Array(requests)
  const statuses: Record<string, number> = {}
  const spent = new Map<string, number>()
  const reached = openReached()
  const faults: string[] = []
  let people = new Map<string, string>()
  const turn = { next: 0 }

  const reported = new Map<Plan['endpoint'], number>()
  const found = (plan: Plan, text: string) => {
    faults.push(text)
    const times = (reported.get(plan.endpoint) ?? 0) + 1
    reported.set(plan.endpoint, times)
    if (times <= MOST_OF_EACH) say(text)
  }

  const one = async (index: number) => {
    const at = from + index
    const plan = planOf(at)
    const token = plan.who === 'forged' ? 'eyJhbGciOiJub25lIn0.e30.' : people.get(plan.who)
    try {
      const answer = await ask(plan, token, at)
      times[index] = answer.ms
      const call = `${plan.endpoint.method} ${plan.endpoint.path}`
      spent.set(call, (spent.get(call) ?? 0) + answer.ms)
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1
      reached.note(plan.endpoint, plan.who, answer.status)
      const fault = faultOf(plan.endpoint, answer, app.secrets)
      if (fault) found(plan, report(at, plan, fault, answer))
    } catch (error) {
      found(plan, report(at, plan, String(error)))
    }
  }
  const lane = async (until: number) => {
    while (turn.next < until) await one(turn.next++)
  }

  try {
    say(`${requests} requests to ${endpoints.length} endpoints, seed ${seed}, from number ${from}`)
    const begun = performance.now()
    while (turn.next < requests) {
      people = await app.people()
      const until = Math.min(requests, turn.next + TURN)
      await Promise.all(Array.from({ length: LANES }, () => lane(until)))
      if (until % (TURN * 10) === 0) say(`  ${until} asked, ${faults.length} faults`)
    }
    const seconds = (performance.now() - begun) / 1000
    const sorted = times.toSorted()
    const p99 = percentile(sorted, 0.99)
    if (p99 > P99_MS)
      faults.push(`One of a hundred requests took longer than ${p99} ms, which says nothing on a machine that has other work`)
    faults.push(...reached.faults(), ...(await brokenAfter(app)))
    return {
      requests,
      endpoints: endpoints.length,
      perSecond: Math.round(requests / seconds),
      p50: percentile(sorted, 0.5),
      p99,
      slowest: percentile(sorted, 1),
      dearest: dearestOf(spent),
      statuses,
      never: reached.never(),
      shares: reached.shares(),
      faults,
    }
  } finally {
    close()
    await app.close()
  }
}
