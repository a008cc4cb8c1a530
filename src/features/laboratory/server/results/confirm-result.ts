import type { Panel } from '#features/lab-catalogue/contract.ts'
import type { ReferenceRange } from '#features/lab-catalogue/contract-ranges.ts'
import {
  ageInDays,
  inEnglish,
  isCritical,
  saysUnit,
  unitSlipOf,
  type ReadResult,
  type ResultReading,
  type Sentence,
} from '#features/lab-catalogue/rules.ts'
import type { Flag } from '#features/laboratory/contract-fields.ts'
import type { ImplausibleValue } from '#shared/implausible.ts'
import { fieldError, Problem } from '#platform/errors/problem.ts'
import type { Test } from './lock-tests.ts'
import type { ConfirmedResult } from './write-results.ts'

interface Question {
  rule: 'unit' | 'limits'
  text: Sentence
  value: number
  unit: string
  least: number | null
  most: number | null
  meant: { value: number; as: string }[]
  source: string
}
/** A result that looks like one in another unit, or that lies beyond the plausible limits, and that no person confirmed. */
export interface Doubt {
  question: Question
}

interface Asked {
  test: Pick<Test, 'date_of_birth' | 'on'>
  panel: Pick<Panel, 'loinc' | 'code' | 'unit' | 'decimals'>
  range: ReferenceRange | null
  reading: ResultReading
  read: ReadResult
  /** What it would be reported as. */
  flag: Flag | null
  typed: string
  unit: string | undefined
}
interface Confirming {
  reason: string | undefined
  now: Date
  /** Null: an analyser sent it, and nobody can be asked. */
  by: number | null
}

const numberOf = (limit: string | null | undefined) => (limit === null || limit === undefined ? null : Number(limit))

const questionOf = ({ test, panel, range, reading, read, flag, typed, unit }: Asked, by: number | null): Question | null => {
  const ageDays = test.date_of_birth === null ? null : ageInDays(test.date_of_birth, test.on)
  const slip = unitSlipOf({ loinc: panel.loinc, code: panel.code, unit: panel.unit, value: read.value, decimals: panel.decimals, ageDays })
  // Whoever says the unit has answered; an instrument may have been set up wrongly, which matters where somebody would be called.
  const isAnswered = saysUnit(typed, unit) && (by !== null || !isCritical(flag))
  if (slip && !isAnswered) return { rule: 'unit', ...slip }
  if ('ok' in reading) return null
  return {
    rule: 'limits',
    text: reading.problem,
    value: Number(read.value ?? read.rank),
    unit: read.unit ?? '',
    least: numberOf(range?.low_valid),
    most: numberOf(range?.high_valid),
    meant: slip?.meant ?? [],
    source: 'Plausible limits of the reference range',
  }
}

/**
 * What is kept beside a result that a person confirmed; a doubt where nobody did; undefined where nothing is asked. 400 for a reason that
 * nothing asks for.
 */
export const confirmResult = (asked: Asked, { reason, now, by }: Confirming): ConfirmedResult | Doubt | undefined => {
  const question = questionOf(asked, by)
  if (!question) {
    if (reason !== undefined) throw fieldError('confirm_reason', 'This result needs no reason: send it without one.')
    return undefined
  }
  return reason === undefined || by === null ? { question } : { text: inEnglish(question.text), reason, by, at: now.toISOString() }
}

/** 409 `implausible` with the question of each result. */
export const implausibleResults = (doubts: readonly (Doubt & { field: string })[]) => {
  const questions = doubts.map(({ field, question: { text, ...question } }): ImplausibleValue => ({
    field,
    ...question,
    message: inEnglish(text),
    text: text.text,
    values: { ...text.values },
    can_confirm: true,
  }))
  return new Problem(409, 'implausible', questions.map(({ message }) => message).join(' '), {
    extra: { questions, hint: 'Correct the result, send its unit, or confirm it with `confirm_reason`.' },
  })
}
