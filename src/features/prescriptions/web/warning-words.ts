import type { SafetyWarning } from '#features/drugs/contract.ts'
import { warningTitles, warningWords } from '#features/drugs/rules.ts'
import { t } from '#web/i18n.ts'

const isKind = (kind: string): kind is keyof typeof warningWords => Object.hasOwn(warningWords, kind)

/** What a warning is about, in a word. */
export const warningWord = (kind: string): string => (isKind(kind) ? t(warningWords[kind]) : t('Warning'))

/** What it says, in the person's language. */
export const warningTitle = ({ title_key, values }: Pick<SafetyWarning, 'title_key' | 'values'>): string =>
  t(warningTitles[title_key], values)
