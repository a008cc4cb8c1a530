import { readContext } from './context/read-context.ts'
import { confidenceOf } from './confidence.ts'
import { findDiseases } from './diseases/find-diseases.ts'
import { findAllergies } from './drugs/find-allergies.ts'
import { findDrugs } from './drugs/find-drugs.ts'
import { readUsages, type ReadUsage } from './drugs/usage/read-usages.ts'
import { findDiseaseTestResults } from './findings/find-disease-tests.ts'
import { findDates } from './findings/find-dates.ts'
import { findFacilities } from './findings/find-facilities.ts'
import { findProcedures } from './findings/find-procedures.ts'
import { findLaboratory } from './findings/find-laboratory.ts'
import { findVitals } from './findings/find-vitals.ts'
import type { Context, Found, Mention, Span } from './mention.ts'
import type { Prepared } from './prepared.ts'
import type { DrugUsage, EntityType } from './contract.ts'
import { sentencesOf } from './text/sentences.ts'
import { tokensOf } from './text/tokens.ts'
import { firstWhere } from './first-where.ts'
import { drugWords } from './knowledge/drug-words.ts'
import { isPrescribed } from './drugs/directions.ts'
import { findHeadedSpan } from './drugs/headed-span.ts'

const ambiguous = new Set(drugWords.ambiguous)

const HEADING =
  /(?:^|\n|[.;][^\S\n])[^\S\n]{0,8}(?:(?:current|regular|home|present|discharge|previous|other)[^\S\n])?(?:medications?|medicines?|meds|drugs?|drug[^\S\n]history|dh|treatment|treatment[^\S\n]given|rx|tx|prescriptions?)(?:[^\S\n]on[^\S\n](?:discharge|admission))?[^\S\n]{0,3}(?:[:–=-]|(?=\n))/gi

const findMedicationLists = (text: string): Span[] =>
  Array.from(text.matchAll(HEADING), (match) => findHeadedSpan(text, match.index + match[0].length))

/** A piece of its own in a list: "1. EPI", ", DEXA,"; not "TCA 2 weeks". */
const isItem = (text: string, { start, end }: Span) =>
  /(?:^|[\n,:–=•*-]|\d[.)])\s{0,8}$/.test(text.slice(Math.max(0, start - 12), start)) &&
  /^\s{0,8}(?:[\n,;.]|$)/.test(text.slice(end, end + 9))

/** Part of a product or regimen: "RIF/INH", "ABC + 3TC". */
const isJoined = (text: string, { start, end }: Span, others: readonly Found[], at: number) => {
  const [before, after] = [others[at - 1], others[at + 1]]
  const joins = (from: number, to: number) => /^\s?[/+]\s?$/.test(text.slice(from, to))
  return (before !== undefined && joins(before.end, start)) || (after !== undefined && joins(end, after.start))
}

/**
 * The drugs without the short names that mean other things too (RA, TCA, Na): those stay only with a dose, a route or a form, below a heading of
 * medications, in one product with another, or where the text explains them. `drugs` are all that were found, in their order.
 */
const withoutAmbiguousNames = ({ text, tokens }: Prepared, drugs: readonly Found[]): Found[] => {
  let lists: Span[] | undefined
  return drugs.filter((drug, at) => {
    const written = text.slice(drug.start, drug.end)
    const isAmbiguous = drug.way === 'ion' || (drug.way !== 'defined' && ambiguous.has(written.toUpperCase()))
    if (!isAmbiguous || isJoined(text, drug, drugs, at)) return true
    const { dose, route, frequency } = drug.details ?? {}
    if (dose ?? route ?? frequency) return true
    const first = firstWhere(tokens, (token) => token.end > drug.start)
    const to = firstWhere(tokens, (token) => token.start >= drug.end)
    if (isPrescribed(tokens, first, to)) return true
    lists ??= findMedicationLists(text)
    const list = lists[firstWhere(lists, ({ start }) => start > drug.start) - 1]
    return list !== undefined && drug.end <= list.end && isItem(text, drug)
  })
}

// What makes the name of a drug the name of a test, of a property of germs, or of a disease.
const AFTER =
  /^[\s-]{1,2}(?:tolerance\stest|levels?\b|assay|resistan(?:t|ce)|sensitiv(?:e|ity)|susceptib(?:le|ility)|dependen(?:t|ce|cy)|deficien(?:t|cy)|naive\b|overload)/i
// "Resistant to ampicillin and gentamicin".
const BEFORE =
  /\b(?:resistan(?:t|ce)|sensitiv(?:e|ity)|susceptib(?:le|ility))\s(?:to|for)\s(?:[\p{L}-]{4,30}(?:,\s?|\s(?:and|or|but)\s)){0,6}$/iu

/** Whether the name of a drug stands for something else where it is: "rifampicin resistance", "glucose tolerance test". */
const isOtherThing = (text: string, { start, end }: Pick<Found, 'start' | 'end'>): boolean =>
  AFTER.test(text.slice(end, end + 24)) || BEFORE.test(text.slice(Math.max(0, start - 160), start))

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
const usageOf = (found: Found, statement: ReadUsage['usage'] | undefined): DrugUsage | null => {
  if (statement === undefined || statement === 'taken' || statement === 'not taken') return null
  if (found.type === 'allergy') return statement === 'not tolerated' ? statement : null
  return statement === 'tolerated' && hasDirections(found) ? null : statement
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
    const statement = usages.get(one)
    const usage = usageOf(one, statement)
    const { way, ...found } = usage === 'not tolerated' && one.type === 'drug' ? asIntolerance(one) : one
    const context = contextOf(prepared, found)
    return {
      ...found,
      text: prepared.text.slice(found.start, found.end),
      ...context,
      negated: context.negated || (found.type === 'drug' && statement === 'not taken'),
      usage,
      confidence: confidenceOf(found.type, way),
    }
  })
}
