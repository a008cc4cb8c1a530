import { useLayoutEffect, useMemo } from 'react'

/**
 * The same object for good, whose functions are always those of the latest drawing: rows that were given it are drawn anew only when they
 * themselves change. Its functions are called by events, never while drawing.
 */
export const useSteady = <D extends object>(deeds: D): D => {
  const { steady, follow } = useMemo(() => {
    let latest = deeds
    return {
      steady: new Proxy(deeds, { get: (_, name) => Reflect.get(latest, name) as unknown }),
      follow: (next: D) => {
        latest = next
      },
    }
    // Made once: `follow` brings the later ones.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  useLayoutEffect(() => follow(deeds))
  return steady
}
