import type { SentRange as ReferenceRange } from '#features/lab-catalogue/contract-ranges.ts'
import { writeAge } from '#features/lab-catalogue/rules.ts'
import { ageIn } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Gap } from './range-gaps.ts'

/** An age of a range, as clinics write it. */
export const ageText = (days: number): string => {
  const [count = '0', unit = 'd'] = writeAge(days).split(' ')
  return ageIn(unit === 'y' || unit === 'mo' ? unit : 'd', Number(count))
}
/** From which age to which; the end is not part of it. */
export const agesText = (from: number, to: number | null): string => {
  if (to === null) return from === 0 ? t('All ages') : t('from {age}', { age: ageText(from) })
  return from === 0 ? t('under {age}', { age: ageText(to) }) : t('{from} to under {to}', { from: ageText(from), to: ageText(to) })
}

const sexes = { male: () => t('Men'), female: () => t('Women') }
/** Whom a range is for, besides the age. */
export const whoText = ({ sex, is_pregnant }: Pick<ReferenceRange, 'sex' | 'is_pregnant'>): string => {
  if (is_pregnant === true) return t('Pregnant women')
  const who = sex === null ? t('Any sex') : sexes[sex]()
  return is_pregnant === false ? t('{who}, not pregnant', { who }) : who
}

/** Two limits of which either may be missing: 3.5 – 5.1, ≥ 3.5, ≤ 5.1. */
export const limitsText = (low: string | null, high: string | null): string => {
  if (low !== null && high !== null) return `${low} – ${high}`
  if (low !== null) return `≥ ${low}`
  return high === null ? '' : `≤ ${high}`
}
/** Beyond which a value is critical: < 2.5, > 6.5. */
export const criticalText = (low: string | null, high: string | null): string =>
  [low !== null && `< ${low}`, high !== null && `> ${high}`].filter(Boolean).join(', ')

const gapWho: Record<Gap['who'], () => string> = {
  both: () => t('Any sex'),
  male: () => t('Men'),
  female: () => t('Women'),
  pregnant: () => t('Pregnant women'),
}
export const gapText = ({ who, from, to }: Gap): string => `${gapWho[who]()}, ${agesText(from, to)}`
