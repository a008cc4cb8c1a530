import { call } from '#web/calls/api.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { createStore } from '#web/state/store.ts'
import { retryInbox, type RetryOutcome } from '#features/analysers/contract-inbox.ts'

/** What became of the results that were tried last, until a person has seen it; shown by `RetryOutcomes`. */
export const retried = createStore<readonly RetryOutcome[] | null>(null)

type Asked = { equipment: number } | { results: number[] }

/** As many results as one call takes. */
const MOST = 500
/** The same request in calls of at most 500 results. */
export const callsOf = (asked: Asked): Asked[] =>
  'equipment' in asked
    ? [asked]
    : Array.from({ length: Math.ceil(asked.results.length / MOST) }, (_, at) => ({
        results: asked.results.slice(at * MOST, (at + 1) * MOST),
      }))

/** Tries waiting results again, all of an instrument or those that are named, and shows what became of each. */
export const retryResults = async (asked: Asked): Promise<void> => {
  try {
    const outcomes = new Map<number, RetryOutcome>()
    for (const body of callsOf(asked)) {
      for (const one of (await call(retryInbox, { body })).outcomes) outcomes.set(one.id, one)
      retried.set([...outcomes.values()])
    }
  } finally {
    void queryClient.invalidateQueries()
  }
}
