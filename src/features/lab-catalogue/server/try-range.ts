import type { ParsedOf } from '#shared/endpoint.ts'
import { clinicDay } from '#features/company/index.ts'
import type { Db } from '#platform/db/connect.ts'
import type { ReferenceRange, tryRange, Trial } from '../contract-ranges.ts'
import type { z } from 'zod'
import type { Panel } from '../contract.ts'
import { choiceFlagOf, flagOf, inEnglish, pickRange, readResult, type NoRange } from '../rules.ts'
import { findRanges } from './ranges.ts'

type Asked = ParsedOf<typeof tryRange>['query']
type Tried = z.output<typeof Trial>

const reasons: Record<NoRange, string> = {
  none: 'This test has no reference range.',
  date: 'No range of this test is valid on this day.',
  sex: 'No range fits this sex.',
  age: 'No range fits this age.',
  pregnancy: 'No range fits this pregnancy.',
}

const nothing = { result: null, unit: null, problem: null, flag: null }
/** How the result would be read and flagged. */
const tryResult = (panel: Panel, range: ReferenceRange | null, typed: string | undefined): Omit<Tried, 'range' | 'reason'> => {
  if (typed === undefined) return nothing
  const reading = readResult({ ...panel, low_valid: range?.low_valid ?? null, high_valid: range?.high_valid ?? null }, typed)
  if ('problem' in reading) return { ...nothing, problem: inEnglish(reading.problem) }
  const { result, value, comparator, choice, unit } = reading.ok
  const ofNumber = value === null ? null : flagOf(value, comparator, range)
  return { result, unit, problem: null, flag: choice === null ? ofNumber : choiceFlagOf(panel.choices, choice) }
}

/** Which range of the panel would be used for somebody like this, today unless another day is named, and what would come of a result. */
export const tryOnSomebody = async (db: Db, panel: Panel, asked: Asked, now: Date): Promise<Tried> => {
  const { today } = await db.selectFrom('company').select(clinicDay(now).as('today')).executeTakeFirstOrThrow()
  const somebody = {
    sex: asked.sex ?? null,
    ageInDays: asked.age_in_days ?? null,
    isPregnant: asked.is_pregnant ?? null,
    on: asked.on ?? today,
  }
  const { range, reason } = pickRange(await findRanges(db, [panel.id]), somebody)
  return { range, reason: reason && reasons[reason], ...tryResult(panel, range, asked.result) }
}
