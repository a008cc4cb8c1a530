import { isCritical, type Flag } from '#features/laboratory/contract-fields.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import type { Tongue } from '#platform/pdf/tongue.ts'
import type { ReportHead, ReportTest } from './find-report.ts'

const flagWords: Record<Exclude<Flag, 'normal'>, [mark: string, word: string]> = {
  low: ['▼', 'Low'],
  high: ['▲', 'High'],
  abnormal: ['●', 'Abnormal'],
  'critical low': ['▼▼', 'Critically low'],
  'critical high': ['▲▲', 'Critically high'],
  critical: ['●●', 'Critical'],
}
/** A flag by mark and word, which paper without colour keeps; nothing of what is normal. */
export const flagOf = (flag: Flag | null, { t }: Tongue) => {
  if (flag === null || flag === 'normal') return null
  const [mark, word] = flagWords[flag]
  return { text: `${mark} ${t(word)}`, isCritical: isCritical(flag) }
}

/** What a result was held against: its limits, and what is printed beside them. */
export const rangeOf = ({ low, high, range_text }: Pick<ReportTest, 'low' | 'high' | 'range_text'>): string => {
  const limits = low !== null && high !== null ? `${low} – ${high}` : low !== null ? `≥ ${low}` : high !== null ? `≤ ${high}` : ''
  return [limits, range_text].filter(Boolean).join(' · ')
}

/** A result with its unit. */
export const withUnit = ({ result, unit }: { result: string; unit: string | null }): string => `${result} ${unitText(unit)}`.trim()

const DAY_MS = 86_400_000
const NEWBORN_MONTHS = 1
const INFANT_MONTHS = 24
/** The age on a day: days below a month, months below two years, then years. */
export const ageOn = ({ date_of_birth: birth, is_birth_date_estimated }: ReportHead, on: string, { t }: Tongue): string => {
  if (birth === null) return ''
  const [by = 0, bm = 0, bd = 0] = birth.split('-').map(Number)
  const [y = 0, m = 0, d = 0] = on.split('-').map(Number)
  const months = (y - by) * 12 + (m - bm) - (d < bd ? 1 : 0)
  const days = Math.max(0, Math.round((Date.parse(on) - Date.parse(birth)) / DAY_MS))
  const text =
    months < NEWBORN_MONTHS
      ? t('{{n}} d', { n: days })
      : months < INFANT_MONTHS
        ? t('{{n}} mo', { n: months })
        : t('{{n}} y', { n: Math.floor(months / 12) })
  return is_birth_date_estimated ? `~${text}` : text
}
