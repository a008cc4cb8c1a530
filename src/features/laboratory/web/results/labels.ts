import { t } from '#web/i18n.ts'
import { unitText, type Sentence } from '#features/lab-catalogue/rules.ts'
import type { RemarkProblem } from '#features/laboratory/rules.ts'
import type { LookOutcome } from '#features/laboratory/contract-results.ts'
import type { Doubt } from './approve-rules.ts'
import type { EntryRow } from './work-types.ts'

type Origin = NonNullable<EntryRow['current']>['origin']

const origins: Record<Origin, () => string> = {
  typed: () => t('Entered manually'),
  analyser: () => t('From analyser'),
  calculated: () => t('Calculated'),
  imported: () => t('Imported'),
}
/** Where a result comes from. */
export const originWord = (origin: Origin): string => origins[origin]()

const doubts: Record<Doubt, () => string> = {
  critical: () => t('Critical'),
  delta: () => t('Large change'),
  abnormal: () => t('Out of range'),
  analyser: () => t('From analyser'),
  unknown: () => t('No flag'),
  remark: () => t('Analyser comment'),
  no_range: () => t('No range'),
}
export const doubtWord = (doubt: Doubt): string => doubts[doubt]()

const problems: Record<RemarkProblem, () => string> = {
  clumps: () => t('Clumps'),
  haemolysed: () => t('Haemolysed'),
  lipaemic: () => t('Lipaemic'),
  icteric: () => t('Icteric'),
  clotted: () => t('Clotted'),
  'short sample': () => t('Short sample'),
  suspect: () => t('Suspect'),
  'carry-over': () => t('Carry-over'),
  'not valid': () => t('Not valid'),
}
/** What may be wrong with the sample, as the analyser says. */
export const remarkWord = (problem: RemarkProblem): string => problems[problem]()

/** Why a result is approved by itself, in the words of its screen. */
export const lookWords = ({ reasons, instrument_comment: message, instrument_flags: flags }: LookOutcome): string => {
  const lines = {
    no_range: () => t('No reference range covers this patient.'),
    undecided: () => t('The result cannot be compared with its reference range.'),
    instrument_comment: () => t('Analyser comment: {comment}', { comment: message.replaceAll('\n', '; ') }),
    instrument_flag: () => t('Analyser flags: {flags}', { flags }),
    input: () => t('The analyser commented on a result used in this calculation.'),
  }
  return reasons.map((reason) => lines[reason]()).join(' ')
}

const noRanges: Record<string, () => string> = {
  none: () => t('No range defined for this test'),
  date: () => t('No range valid on that date'),
  sex: () => t('No range for this sex'),
  age: () => t('No range for this age'),
  pregnancy: () => t('No range for this pregnancy'),
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
