import { PAST_DUE_DAYS } from '#features/patients/rules.ts'
import type { ImplausibleValue } from '#shared/implausible.ts'
import { inEnglish } from '#shared/sentence.ts'
import { daysBetween } from '#shared/zoned.ts'
import { gestationDays } from './dating.ts'

/** What of a pregnancy is asked about. */
export interface Asked {
  /** Whole years of the mother on the day; null where the birthday is not known. */
  age: number | null
  lmp: string | null
  edd: string | null
  /** Today, or the day on which the pregnancy ended. */
  day: string
}

const MIN_AGE = 10
const MAX_AGE = 55
const MAX_DAYS_SINCE_PERIOD = 310
const MAX_DAYS_TO_DUE = 294
/** Bounds of asking, not of belief: docs/pregnancy.md. */
const source = 'Kliniki: bounds of dating that are asked about'

interface Bounds {
  field: string
  value: number
  unit: string
  least: number | null
  most: number | null
}
const question = (bounds: Bounds, rule: string, text: string, values: Record<string, string | number>): ImplausibleValue => ({
  ...bounds,
  rule,
  message: inEnglish({ text, values }),
  text,
  values,
  meant: [],
  source,
  can_confirm: true,
})

/** What is implausible about a pregnancy and may be right nevertheless, in the order of the fields. */
export const askAboutPregnancy = ({ age, lmp, edd, day }: Asked): ImplausibleValue[] => {
  const found: ImplausibleValue[] = []
  if (age !== null && (age < MIN_AGE || age > MAX_AGE))
    found.push(
      question(
        { field: 'age', value: age, unit: 'years', least: MIN_AGE, most: MAX_AGE },
        'mother-age',
        'The patient is {age} years old: pregnant at this age?',
        { age },
      ),
    )
  const since = lmp === null ? 0 : daysBetween(lmp, day)
  if (since > MAX_DAYS_SINCE_PERIOD)
    found.push(
      question(
        { field: 'lmp', value: since, unit: 'days', least: 0, most: MAX_DAYS_SINCE_PERIOD },
        'period-long-ago',
        'The last period began {days} days ago ({day}). Is the year correct?',
        { days: since, day: lmp! },
      ),
    )
  const due = lmp === null || edd === null ? 0 : daysBetween(lmp, edd)
  if (due > MAX_DAYS_TO_DUE)
    found.push(
      question(
        { field: 'edd', value: due, unit: 'days', least: 0, most: MAX_DAYS_TO_DUE },
        'due-long-after-period',
        'The due date is {days} days after the last period; 280 days is usual. Are both correct?',
        { days: due },
      ),
    )
  const days = edd === null ? 0 : gestationDays(edd, day)
  if (days > PAST_DUE_DAYS && since <= MAX_DAYS_SINCE_PERIOD)
    found.push(
      question(
        { field: 'gestation', value: days, unit: 'days', least: 0, most: PAST_DUE_DAYS },
        'beyond-44-weeks',
        'These dates give {weeks} weeks of pregnancy. Is the year correct?',
        { weeks: Math.floor(days / 7) },
      ),
    )
  return found
}
