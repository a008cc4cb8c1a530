import type { RouteCode } from '#features/directions/rules.ts'
import { routeCodes } from '#features/directions/rules.ts'
import { flag, list, matching, number, oneOf, optional, parsed, text } from '#platform/knowledge/columns.ts'
import { latestVersion, readTable } from '#platform/knowledge/read-table.ts'
import {
  allergyWords,
  combinationTable,
  crossAllergies,
  groupTable,
  knownTotals,
  noAllergyWords,
  pairAllergies,
  substanceTable,
} from './substances.ts'

const at = (file: string) => new URL(file, import.meta.url)

const severity = oneOf(['stop', 'note'])
const sentence = matching(/^[A-Z].*\.$/, 'a sentence')
/** `b: paracetamol`. */
const instead = parsed((cell): { of: 'a' | 'b' | 'both'; names: string } => {
  const [, of, names] = /^(a|b|both): (.+)$/.exec(cell) ?? []
  if (names === undefined) throw new RangeError(`"${cell}" is not "a, b or both: substances"`)
  return { of: of as 'a' | 'b' | 'both', names }
})
/** `Give zinc. (zinc)`. */
const also = parsed((cell) => {
  const [, stated, names] = /^([A-Z].*\.) \(([^()]+)\)$/.exec(cell) ?? []
  if (stated === undefined || names === undefined) throw new RangeError(`"${cell}" is not a sentence and its substances in brackets`)
  return { text: stated, names }
})

export const interactions = readTable(
  at('interactions.tsv'),
  {
    severity,
    id: text,
    a: text,
    b: text,
    effect: sentence,
    advice: sentence,
    instead: optional(instead),
    source: text,
    note: optional(text),
  },
  ['id'],
)
export type InteractionRule = (typeof interactions.rows)[number]

export const doseLimits = readTable(
  at('dose-limits.tsv'),
  {
    of: text,
    adult: number,
    perKg: optional(number),
    once: optional(number),
    weekly: optional(number),
    isWeeklyOnly: flag,
    routes: optional(list(oneOf<RouteCode>(routeCodes))),
  },
  ['of', 'routes'],
)
export type DoseLimit = (typeof doseLimits.rows)[number]

/** The most of a substance in one dose. */
export const singleDoses = readTable(at('single-doses.tsv'), { of: text, most: number, source: text }, ['of'])
/** In which steps a volume can be measured. */
export const measures = readTable(at('measures.tsv'), { capacity: number, step: number }, ['capacity'])

export const pregnancyRules = readTable(
  at('pregnancy.tsv'),
  { id: text, of: text, severity, detail: sentence, instead: optional(text), also: optional(also), source: text, isLocalToo: flag },
  ['id'],
)
export const ageRules = readTable(
  at('ages.tsv'),
  { id: text, of: text, under: number, detail: sentence, instead: optional(text), also: optional(also), source: text },
  ['id'],
)

export const onceOnly = readTable(at('once-only.tsv'), { id: text, label: text, list: text }, ['id'])
export const severalNormal = readTable(at('several-normal.tsv'), { kind: oneOf(['atc', 'substance']), what: text }, ['what'])

/** That of the table that was changed last; each warning carries it. */
export const version = latestVersion([
  substanceTable,
  combinationTable,
  knownTotals,
  groupTable,
  allergyWords,
  crossAllergies,
  pairAllergies,
  noAllergyWords,
  interactions,
  doseLimits,
  singleDoses,
  measures,
  pregnancyRules,
  ageRules,
  onceOnly,
  severalNormal,
])

/** Stands in the documentation and beside the rules until the clinical lead has gone through them. */
export const status = 'to be confirmed by the clinical lead'
