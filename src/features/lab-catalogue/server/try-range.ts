import type { ParsedOf } from '#shared/endpoint.ts'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { tryRange, Trial } from '../contract-ranges.ts'
import type { z } from 'zod'
import type { Panel } from '../contract.ts'
import { inEnglish, pickLimits, readResult, resultFlagOf, type NoRange, type PickedLimits } from '../rules.ts'
import type { ReferenceRange } from '../contract-ranges.ts'
import { findRanges } from './ranges.ts'

type Asked = ParsedOf<typeof tryRange>['query']
type Tried = z.output<typeof Trial>

const reasons: Record<NoRange, string> = {
  none: 'This test has no reference range.',
  date: 'This test has no range valid on this date.',
  sex: 'No range for this sex.',
  age: 'No range for this age.',
  pregnancy: 'No range for this pregnancy.',
}

const nothing = { result: null, unit: null, problem: null, flag: null }
/** How the result would be read and flagged. */
const tryResult = (panel: Panel, limits: PickedLimits<ReferenceRange>, typed: string | undefined): Omit<Tried, 'range' | 'reason'> => {
  if (typed === undefined) return nothing
  const { low_valid = null, high_valid = null } = limits.range ?? {}
  const reading = readResult({ ...panel, low_valid, high_valid, limits }, typed)
  if (!('ok' in reading)) return { ...nothing, problem: inEnglish(reading.problem) }
  const { result, unit } = reading.ok
  return { result, unit, problem: null, flag: resultFlagOf(reading.ok, limits, panel.choices) }
}

/** Which range of the panel would be used for somebody like this, today unless another day is named, and what would come of a result. */
export const tryOnPerson = async (db: Db, panel: Panel, asked: Asked, now: Date): Promise<Tried> => {
  const { today } = await db.selectFrom('company').select(clinicDay(now).as('today')).executeTakeFirstOrThrow()
  const other = {
    sex: asked.sex ?? null,
    ageInDays: asked.age_in_days ?? null,
    isPregnant: asked.is_pregnant ?? null,
    on: asked.on ?? today,
  }
  const limits = pickLimits(await findRanges(db, [panel.id]), other)
  const { range, reason } = limits
  return { range, reason: reason && reasons[reason], ...tryResult(panel, limits, asked.result) }
}
