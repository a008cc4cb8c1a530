import { useEffect, useState } from 'react'

/** The value once it has stayed the same for a while: what is passed over is not asked for. */
export const useSettled = <T>(value: T, afterMs = 180): T => {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
