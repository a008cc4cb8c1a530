import { readDirections, sayDirections, shortDirections, type Directions } from '#features/directions/rules.ts'
import { t } from '#web/i18n.ts'
import { quantityFor } from '../rules.ts'
import type { BasketLine } from './basket.ts'
import { capital, tilesOf } from './direction-labels.ts'

/** What a line says, as far as it is understood: nothing is guessed. */
export interface LineReading {
  /** Null where nothing was typed, or nothing is claimed. */
  structure: Directions | null
  /** Why nothing is claimed, in words. */
  why: string | null
  /** Words that are not understood. */
  unread: readonly string[]
  remarks: readonly string[]
  tiles: ReturnType<typeof tilesOf>
  /** As the patient will read it; '' without structure. */
  sentence: string
  /** As it is computed from the directions alone; null where the strength of the drug, or nobody, decides. */
  quantity: string | null
}

const nothing: LineReading = {
  structure: null,
  why: null,
  unread: [],
  remarks: [],
  tiles: { dose: '', often: '', length: '', when: '' },
  sentence: '',
  quantity: null,
}

const facts = (structure: Directions, { name, unit }: Pick<BasketLine, 'name' | 'unit'>) => ({
  structure,
  tiles: tilesOf(structure),
  sentence: capital(sayDirections(structure, t)),
  quantity: unit === null ? null : quantityFor(structure, { name, unit }),
})

/**
 * Reads a line as the server will: what was set in the boxes goes before the text. A dose for each kilogram is read by the server alone, which
 * knows the weight: `checked` is what it has read of this very line.
 */
export const readLine = (
  line: Pick<BasketLine, 'name' | 'directions' | 'structure' | 'unit'>,
  checked: Directions | null = null,
): LineReading => {
  const { directions, structure } = line
  if (structure !== null) return { ...nothing, ...facts(structure, line) }
  if (directions.trim() === '') return nothing
  const { directions: read, unread, abstained, warnings } = readDirections(directions)
  const remarks = warnings.map((text) => t(text))
  if (abstained !== null && checked !== null) return { ...nothing, ...facts(checked, line), quantity: null, remarks }
  if (abstained !== null) return { ...nothing, why: t(abstained), remarks }
  return { ...nothing, ...facts(read, line), unread, remarks }
}

/**
 * A line after its boxes were changed: the text in the usual short form, and the structure beside it only where that text alone would be
 * read as something else.
 */
export const withStructure = (line: BasketLine, structure: Directions): BasketLine => {
  const directions = shortDirections(structure)
  const again = readDirections(directions)
  const isSame = again.abstained === null && JSON.stringify(again.directions) === JSON.stringify(structure)
  return { ...line, directions, structure: isSame ? null : structure }
}
