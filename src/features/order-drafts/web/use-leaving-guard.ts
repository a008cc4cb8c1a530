import { useEffect } from 'react'
import { useBlocker } from 'react-router'
import { askBeforeLeaving, isAsked } from '#web/session/leaving.ts'

/**
 * Asks before the page of a visit is left while orders in it are not sent: for another page by the question of the clinic, for the browser's own ways
 * (closing the tab, loading it anew) by the browser's. Shown once on a page.
 */
export const useLeavingGuard = (visit: number) => {
  const blocker = useBlocker(({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isAsked(visit))
  const { state, proceed, reset } = blocker
  // Router and browser are outside React.
  useEffect(() => {
    if (state !== 'blocked') return
    void askBeforeLeaving('leave', visit).then((going) => (going ? proceed() : reset()))
  }, [state, proceed, reset, visit])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isAsked(visit)) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [visit])
}
