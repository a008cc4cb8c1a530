import { QueryCache, QueryClient } from '@tanstack/react-query'
import type { Topic } from '#shared/topics.ts'
import { ApiError } from './http.ts'
import { whenRestored } from './connection.ts'

const RETRIES = 2
const isWorthRetrying = (error: unknown) => error instanceof ApiError && (error.status === 429 || error.status >= 500)

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
      retry: (failures, error) => failures < RETRIES && isWorthRetrying(error),
      retryDelay: (attempt, error) => Math.min(10_000, ((error instanceof ApiError && error.retryAfter) || 2 ** attempt) * 1000),
    },
    mutations: { networkMode: 'always' },
  },
})

whenRestored(() => void queryClient.invalidateQueries())

/** Makes every reply stale that depends on one of the topics; what is on the screen is asked for again. */
export const invalidateTopics = (topics: readonly Topic[]) =>
  queryClient.invalidateQueries({
    predicate: ({ meta }) => {
      const live = meta?.['live']
      return Array.isArray(live) && live.some((topic: Topic) => topics.includes(topic))
    },
  })
