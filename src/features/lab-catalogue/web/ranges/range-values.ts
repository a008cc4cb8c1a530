import type { SentRange as ReferenceRange } from '#features/lab-catalogue/contract-ranges.ts'
import { checkRange, readAge, writeAge } from '#features/lab-catalogue/rules.ts'
import { t } from '#web/i18n.ts'
import { sentDecimal } from '#web/text/typed-number.ts'

const limits = ['low', 'high', 'low_critical', 'high_critical', 'low_valid', 'high_valid'] as const
type Limit = (typeof limits)[number]

/** A range as its boxes hold it: ages as people write them. */
export interface RangeValues extends Record<string, unknown>, Record<Limit, string> {
  sex: '' | 'male' | 'female'
  is_pregnant: '' | 'true' | 'false'
  age_from_days: string
  age_to_days: string
  text: string
  source: string
  valid_from: string | null
  valid_until: string | null
}

const freshRange = (today: string): RangeValues => ({
  sex: '',
  is_pregnant: '',
  age_from_days: '',
  age_to_days: '',
  low: '',
  high: '',
  low_critical: '',
  high_critical: '',
  low_valid: '',
  high_valid: '',
  text: '',
  source: '',
  valid_from: today,
  valid_until: null,
})

/** What the boxes of a range hold; of none those of a new one, from today. */
export const rangeValues = (range: ReferenceRange | null, today: string): RangeValues =>
  range === null
    ? freshRange(today)
    : {
        sex: range.sex ?? '',
        is_pregnant: range.is_pregnant === null ? '' : range.is_pregnant ? 'true' : 'false',
        age_from_days: range.age_from_days === 0 ? '' : writeAge(range.age_from_days),
        age_to_days: range.age_to_days === null ? '' : writeAge(range.age_to_days),
        low: range.low ?? '',
        high: range.high ?? '',
        low_critical: range.low_critical ?? '',
        high_critical: range.high_critical ?? '',
        low_valid: range.low_valid ?? '',
        high_valid: range.high_valid ?? '',
        text: range.text,
        source: range.source,
        valid_from: range.valid_from,
        valid_until: range.valid_until,
      }

const ageOf = (typed: string): number | null => (typed.trim() === '' ? null : (readAge(typed) ?? Number.NaN))

/** What is sent; an age that was not understood is no number. */
export const rangeBody = (values: RangeValues) => ({
  sex: values.sex === '' ? null : values.sex,
  is_pregnant: values.is_pregnant === '' ? null : values.is_pregnant === 'true',
  age_from_days: ageOf(values.age_from_days) ?? 0,
  age_to_days: ageOf(values.age_to_days),
  low: sentDecimal(values.low),
  high: sentDecimal(values.high),
  low_critical: sentDecimal(values.low_critical),
  high_critical: sentDecimal(values.high_critical),
  low_valid: sentDecimal(values.low_valid),
  high_valid: sentDecimal(values.high_valid),
  text: values.text,
  source: values.source,
  valid_from: values.valid_from || undefined,
  valid_until: values.valid_until || null,
})

/** What is wrong with the range, by box, by the rules that the server keeps it by. */
export const rangeFaults = (values: RangeValues, today: string): Record<string, string> => {
  const body = rangeBody(values)
  const faults: Record<string, string> = {}
  for (const box of ['age_from_days', 'age_to_days'] as const)
    if (Number.isNaN(body[box])) faults[box] = t('Enter an age such as 3 d, 2 mo or 5 y.')
  if (Object.keys(faults).length > 0) return faults
  for (const { field, problem } of checkRange({ ...body, valid_from: body.valid_from ?? today }))
    faults[field] ??= t(problem.text, problem.values)
  return faults
}
