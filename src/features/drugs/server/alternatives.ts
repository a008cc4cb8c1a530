import { listed } from './groups.ts'
import type { Checked } from './medicine.ts'

/** True where nothing speaks against a substance for this patient, once these medicines are gone. */
export type Fits = (substance: string, without: readonly Checked[]) => boolean

/** Of the substances that a rule names in the place of a medicine those that fit the patient; null where it names none. */
export const fitting = (names: string | undefined, fits: Fits, without: readonly Checked[]): readonly string[] | null =>
  names === undefined ? null : listed(names).filter((one) => fits(one, without))

/** A text, and the one that names what is given besides, where that fits the patient. */
export const withAddition = (detail: string, also: { text: string; names: string } | undefined, fits: Fits): string =>
  also && listed(also.names).every((one) => fits(one, [])) ? `${detail} ${also.text}` : detail
