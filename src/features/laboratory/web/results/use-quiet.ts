import { useEffect, useState } from 'react'

const isDialogOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

/**
 * True once nobody has pressed a key for a while since it was wanted and no other dialog is open: a dialog that opens by itself takes no letter
 * that was meant for a box, and covers no question.
 */
export const useQuiet = (isWanted: boolean, forMs = 700): boolean => {
  const [isQuiet, setQuiet] = useState(false)
  // The keyboard is outside React.
  useEffect(() => {
    if (!isWanted) return undefined
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => (isDialogOpen() ? wait() : setQuiet(true)), forMs)
    }
    wait()
    window.addEventListener('keydown', wait, true)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', wait, true)
      setQuiet(false)
    }
  }, [isWanted, forMs])
  return isWanted && isQuiet
}
