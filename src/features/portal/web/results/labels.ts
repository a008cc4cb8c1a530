import { unitText } from '#features/lab-catalogue/rules.ts'
import { numberText } from '#shared/number-text.ts'
import { language, t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import type { OwnResult } from './calls.ts'

export const RESULTS = '/patient-overview/results'

/** Where a result lies, in plain words: never what it may mean. Null where the laboratory says nothing of it. */
export const placeWord = (flag: OwnResult['flag']): { tone: Tone; word: string } | null => {
  if (flag === null) return null
  const places: Record<NonNullable<OwnResult['flag']>, [Tone, string]> = {
    normal: ['done', t('within the usual range')],
    low: ['attention', t('below the usual range')],
    high: ['attention', t('above the usual range')],
    'critical low': ['critical', t('far below the usual range')],
    'critical high': ['critical', t('far above the usual range')],
    abnormal: ['attention', t('unusual')],
    critical: ['critical', t('very unusual')],
  }
  const [tone, word] = places[flag]
  return { tone, word }
}

/** A result with its unit, on one line. */
export const withUnit = ({ result, unit }: Pick<OwnResult, 'result' | 'unit'>): string =>
  `${numberText(result, language())}\u00A0${unitText(unit)}`.trim()

const limitText = (limit: string | null) => (limit === null ? null : numberText(limit, language()))

/** The usual range in words; of a number that there is none for, that it is not known; empty of words. */
export const rangeWords = ({
  low: least,
  high: most,
  range_text,
  unit,
  value,
}: Pick<OwnResult, 'low' | 'high' | 'range_text' | 'unit' | 'value'>): string => {
  const named = unitText(unit)
  const [low, high] = [limitText(least), limitText(most)]
  const limits =
    low !== null && high !== null
      ? t('{low} to {high} {unit}', { low, high, unit: named })
      : low !== null
        ? t('{low} {unit} or more', { low, unit: named })
        : high !== null
          ? t('{high} {unit} or less', { high, unit: named })
          : ''
  const words = [limits.trim(), range_text].filter(Boolean).join(' · ')
  return words || (value !== null || unit !== null ? t('No range for this patient') : '')
}
