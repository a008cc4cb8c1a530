import type { SafetyWarning } from '#features/drugs/contract.ts'
import { warningTitles, warningWords } from '#features/drugs/rules.ts'
import { t } from '#web/i18n.ts'

const isKind = (kind: string): kind is keyof typeof warningWords => Object.hasOwn(warningWords, kind)

/** What a warning is about, in a word. */
export const warningWord = (kind: string): string => (isKind(kind) ? t(warningWords[kind]) : t('Warning'))

/** What it says, in the person's language. */
export const warningTitle = ({ title_key, values }: Pick<SafetyWarning, 'title_key' | 'values'>): string =>
  t(warningTitles[title_key], values)

/** What may be taken instead, or that nothing of it fits this patient; '' where the rule names nothing. */
export const alternativesText = ({ alternatives }: Pick<SafetyWarning, 'alternatives'>): string => {
  if (alternatives === null) return ''
  if (alternatives.length === 0) return t('The safety check knows no alternative suitable for this patient.')
  return t('Alternatives suitable for this record: {names}. Kidney function was not checked.', { names: alternatives.join(', ') })
}
