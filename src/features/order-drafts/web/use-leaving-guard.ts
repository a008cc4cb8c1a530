import { useContext, useEffect, useId } from 'react'
import { UNSAFE_DataRouterContext as RouterContext } from 'react-router'
import { askBeforeLeaving, isAsked } from '#web/session/leaving.ts'

/**
 * Asks before the page of a visit is left while orders in it are not sent: for another page by the question of the clinic, for the browser's own
 * ways (closing the tab, loading it anew) by the browser's. Shown once on a page. It blocks as `useBlocker` does, which would be part of the
 * first load.
 */
export const useLeavingGuard = (visit: number) => {
  const key = useId()
  const router = useContext(RouterContext)?.router
  // Router and browser are outside React.
  useEffect(() => {
    if (!router) return undefined
    router.getBlocker(key, ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && isAsked(visit))
    let isAsking = false
    const ask = async () => {
      const blocker = router.state.blockers.get(key)
      if (blocker?.state !== 'blocked' || isAsking) return
      isAsking = true
      const going = await askBeforeLeaving('leave', visit)
      isAsking = false
      if (going) blocker.proceed()
      else blocker.reset()
    }
    const stop = router.subscribe(() => void ask())
    return () => {
      stop()
      router.deleteBlocker(key)
    }
  }, [router, key, visit])
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (isAsked(visit)) event.preventDefault()
    }
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [visit])
}
