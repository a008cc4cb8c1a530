import { findPeriods, type FoundGrain, type FoundPeriod, type FoundVisit } from '../language/periods.ts'
import { idleIn } from '../language/fillers.ts'
import { plainText, tokensOf, type Token } from '../language/tokens.ts'
import type { AskedPatient } from '../query.ts'
import { marksOf, type Marks } from './marks.ts'
import { rangesIn, type NumberRange } from './ranges.ts'
import type { NameMatch } from './vocabulary.ts'

/** A stretch of the question that names patients: one, several of the same name. */
export interface PatientMatch {
  from: number
  to: number
  patients: readonly AskedPatient[]
}

/** A question taken apart, before anything is known of what it is about. */
export interface Sentence {
  /** The clinic's day, YYYY-MM-DD. */
  today: string
  tokens: readonly Token[]
  /** Tokens that say nothing. */
  idle: ReadonlySet<number>
  /** Tokens that say a time, a grain or a visit. */
  timed: ReadonlySet<number>
  /** Those, and a 'list' that tells what to do: no names of figures. */
  unnamed: ReadonlySet<number>
  periods: readonly FoundPeriod[]
  grains: readonly (FoundGrain & { at: readonly number[] })[]
  visits: readonly FoundVisit[]
  ranges: readonly NumberRange[]
  marks: Marks
  /** Stems of the catalogue: what they are part of says less than a name does. */
  common: ReadonlySet<string>
  names: readonly NameMatch[]
  patients: PatientMatch | null
}

const tokensWithin = (tokens: readonly Token[], { start, end }: { start: number; end: number }) =>
  tokens.flatMap((token, index) => (token.start < end && token.end > start ? [index] : []))

/** Takes a text apart. Names are found afterwards, by those who know them. */
export const sentenceOf = (text: string, today: string): Sentence => {
  const plain = plainText(text)
  const tokens = tokensOf(plain)
  const { periods, grains, visits } = findPeriods(plain, today)
  const timed = new Set([...periods, ...grains, ...visits].flatMap((found) => tokensWithin(tokens, found)))
  const tells = tokens.findIndex(({ text }) => text !== 'please' && text !== 'kindly')
  return {
    today,
    tokens,
    idle: idleIn(tokens),
    timed,
    unnamed: tokens[tells]?.text === 'list' ? new Set([...timed, tells]) : timed,
    periods,
    grains: grains.map((grain) => ({ ...grain, at: tokensWithin(tokens, grain) })),
    visits,
    ranges: rangesIn(tokens, timed),
    marks: marksOf(tokens, timed),
    common: new Set(),
    names: [],
    patients: null,
  }
}
