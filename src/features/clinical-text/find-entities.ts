import { readContext } from './context/read-context.ts'
import { confidenceOf } from './confidence.ts'
import { findDiseases } from './diseases/find-diseases.ts'
import { findAllergies } from './drugs/find-allergies.ts'
import { findDrugs } from './drugs/find-drugs.ts'
import { findDiseaseTestResults } from './findings/find-disease-tests.ts'
import { findDates } from './findings/find-dates.ts'
import { findFacilities } from './findings/find-facilities.ts'
import { findProcedures } from './findings/find-procedures.ts'
import { findLaboratory } from './findings/find-laboratory.ts'
import { findVitals } from './findings/find-vitals.ts'
import type { Context, Found, Mention } from './mention.ts'
import type { Prepared } from './prepared.ts'
import type { EntityType } from './contract.ts'
import { sentencesOf } from './text/sentences.ts'
import { tokensOf } from './text/tokens.ts'

// Earlier ones win where two finders claim the same words: an allergy to penicillin is no drug that is taken.
const finders: readonly ((prepared: Prepared) => Found[])[] = [
  findAllergies,
  findVitals,
  findLaboratory,
  findDiseaseTestResults,
  findDrugs,
  findDiseases,
  findProcedures,
  findDates,
  findFacilities,
]

/** Text beyond this many characters is not read: no document of a patient is longer. */
export const LONGEST_TEXT = 2_000_000

const byPlace = (a: Found, b: Found) => a.start - b.start || b.end - a.end

/** What was kept, and of the others what overlaps none of it nor an earlier or longer one of their own. Both in the order of the text. */
const withOthers = (kept: Found[], others: Found[]) => {
  const joined: Found[] = []
  let next = 0
  let end = 0
  for (const other of others.toSorted(byPlace)) {
    for (; next < kept.length && kept[next]!.start < other.end; next++) {
      joined.push(kept[next]!)
      end = kept[next]!.end
    }
    if (other.start < end || other.start >= other.end) continue
    joined.push(other)
    end = other.end
  }
  return [...joined, ...kept.slice(next)]
}

const prepare = (text: string): Prepared => {
  const whole = text.slice(0, LONGEST_TEXT)
  return { text: whole, tokens: tokensOf(whole), sentences: sentencesOf(whole) }
}

const foundIn = (prepared: Prepared) => finders.reduce<Found[]>((kept, find) => withOthers(kept, find(prepared)), [])

/** What findEntities gives, with the way each was found and without surroundings: for measuring the ways (confidence.ts). */
export const findPlaces = (text: string): Found[] => foundIn(prepare(text))

const stated: readonly EntityType[] = ['laboratory', 'vital', 'date', 'facility']

/** What the surroundings say; a value, a day or a place is stated, not denied: "malaria test negative" says what came out. */
const contextOf = (prepared: Prepared, found: Omit<Found, 'way'>): Context => {
  const context = readContext(prepared, found)
  return stated.includes(found.type) ? { ...context, negated: false, certainty: 'certain' } : context
}

/**
 * Everything clinical that a text mentions, in the order of the text: what, where (UTF-16 offsets), whether it is denied, doubted,
 * past, or of somebody else, and how sure the finding is. Spans never overlap. Reads the first LONGEST_TEXT characters. Works offline
 * by dictionaries and rules (version.ts): the same text always gives the same.
 */
export const findEntities = (text: string): Mention[] => {
  const prepared = prepare(text)
  return foundIn(prepared).map(({ way, ...found }) => ({
    ...found,
    text: prepared.text.slice(found.start, found.end),
    ...contextOf(prepared, found),
    confidence: confidenceOf(found.type, way),
  }))
}
