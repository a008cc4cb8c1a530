import { useEffect, useState } from 'react'

/** True once nobody has pressed a key for a while since it was wanted: a dialog that opens by itself takes no letter that was meant for a box. */
export const useQuiet = (isWanted: boolean, forMs = 700): boolean => {
  const [isQuiet, setQuiet] = useState(false)
  // The keyboard is outside React.
  useEffect(() => {
    if (!isWanted) return undefined
    let timer = setTimeout(() => setQuiet(true), forMs)
    const onKey = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setQuiet(true), forMs)
    }
    window.addEventListener('keydown', onKey, true)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', onKey, true)
      setQuiet(false)
    }
  }, [isWanted, forMs])
  return isWanted && isQuiet
}
