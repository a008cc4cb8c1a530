import type { Panel } from '#features/lab-catalogue/contract.ts'
import type { ReferenceRange } from '#features/lab-catalogue/contract-ranges.ts'
import {
  ageInDays,
  choiceFlagOf,
  deltaOf,
  flagOf,
  pickRange,
  readResult,
  type ReadResult,
  type ResultPanel,
  type ResultReading,
} from '#features/lab-catalogue/rules.ts'
import type { Flag } from '#features/laboratory/contract-fields.ts'
import type { Test } from './lock-tests.ts'
import type { Previous } from './standing.ts'

type Person = Pick<Test, 'sex' | 'date_of_birth' | 'is_pregnant' | 'on'>

/** The range that fits a test's patient on the day of its sample, or why there is none. */
export const rangeFor = ({ sex, date_of_birth, is_pregnant, on }: Person, ranges: readonly ReferenceRange[]) =>
  pickRange(ranges, { sex, ageInDays: date_of_birth === null ? null : ageInDays(date_of_birth, on), isPregnant: is_pregnant, on })

/** What was typed or sent, as the test understands it; what its range calls implausible is a problem. */
export const readFor = (panel: Panel, range: ReferenceRange | null, typed: string, unit?: string): ResultReading => {
  const limits: ResultPanel = { ...panel, low_valid: range?.low_valid ?? null, high_valid: range?.high_valid ?? null }
  return readResult(limits, typed, unit)
}

const flagFor = (panel: Panel, range: ReferenceRange | null, { value, comparator, choice }: ReadResult): Flag | null => {
  if (choice !== null) return choiceFlagOf(panel.choices, choice)
  return value === null ? null : flagOf(value, comparator, range)
}

/** A result with all that is kept beside it. */
export interface Judged extends Omit<ReadResult, 'choice'> {
  entered: string
  flag: Flag | null
  range: ReferenceRange | null
  previous: Previous | null
  is_delta_exceeded: boolean
}

/** Holds a result against the range that fits, and against the one before. */
export const judge = (
  panel: Panel,
  range: ReferenceRange | null,
  { reading, entered, at, previous }: { reading: ReadResult; entered: string; at: Date; previous: Previous | null },
): Judged => {
  const { result, value, comparator, unit } = reading
  const before = previous && { value: previous.value, comparator: previous.comparator, at: previous.observed_at }
  const delta = deltaOf(panel, { value, comparator, at }, before)
  return {
    result,
    value,
    comparator,
    unit,
    entered,
    flag: flagFor(panel, range, reading),
    range,
    previous,
    is_delta_exceeded: delta?.is_exceeded ?? false,
  }
}
