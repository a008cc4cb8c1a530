import { sayDirections } from '#features/directions/rules.ts'
import { t } from '#web/i18n.ts'
import { capital } from './direction-labels.ts'
import type { PrescribedDrug } from './prescription-types.ts'

/** How a line is taken, in plain words of the person's language; as it was typed where it could not be read. */
export const wordsOf = ({ structure, words }: Pick<PrescribedDrug, 'structure' | 'words'>): string =>
  structure ? capital(sayDirections(structure, t)) : words
