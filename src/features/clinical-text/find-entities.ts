import { readContext } from './context/read-context.ts'
import { confidenceOf } from './confidence.ts'
import { findDiseases } from './diseases/find-diseases.ts'
import { findAllergies } from './drugs/find-allergies.ts'
import { findDrugs } from './drugs/find-drugs.ts'
import { findDates } from './findings/find-dates.ts'
import { findFacilities } from './findings/find-facilities.ts'
import { findProcedures } from './findings/find-procedures.ts'
import { findLaboratory } from './findings/find-laboratory.ts'
import { findVitals } from './findings/find-vitals.ts'
import type { Found, Mention } from './mention.ts'
import { sentencesOf } from './text/sentences.ts'
import { tokensOf } from './text/tokens.ts'

/** What the finders read: made once for all of them. */
export interface Prepared {
  text: string
  tokens: ReturnType<typeof tokensOf>
  sentences: ReturnType<typeof sentencesOf>
}

// Earlier ones win where two finders claim the same words: an allergy to penicillin is no drug that is taken.
const finders: readonly ((prepared: Prepared) => Found[])[] = [
  findAllergies,
  findVitals,
  findLaboratory,
  findDrugs,
  findDiseases,
  findProcedures,
  findDates,
  findFacilities,
]

const overlaps = (a: Found, b: Found) => a.start < b.end && b.start < a.end

/**
 * Everything clinical that a text mentions, in the order of the text: what, where (UTF-16 offsets), whether it is denied, doubted,
 * past, or of somebody else, and how sure the finding is. Spans never overlap. Works offline by dictionaries and rules (version.ts).
 */
export const findEntities = (text: string): Mention[] => {
  const prepared = { text, tokens: tokensOf(text), sentences: sentencesOf(text) }
  const kept: Found[] = []
  for (const find of finders) for (const found of find(prepared)) if (!kept.some((other) => overlaps(other, found))) kept.push(found)
  return kept
    .toSorted((a, b) => a.start - b.start)
    .map(({ way, ...found }) => ({
      ...found,
      text: text.slice(found.start, found.end),
      ...readContext(prepared, found),
      confidence: confidenceOf(found.type, way),
    }))
}
