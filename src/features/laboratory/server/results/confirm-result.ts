import type { Panel } from '#features/lab-catalogue/contract.ts'
import { ageInDays, inEnglish, unitSlipOf, type ReadResult, type UnitSlip } from '#features/lab-catalogue/rules.ts'
import type { ImplausibleValue } from '#shared/implausible.ts'
import { fieldError, Problem } from '#platform/errors/problem.ts'
import type { Test } from './lock-tests.ts'
import type { ConfirmedResult } from './write-results.ts'

/** A result that looks like one in another unit, and that no person confirmed. */
export interface Doubt {
  slip: UnitSlip
}

interface Confirming {
  reason: string | undefined
  now: Date
  /** Null: an analyser sent it, and nobody can be asked. */
  by: number | null
}

/**
 * What is kept beside a result that a person confirmed; a doubt where nobody did; undefined where nothing is asked. 400 for a reason that
 * nothing asks for.
 */
export const confirmResult = (
  { date_of_birth, on }: Pick<Test, 'date_of_birth' | 'on'>,
  { loinc, unit }: Pick<Panel, 'loinc' | 'unit'>,
  { value }: ReadResult,
  { reason, now, by }: Confirming,
): ConfirmedResult | Doubt | undefined => {
  const ageDays = date_of_birth === null ? null : ageInDays(date_of_birth, on)
  const slip = unitSlipOf({ loinc: loinc ?? null, unit: unit ?? null, value, ageDays })
  if (!slip) {
    if (reason !== undefined) throw fieldError('confirm_reason', 'Nothing is asked about this result: send it without a reason.')
    return undefined
  }
  return reason === undefined || by === null ? { slip } : { text: inEnglish(slip.text), reason, by, at: now.toISOString() }
}

/** 409 `implausible` with the question of each result. */
export const implausibleResults = (doubts: readonly (Doubt & { field: string })[]) => {
  const questions = doubts.map(({ field, slip: { text, meant, value, unit, least, most, source } }): ImplausibleValue => ({
    field,
    value,
    unit,
    least,
    most,
    rule: 'unit',
    message: inEnglish(text),
    text: text.text,
    values: { ...text.values },
    meant: [meant],
    source,
    can_confirm: true,
  }))
  return new Problem(409, 'implausible', questions.map(({ message }) => message).join(' '), {
    extra: { questions, hint: 'Correct the result, or confirm it with `confirm_reason`.' },
  })
}
