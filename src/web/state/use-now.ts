import { useEffect, useState } from 'react'
import { clinicNow } from './clinic-clock.ts'

/** The time now at the clinic in milliseconds, again every so often while shown: for waits and ages of data. */
export const useNow = (everyMs = 30_000): number => {
  const [now, setNow] = useState(() => clinicNow())
  // The clock is outside React.
  useEffect(() => {
    const timer = setInterval(() => setNow(clinicNow()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return now
}
