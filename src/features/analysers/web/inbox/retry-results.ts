import { call } from '#web/calls/api.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { createStore } from '#web/state/store.ts'
import { retryInbox, type RetryOutcome } from '#features/analysers/contract-inbox.ts'

/** What became of the results that were tried last, until a person has seen it; shown by `RetryOutcomes`. */
export const retried = createStore<readonly RetryOutcome[] | null>(null)

/** Tries waiting results again, all of an instrument or those that are named, and shows what became of each. */
export const retryResults = async (asked: { equipment: number } | { results: number[] }): Promise<void> => {
  try {
    retried.set((await call(retryInbox, { body: asked })).outcomes)
  } finally {
    void queryClient.invalidateQueries()
  }
}
