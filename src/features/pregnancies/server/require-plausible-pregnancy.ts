import type { Confirmations } from '#shared/implausible.ts'
import { fieldError, Problem } from '#platform/errors/problem.ts'
import { askAboutPregnancy, type Asked } from '../ask.ts'

/** A confirmed value as it is kept with its pregnancy. */
export interface KeptConfirmation {
  field: string
  value: number
  text: string
  reason: string
  by: number
  at: string
}

interface Answers {
  confirmations: Confirmations
  /** What was confirmed before: it holds for the same value, and for what grows with the days. */
  kept: readonly KeptConfirmation[]
  by: number
  now: Date
}

/**
 * 409 `implausible` with every question about a pregnancy that no confirmation answers, 400 for a confirmation of what is not asked. Answers
 * all confirmations that are kept with it.
 */
export const requirePlausiblePregnancy = (asked: Asked, { confirmations, kept, by, now }: Answers): KeptConfirmation[] => {
  const questions = askAboutPregnancy(asked)
  const idle = confirmations.find(({ field }) => !questions.some((one) => one.field === field))
  if (idle)
    throw fieldError(
      'confirmations',
      `No confirmation is needed for ${idle.field}. Confirm only: ${questions.map(({ field }) => field).join(', ') || 'nothing'}.`,
    )
  const given = new Map(confirmations.map(({ field, reason }) => [field, reason]))
  const isKept = ({ field, value }: { field: string; value: number }) => kept.some((one) => one.field === field && one.value === value)
  const open = questions.filter((question) => !given.has(question.field) && !isKept(question))
  if (open.length > 0)
    throw new Problem(409, 'implausible', open.map(({ message }) => message).join(' '), {
      extra: { questions: open, hint: 'Correct the value, or confirm it with a reason in `confirmations`.' },
    })
  const fresh = questions.flatMap(({ field, value, message }) => {
    const reason = given.get(field)
    return reason === undefined ? [] : [{ field, value, text: message, reason, by, at: now.toISOString() }]
  })
  return [...kept.filter(({ field }) => !given.has(field)), ...fresh]
}
