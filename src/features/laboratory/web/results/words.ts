import { t } from '#web/i18n.ts'
import { unitText, type Sentence } from '#features/lab-catalogue/rules.ts'
import type { Doubt } from './approve-rules.ts'
import type { EntryRow } from './work-types.ts'

type Origin = NonNullable<EntryRow['current']>['origin']

const origins: Record<Origin, () => string> = {
  typed: () => t('Typed in'),
  analyser: () => t('From an analyser'),
  calculated: () => t('Calculated'),
  imported: () => t('Imported'),
}
/** Where a result comes from. */
export const originWord = (origin: Origin): string => origins[origin]()

const doubts: Record<Doubt, () => string> = {
  critical: () => t('Critical'),
  delta: () => t('Large change'),
  abnormal: () => t('Out of range'),
  analyser: () => t('From an analyser'),
  unknown: () => t('No range'),
}
export const doubtWord = (doubt: Doubt): string => doubts[doubt]()

const noRanges: Record<string, () => string> = {
  none: () => t('No range is kept for this test'),
  date: () => t('No range holds on that day'),
  sex: () => t('No range fits the sex'),
  age: () => t('No range fits the age'),
  pregnancy: () => t('No range fits the pregnancy'),
}
/** Why a result is held against nothing. */
export const noRangeWord = (reason: string | null): string => noRanges[reason ?? 'none']?.() ?? t('No range')

/** Why a result cannot be, in the language of the screen and with the unit as people write it. */
export const problemWords = ({ text, values }: Sentence, unit: string | null): string =>
  t(
    text,
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        unit && typeof value === 'string' ? value.replaceAll(unit, unitText(unit)) : value,
      ]),
    ),
  )
