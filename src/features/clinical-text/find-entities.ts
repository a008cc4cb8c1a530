import { readContext } from './context/read-context.ts'
import { confidenceOf } from './confidence.ts'
import { findDiseases } from './diseases/find-diseases.ts'
import { findAllergies } from './drugs/find-allergies.ts'
import { findDrugs } from './drugs/find-drugs.ts'
import { isOtherThing } from './drugs/other-things.ts'
import { withoutAmbiguousNames } from './drugs/short-names.ts'
import { readUsages, type ReadUsage } from './drugs/usage/read-usages.ts'
import { findDiseaseTestResults } from './findings/find-disease-tests.ts'
import { findDates } from './findings/find-dates.ts'
import { findFacilities } from './findings/find-facilities.ts'
import { findProcedures } from './findings/find-procedures.ts'
import { findLaboratory } from './findings/find-laboratory.ts'
import { findVitals } from './findings/find-vitals.ts'
import type { Context, Found, Mention } from './mention.ts'
import type { Prepared } from './prepared.ts'
import type { DrugUsage, EntityType } from './contract.ts'
import { sentencesOf } from './text/sentences.ts'
import { tokensOf } from './text/tokens.ts'

const length = ({ start, end }: Found) => end - start

/** Drugs and diseases; of two that overlap the longer one: "iron deficiency anaemia" names no drug. Of two as long the drug. */
const findDrugsAndDiseases = (prepared: Prepared): Found[] => {
  const drugs = withoutAmbiguousNames(prepared, findDrugs(prepared)).filter((drug) => !isOtherThing(prepared.text, drug))
  const all = [...drugs, ...findDiseases(prepared)].toSorted((a, b) => a.start - b.start || length(b) - length(a))
  const kept: Found[] = []
  for (const found of all) {
    while (kept.length > 0 && kept.at(-1)!.end > found.start && length(kept.at(-1)!) < length(found)) kept.pop()
    if (kept.length === 0 || kept.at(-1)!.end <= found.start) kept.push(found)
  }
  return kept
}

// Earlier ones win where two finders claim the same words: an allergy to penicillin is no drug that is taken.
const finders: readonly ((prepared: Prepared) => Found[])[] = [
  findAllergies,
  findVitals,
  findLaboratory,
  findDiseaseTestResults,
  findDrugsAndDiseases,
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

const hasDirections = ({ details }: Found) => details?.dose !== undefined || details?.frequency !== undefined

/** What is said of each drug and allergy, by the finding. */
const findUsages = (prepared: Prepared, found: readonly Found[]): ReadonlyMap<Found, ReadUsage['usage']> => {
  const drugs = found.filter(({ type }) => type === 'drug' || type === 'allergy')
  const read = readUsages(prepared, drugs.map((drug) => ({ ...drug, hasDirections: hasDirections(drug) }))) // prettier-ignore
  return new Map(drugs.flatMap((drug, index) => (read[index] ? [[drug, read[index].usage] as const] : [])))
}

/** What somebody takes in a dose is taken, though it is tolerated; of allergies only an intolerance is told apart. */
const usageOf = (found: Found, said: ReadUsage['usage'] | undefined): DrugUsage | null => {
  if (said === undefined || said === 'taken' || said === 'not taken') return null
  if (found.type === 'allergy') return said === 'not tolerated' ? said : null
  return said === 'tolerated' && hasDirections(found) ? null : said
}

/** A drug that is not tolerated is no drug of the patient: it stands among the allergies, as an intolerance. */
const asIntolerance = ({ details, ...found }: Found): Found => ({
  ...found,
  type: 'allergy',
  ...(details?.substances && { details: { substances: details.substances } }),
})

/**
 * Everything clinical that a text mentions, in the order of the text: what, where (UTF-16 offsets), whether it is denied, doubted,
 * past, or of somebody else, whether a drug is stopped, avoided, tolerated or not, and how sure the finding is. Spans never overlap. Reads
 * the first LONGEST_TEXT characters. Works offline by dictionaries and rules (version.ts): the same text always gives the same.
 */
export const findEntities = (text: string): Mention[] => {
  const prepared = prepare(text)
  const all = foundIn(prepared)
  const usages = findUsages(prepared, all)
  return all.map((one) => {
    const said = usages.get(one)
    const usage = usageOf(one, said)
    const { way, ...found } = usage === 'not tolerated' && one.type === 'drug' ? asIntolerance(one) : one
    const context = contextOf(prepared, found)
    return {
      ...found,
      text: prepared.text.slice(found.start, found.end),
      ...context,
      negated: context.negated || (found.type === 'drug' && said === 'not taken'),
      usage,
      confidence: confidenceOf(found.type, way),
    }
  })
}
