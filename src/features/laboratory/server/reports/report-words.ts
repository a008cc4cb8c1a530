import { isCritical, type Flag } from '#features/laboratory/contract-fields.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import type { Tongue } from '#platform/pdf/tongue.ts'
import type { ReportTest } from './find-report.ts'

const flagWords: Record<Exclude<Flag, 'normal'>, [mark: string, word: string]> = {
  low: ['▼', 'Low'],
  high: ['▲', 'High'],
  abnormal: ['●', 'Abnormal'],
  'critical low': ['▼▼', 'Critically low'],
  'critical high': ['▲▲', 'Critically high'],
  critical: ['●●', 'Critical'],
}
/** A flag by mark and word, which paper without colour keeps; nothing of what is normal, and a word for what has limits and no flag. */
export const flagOf = ({ flag, low, high }: Pick<ReportTest, 'flag' | 'low' | 'high'>, { t }: Tongue) => {
  if (flag === null) return low === null && high === null ? null : { text: `○ ${t('Not judged')}`, isCritical: false }
  if (flag === 'normal') return null
  const [mark, word] = flagWords[flag]
  return { text: `${mark} ${t(word)}`, isCritical: isCritical(flag) }
}

/** What a result was held against: its limits, and what is printed beside them. A number that no range covers says so: nothing is never normal. */
export const rangeOf = (
  { kind, low, high, range_text }: Pick<ReportTest, 'kind' | 'low' | 'high' | 'range_text'>,
  { t }: Tongue,
): string => {
  const limits = low !== null && high !== null ? `${low} – ${high}` : low !== null ? `≥ ${low}` : high !== null ? `≤ ${high}` : ''
  const isNumber = kind === 'quantitative' || kind === 'calculated'
  return [limits, range_text].filter(Boolean).join(' · ') || (isNumber ? t('No range for this patient') : '')
}

/** A result with its unit. */
export const withUnit = ({ result, unit }: { result: string; unit: string | null }): string => `${result} ${unitText(unit)}`.trim()
