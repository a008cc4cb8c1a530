import type { Endpoint } from '#shared/endpoint.ts'
import { type Figures, figuresOf } from '../../figures/measure.ts'

/** What is asked of a request: each sort has a budget of its own, in milliseconds at p95; null where none was set. */
export const budgets = { read: 20, list: 20, search: 30, write: 40, report: 2000, print: null, assistant: 300, 'sign in': null } as const
export type Sort = keyof typeof budgets

/** Answers of the server that change nothing though they are asked for by POST: what is being typed is looked at. */
const isLookedAt = (path: string) => path.endsWith('/check/') || path === '/patients/duplicates/'
/** Those under their own addresses that add up all there is: a laboratory's day, and what lies in every store. */
const overviews = ['/lab/lab-dashboard-metrics/', '/inventory/overview/']
const isReport = (path: string) => path.startsWith('/reports/') || overviews.includes(path)

/** By what it does, never by how long it took. */
export const sortOf = ({ method, path, paged, produces }: Endpoint, query: Readonly<Record<string, unknown>>): Sort => {
  if (path.startsWith('/users/login/') || path.startsWith('/users/token/')) return 'sign in'
  if (path === '/chatbot/chat/' && method === 'POST') return 'assistant'
  if (isReport(path)) return 'report'
  if (produces !== undefined) return 'print'
  if (isLookedAt(path) || query['q'] !== undefined) return 'search'
  if (method !== 'GET') return 'write'
  return paged || /(worklist|queue|board|slots)\/$/.test(path) ? 'list' : 'read'
}

export interface Failure {
  path: string
  status: number
  /** As the server says it; what happened to the line where there was no reply. */
  what: string
  count: number
}
export interface KindFigures extends Figures {
  name: string
  sort: Sort
}

export interface Meter {
  /** A call that is a list and a search counts as two kinds. */
  replied: (name: string, sort: Sort, ms: number) => void
  failed: (path: string, status: number, what: string) => void
  /** Somebody else was quicker, or a rule said no as it should: counted by what the server called it. */
  refused: (path: string, code: string) => void
  /** The line was cut, the server was not there or did not know the session: what was asked had to be asked once more. */
  cut: (path: string, why: string) => void
  /** A visit from the door to its receipt took so long. */
  visitEnded: (ms: number) => void
  /** Forgets what it has counted so far: the clinic is open now. */
  restart: () => void
  /** What went wrong since it began to count, in the order in which it was first met; cheap. */
  troubles: () => Troubles
  /** Everything since it began to count. */
  figures: (seconds: number) => DayFigures
  requests: () => number
  visits: () => number
}
interface Troubles {
  errors: number
  failures: Failure[]
  refusals: { path: string; code: string; count: number }[]
  cuts: { path: string; why: string; count: number }[]
}
export interface DayFigures extends Troubles {
  requests: number
  per_second: number
  visits: number
  visits_per_minute: number
  /** Seconds from door to receipt at the middle, and of nearly all. */
  way: { p50: number; p95: number }
  kinds: KindFigures[]
  sorts: (KindFigures & { budget: number | null })[]
}

interface Times {
  name: string
  sort: Sort
  times: number[]
}

const mostFirst = <T extends { count: number }>(all: readonly T[]) => all.toSorted((a, b) => b.count - a.count)

export const openMeter = (): Meter => {
  const kinds = new Map<string, Times>()
  const failures = new Map<string, Failure>()
  const refusals = new Map<string, DayFigures['refusals'][number]>()
  let ways: number[] = []
  const cuts = new Map<string, DayFigures['cuts'][number]>()
  let requests = 0

  const troubles = (): Troubles => ({
    errors: [...failures.values()].reduce((sum, { count }) => sum + count, 0),
    failures: [...failures.values()],
    refusals: [...refusals.values()],
    cuts: [...cuts.values()],
  })
  const figures = (seconds: number): DayFigures => {
    const wrong = troubles()
    const all = [...kinds.values()].map(({ name, sort, times }) => ({ name, sort, ...figuresOf(times, seconds, 0) }))
    const bySort = (Object.keys(budgets) as Sort[]).map((sort) => {
      const times = [...kinds.values()].filter((one) => one.sort === sort).flatMap((one) => one.times)
      return { name: sort, sort, budget: budgets[sort], ...figuresOf(times, seconds, 0) }
    })
    const way = figuresOf(ways, seconds, 0)
    return {
      requests,
      per_second: Math.round((requests / seconds) * 10) / 10,
      visits: ways.length,
      visits_per_minute: Math.round((ways.length / seconds) * 600) / 10,
      way: { p50: Math.round(way.p50 / 1000), p95: Math.round(way.p95 / 1000) },
      errors: wrong.errors,
      failures: mostFirst(wrong.failures),
      refusals: mostFirst(wrong.refusals),
      cuts: mostFirst(wrong.cuts),
      kinds: mostFirst(all),
      sorts: bySort.filter(({ count }) => count > 0),
    }
  }
  return {
    replied: (name, sort, ms) => {
      requests += 1
      const known = kinds.get(`${sort} ${name}`)
      if (known) known.times.push(ms)
      else kinds.set(`${sort} ${name}`, { name, sort, times: [ms] })
    },
    failed: (path, status, what) => {
      const key = `${status} ${path} ${what}`
      const known = failures.get(key)
      if (known) known.count += 1
      else failures.set(key, { path, status, what, count: 1 })
    },
    refused: (path, code) => {
      const key = `${code} ${path}`
      const known = refusals.get(key)
      if (known) known.count += 1
      else refusals.set(key, { path, code, count: 1 })
    },
    restart: () => {
      for (const one of [kinds, failures, refusals, cuts]) one.clear()
      ways = []
      requests = 0
    },
    cut: (path, why) => {
      // One line for each place, not for each record.
      const place = path.replaceAll(/\/\d+/g, '/{id}')
      const known = cuts.get(`${place} ${why}`)
      if (known) known.count += 1
      else cuts.set(`${place} ${why}`, { path: place, why, count: 1 })
    },
    visitEnded: (ms) => void ways.push(ms),
    troubles,
    figures,
    requests: () => requests,
    visits: () => ways.length,
  }
}
