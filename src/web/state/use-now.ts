import { useEffect, useState } from 'react'

/** The time now in milliseconds, again every so often while shown: for waits and ages of data. */
export const useNow = (everyMs = 30_000): number => {
  const [now, setNow] = useState(() => Date.now())
  // The clock is outside React.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
