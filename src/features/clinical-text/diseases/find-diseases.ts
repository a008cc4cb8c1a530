import type { Prepared } from '../find-entities.ts'
import type { Found } from '../mention.ts'
import { nameAt } from './lexicon.ts'
import { unitsOf } from './units.ts'

/** The diagnoses and symptoms that a text names. */
export const findDiseases = (prepared: Prepared): Found[] => {
  const units = unitsOf(prepared)
  const found: Found[] = []
  for (let at = 0; at < units.length;) {
    const name = nameAt(units, at)
    if (!name) {
      at++
      continue
    }
    const { entry, to } = name
    const code = entry.code === undefined ? {} : { code: entry.code }
    found.push({ type: entry.type, value: entry.name, ...code, way: 'name', start: units[at]!.start, end: units[to - 1]!.end })
    at = to
  }
  return found
}
