import { lazy, Suspense } from 'react'
import { useStore } from '#web/state/store.ts'
import { retried } from './retry-results.ts'

const RetriedDialog = lazy(async () => ({ default: (await import('./retried-dialog.tsx')).RetriedDialog }))

/** What became of the results that were tried last, until a person has seen it. */
export const RetryOutcomes = () => {
  const outcomes = useStore(retried)
  return <Suspense>{outcomes && <RetriedDialog outcomes={outcomes} />}</Suspense>
}
