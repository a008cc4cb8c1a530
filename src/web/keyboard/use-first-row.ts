import { useEffect, useRef } from 'react'
import { useSplashOver } from '../splash.tsx'

/** Once rows are there, the first one is under the hand, also after coming back to them; never while something else has the focus. */
export const useFirstRow = (isThere: boolean, focusFirst: () => void) => {
  const latest = useRef(focusFirst)
  useEffect(() => {
    latest.current = focusFirst
  })
  // Under the splash nothing takes the focus.
  const isReady = useSplashOver() && isThere
  useEffect(() => {
    if (!isReady) return undefined
    // The frame puts the focus on the page first.
    const frame = requestAnimationFrame(() => {
      const { activeElement: now } = document
      if (now === null || now === document.body || now.id === 'page') latest.current()
    })
    return () => cancelAnimationFrame(frame)
  }, [isReady])
}
