import { useEffect, useState } from 'react'

/** An object that stays the same and always holds the newest deeds: what is drawn once calls them as they are now. */
export const useSteady = <T extends object>(deeds: T): T => {
  const [steady] = useState(() => ({ ...deeds }))
  // What the last drawing made is what the next event calls.
  useEffect(() => {
    Object.assign(steady, deeds)
  })
  return steady
}
