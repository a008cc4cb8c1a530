import { useRef, useState } from 'react'
import type { Confirmations, ImplausibleValue } from '#shared/implausible.ts'
import type { ApiError } from '../calls/api.ts'

/** What the server asks about before it records implausible values, and what was answered: sent along with the next attempt. */
export const useAsked = () => {
  const [questions, setQuestions] = useState<readonly ImplausibleValue[] | null>(null)
  const confirmed = useRef<Confirmations>([])
  return {
    questions,
    confirmations: () => (confirmed.current.length > 0 ? { confirmations: confirmed.current } : {}),
    /** True when it was a question. Whatever else is refused may change the values: they are asked about anew. */
    refused: ({ code, body }: ApiError): boolean => {
      if (code !== 'implausible') {
        confirmed.current = []
        return false
      }
      setQuestions(body['questions'] as readonly ImplausibleValue[])
      return true
    },
    answer: (answers: Confirmations) => {
      confirmed.current = [...confirmed.current, ...answers]
      setQuestions(null)
    },
    close: () => setQuestions(null),
  }
}
