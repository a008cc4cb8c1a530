import { useEffect, useState } from 'react'

export type ReadWords = (typed: string) => string

/** Says typed directions in plain words; null until the reader is there, which is large and needed by nobody who types none. */
export const useWords = (): ReadWords | null => {
  const [read, setRead] = useState<ReadWords | null>(null)
  useEffect(() => void import('./sale-words.ts').then(({ wordsOf }) => setRead(() => wordsOf)), [])
  return read
}
