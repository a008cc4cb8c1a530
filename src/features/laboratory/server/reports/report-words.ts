import { dayIn } from '#shared/dates.ts'
import { isCritical, type Flag } from '#features/laboratory/contract-fields.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { languageNamed, translator, type PaperLanguage } from '#platform/pdf/translate.ts'
import type { ReportHead, ReportTest } from './find-report.ts'

const locales: Record<PaperLanguage, string> = { en: 'en-GB', sw: 'sw', fr: 'fr' }
const asDay = { day: 'numeric', month: 'short', year: 'numeric' } as const
const asMoment = { ...asDay, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

/** How a report says things: in the clinic's language, by the clinic's clock. */
export interface Tongue {
  t: ReturnType<typeof translator>
  /** 2 Mar 2026, 10:30. Empty for none. */
  moment: (at: Date | string | null) => string
  /** Of a calendar day, YYYY-MM-DD. */
  day: (day: string) => string
  /** The day in the clinic of an instant. */
  dayOf: (at: Date | string) => string
}
export const tongueOf = (language: string, zone: string): Tongue => {
  const named = languageNamed(language) ?? 'en'
  const momentFormat = new Intl.DateTimeFormat(locales[named], { ...asMoment, timeZone: zone })
  const dayFormat = new Intl.DateTimeFormat(locales[named], { ...asDay, timeZone: 'UTC' })
  const day = (value: string) => dayFormat.format(new Date(`${value}T00:00:00Z`))
  return {
    t: translator(named),
    moment: (at) => (at === null ? '' : momentFormat.format(new Date(at))),
    day,
    dayOf: (at) => day(dayIn(zone, new Date(at))),
  }
}

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
