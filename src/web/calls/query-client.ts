import { QueryCache, QueryClient, type Query } from '@tanstack/react-query'
import { ApiError } from './http.ts'
import type { LiveNews } from './live-stream.ts'
import { isUnsettled } from './connection.ts'
import { whenRestored } from './connection-state.ts'
import { concerns, isOfThis } from './news-about.ts'
import { BURST_MS, own, restOfPause } from './news-pace.ts'

/** Failed fetches are logged, without personal data, and leave what is shown as it was. */
const cache = new QueryCache({
  onError: (error, { queryKey }) => {
    const why = error instanceof ApiError ? `${error.status} ${error.code}` : error.name
    console.error(`Could not fetch ${String(queryKey[0])}: ${why}`)
  },
})

export const queryClient = new QueryClient({
  queryCache: cache,
  defaultOptions: {
    queries: {
      staleTime: 20_000,
      networkMode: 'always',
      // A call is repeated by itself (`connection.ts`); after a break the stream, and the probe, say what to ask for again.
      retry: false,
      refetchOnReconnect: false,
    },
    mutations: { networkMode: 'always' },
  },
})

const isForAllPatients = ({ topic, id }: LiveNews) => topic === 'portal' && id === undefined
/** So long, at most, a screen waits with what is news to all patients: they would all ask at the same moment. */
const SPREAD_MS = 5_000
let waiting: ReturnType<typeof setTimeout> | undefined

/**
 * Asks again for what the news is about: at once where it is about the record on the screen or may be of one's own making; for a list
 * within two seconds, but not before it has been on the screen for six; what is news to all patients within some seconds.
 */
export const takeUpNews = (news: readonly LiveNews[]) => {
  const forAll = news.filter(isForAllPatients)
  if (forAll.length > 0)
    waiting ??= setTimeout(() => {
      waiting = undefined
      void invalidateNews(forAll)
    }, Math.random() * SPREAD_MS)
  return invalidateNews(
    news.filter((one) => !isForAllPatients(one)),
    true,
  )
}

const askedAt = new WeakMap<Query, number>()
cache.subscribe((event) => {
  if (event.type === 'updated' && event.action.type === 'fetch') askedAt.set(event.query, Date.now())
})
const lastAskedAt = (query: Query) => askedAt.get(query) ?? 0
/** Those that will be asked for again: when their moment comes, and when the last news of them came. */
const held = new Map<Query, { newsAt: number; dueAt: number; timer: ReturnType<typeof setTimeout> }>()
/** A question that failed was tried three times: for so long neither news nor a clock has it asked again. */
const FAILED_REST_MS = 30_000
const restOf = (query: Query): number => {
  const { status, dataUpdatedAt, errorUpdatedAt } = query.state
  const rest = restOfPause(Math.max(dataUpdatedAt, lastAskedAt(query)))
  return status === 'error' ? rest + Math.max(0, errorUpdatedAt + FAILED_REST_MS - Date.now()) : rest
}
const askAgain = (query: Query) => {
  const newsAt = held.get(query)?.newsAt ?? 0
  held.delete(query)
  // What was asked for and answered since knows of it.
  if (lastAskedAt(query) > newsAt && !query.state.isInvalidated) return
  void queryClient.refetchQueries({ type: 'active', predicate: (one) => one === query })
}
const hold = (query: Query, wait = restOf(query)) => {
  query.invalidate()
  if (!query.isActive()) return
  const newsAt = Date.now()
  const dueAt = newsAt + wait
  const known = held.get(query)
  if (known && known.dueAt <= dueAt) {
    known.newsAt = newsAt
    return
  }
  // What waits for its rest to end does not wait for it any longer when the break is over.
  clearTimeout(known?.timer)
  held.set(query, { newsAt, dueAt, timer: setTimeout(() => askAgain(query), wait) })
}

/** Within so long a screen asks for all that it shows after a break; all browsers of the clinic do. */
const CAUGHT_UP_MS = 3_000
/** Marks everything as old after a break. What is on the screen is asked for once, each at a moment of its own, however many say so. */
export const catchUp = () => {
  for (const query of cache.getAll()) hold(query, Math.random() * CAUGHT_UP_MS)
}
whenRestored(catchUp)

/** The `refetchInterval` of a question that is asked again every so often. */
export const pollAfter = (ms: number, { status }: { status: string }): number => (status === 'error' ? Math.max(ms, FAILED_REST_MS) : ms)

/** Asks for all that is on the screen after a change, or its refusal; not when nothing answered: nothing is known to be new then. */
export const refreshAfter = (error: unknown = null) => {
  if (!isUnsettled(error)) void queryClient.invalidateQueries()
}

/** Makes stale what the news is about; what is on the screen is asked for again. */
export const invalidateNews = (news: readonly LiveNews[], mayWait = false) => {
  const isConcerned = ({ meta, state }: Query) => news.some((one) => concerns(meta ?? {}, one, state.data))
  // The first reply that is under way may be older than the news, and would be taken for fresh.
  const first = cache.findAll({
    predicate: (one) => one.state.data === undefined && one.state.fetchStatus === 'fetching' && isConcerned(one),
  })
  for (const one of first)
    void one.promise?.then(() => queryClient.invalidateQueries({ queryKey: one.queryKey, exact: true })).catch(() => null)
  const isAboutThis = ({ state, meta = {} }: Query) => news.some((one) => concerns(meta, one, state.data) && isOfThis(meta, one))
  /** How long it waits with the news; zero is at once. */
  const waitOf = (query: Query): number => {
    const asked = lastAskedAt(query)
    if (!mayWait) return 0
    if (query.state.status === 'error') return restOf(query)
    if (query.state.data === undefined || own.areNewTo(asked)) return 0
    return isAboutThis(query) ? Math.max(0, asked + BURST_MS - Date.now()) : restOf(query)
  }
  const { later = [], now = [] } = Object.groupBy(
    cache.findAll({ predicate: isConcerned }).map((query) => ({ query, wait: waitOf(query) })),
    ({ wait }) => (wait > 0 ? 'later' : 'now'),
  )
  for (const { query, wait } of later) hold(query, wait)
  const atOnce = new Set(now.map(({ query }) => query))
  return queryClient.invalidateQueries({ predicate: (one) => atOnce.has(one) })
}
