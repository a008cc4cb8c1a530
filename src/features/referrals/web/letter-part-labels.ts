import { t } from '#web/i18n.ts'
import type { LetterPart } from '../rules.ts'

/** A part of the record that a letter brings along, in words. */
export const letterPartWord = (part: LetterPart): string =>
  ({
    history: t('History'),
    examination: t('Examination'),
    diagnoses: t('Diagnoses'),
    problems: t('Problems'),
    medicines: t('Current medicines'),
    vitals: t('Vital signs'),
    results: t('Laboratory results'),
    results_in_person: t('Laboratory results given in person'),
  })[part]
