import { useRef, useState } from 'react'

/** Runs one thing at a time: a second tap while it runs does nothing. `error` is the last one, until it is tried again. */
export const useActionOnce = (run: () => Promise<void>) => {
  const isRunning = useRef(false)
  const [state, setState] = useState<{ isBusy: boolean; error: unknown }>({ isBusy: false, error: undefined })
  const start = async () => {
    // State comes too late for the second of two quick taps.
    if (isRunning.current) return
    isRunning.current = true
    setState({ isBusy: true, error: undefined })
    let error: unknown
    try {
      await run()
    } catch (reason) {
      error = reason
    }
    isRunning.current = false
    setState({ isBusy: false, error })
  }
  return { ...state, start: () => void start() }
}
