import { useEffect, useState } from 'react'

/** After the start, when the page that was asked for is there. */
export const WARM_MS = 4000

/**
 * Fetches a part of the program while nothing else is to do, so that it is there when the line is not; true once it is. Without a line just
 * then it stays cold: only what is needed at once may break the screen. `load` is always the same function.
 */
export const useWarm = (load: () => Promise<unknown>): boolean => {
  const [isWarm, setWarm] = useState(false)
  // The clock is outside React.
  useEffect(() => {
    const timer = setTimeout(
      () =>
        void load().then(
          () => setWarm(true),
          () => null,
        ),
      WARM_MS,
    )
    return () => clearTimeout(timer)
  }, [load])
  return isWarm
}
