import type { Panel } from '#features/lab-catalogue/contract.ts'
import type { ReferenceRange } from '#features/lab-catalogue/contract-ranges.ts'
import {
  ageInDays,
  deltaOf,
  pickLimits,
  readResult,
  resultFlagOf,
  type PickedLimits,
  type ReadResult,
  type ResultPanel,
  type ResultReading,
} from '#features/lab-catalogue/rules.ts'
import type { Flag } from '#features/laboratory/contract-fields.ts'
import type { Test } from './lock-tests.ts'
import type { Previous } from './current-results.ts'

type Person = Pick<Test, 'sex' | 'date_of_birth' | 'is_birth_date_estimated' | 'is_pregnant' | 'on'>
export type Limits = PickedLimits<ReferenceRange>

/** The range that fits a test's patient on the day of its sample, or why there is none, with the limits that count; see `pickLimits`. */
export const limitsFor = (person: Person, ranges: readonly ReferenceRange[]): Limits => {
  const { sex, date_of_birth, is_birth_date_estimated: isAgeEstimated, is_pregnant, on } = person
  return pickLimits(ranges, {
    sex,
    ageInDays: date_of_birth === null ? null : ageInDays(date_of_birth, on),
    isAgeEstimated,
    isPregnant: is_pregnant,
    on,
  })
}

/** What was typed or sent, as the test understands it; what its range calls implausible is a problem. */
export const readFor = (panel: Panel, limits: Limits, typed: string, unit?: string): ResultReading => {
  const { low_valid = null, high_valid = null } = limits.range ?? {}
  const heldAgainst: ResultPanel = { ...panel, low_valid, high_valid, limits }
  return readResult(heldAgainst, typed, unit)
}

/** A result with all that is kept beside it. */
export interface Evaluated extends Omit<ReadResult, 'choice' | 'from'> {
  entered: string
  flag: Flag | null
  limits: Limits
  previous: Previous | null
  is_delta_exceeded: boolean
}

/** Holds a result against the limits that count, and against the one before. */
export const evaluate = (
  panel: Panel,
  limits: Limits,
  { reading, entered, at, previous }: { reading: ReadResult; entered: string; at: Date; previous: Previous | null },
): Evaluated => {
  const { result, value, comparator, unit, kind, rank } = reading
  const delta = deltaOf(panel, { ...reading, at }, previous && { ...previous, at: previous.observed_at })
  return {
    result,
    value,
    comparator,
    unit,
    kind,
    rank,
    entered,
    flag: resultFlagOf(reading, limits, panel.choices),
    limits,
    previous,
    is_delta_exceeded: delta?.is_exceeded ?? false,
  }
}
