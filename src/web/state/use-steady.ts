import { useLayoutEffect, useState } from 'react'

/**
 * The same object for good, which holds the functions of the latest drawing: rows that were given it are drawn anew only when they themselves
 * change. Its functions are called by events, never while drawing.
 */
export const useSteady = <T extends object>(actions: T): T => {
  const [steady] = useState(() => ({ ...actions }))
  useLayoutEffect(() => {
    Object.assign(steady, actions)
  })
  return steady
}
