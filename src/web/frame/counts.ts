import { lazy } from 'react'

/** What waits behind an entry of the menu: it comes after the menu has been painted. */
export const WaitingCount = lazy(async () => ({ default: (await import('./waiting-count.tsx')).WaitingCount }))
