import { lazy, Suspense } from 'react'

// The queue is drawn first: few of its patients have orders that are not sent.
const PendingChips = lazy(async () => ({ default: (await import('./pending-rows.tsx')).PendingChips }))
const PendingNote = lazy(async () => ({ default: (await import('./pending-rows.tsx')).OrdersPendingNote }))

/** Beside a patient in a queue or over their work: that a person has chosen orders in this visit and not sent them. Nothing while there are none. */
export const OrdersPending = ({ visit }: { visit: number | null | undefined }) => (
  <Suspense>
    <PendingChips visit={visit} />
  </Suspense>
)

/** The same over the page of a patient; `except`: whose own basket is on the screen. */
export const OrdersPendingNote = (props: { visit: number; except: number | null }) => (
  <Suspense>
    <PendingNote {...props} />
  </Suspense>
)
