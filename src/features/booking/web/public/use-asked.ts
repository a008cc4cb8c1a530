import { useEffect, useEffectEvent, useState } from 'react'

export interface Asked<T> {
  data: T | undefined
  error: unknown
  /** Asks once more; what is shown stays until the answer is there. */
  again: () => void
}
interface Answer<T> {
  about: string
  turn: number
  data?: T
  error?: unknown
}

/** Asks when the page opens and whenever `about` changes. An answer that was overtaken is dropped. */
export const useAsked = <T>(about: string, ask: (signal: AbortSignal) => Promise<T>): Asked<T> => {
  const [turn, setTurn] = useState(0)
  const [answer, setAnswer] = useState<Answer<T>>({ about, turn })
  const askNow = useEffectEvent(ask)
  // The one place of these pages that loads: a library for it would weigh more than all of their own code.
  useEffect(() => {
    const end = new AbortController()
    const settle = (how: { data: T } | { error: unknown }) => {
      if (!end.signal.aborted) setAnswer((last) => ({ ...(last.about === about && { data: last.data }), ...how, about, turn }))
    }
    askNow(end.signal).then(
      (data) => settle({ data }),
      (error: unknown) => settle({ error }),
    )
    return () => end.abort()
  }, [about, turn])
  const isOurs = answer.about === about
  return {
    data: isOurs ? answer.data : undefined,
    error: isOurs && answer.turn === turn ? answer.error : undefined,
    again: () => setTurn((n) => n + 1),
  }
}
