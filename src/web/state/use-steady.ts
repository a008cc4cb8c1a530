import { useLayoutEffect, useState } from 'react'

/**
 * The same object for good, which holds the functions of the latest drawing: rows that were given it are drawn anew only when they themselves
 * change. Its functions are called by events, never while drawing.
 */
export const useSteady = <T extends object>(deeds: T): T => {
  const [steady] = useState(() => ({ ...deeds }))
  useLayoutEffect(() => {
    Object.assign(steady, deeds)
  })
  return steady
}
