import { number, oneOf, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'
import { tokensOf } from '../../text/tokens.ts'

/** What a text says of a drug besides that it is taken. `not taken` is a denial; `taken` ends what was said before it. */
const stated = ['stopped', 'avoided', 'not tolerated', 'tolerated', 'not taken', 'taken', 'replaced'] as const
export type StatedOfDrug = (typeof stated)[number]

/**
 * Which drugs a phrase is about: `verb` those that follow, else those before it ("stop X", "X: stop"); `state` those before it, else those
 * that follow ("X stopped", "stopped X"); `before` and `after` only those on one side of where the phrase stands.
 */
type Kind = 'verb' | 'state' | 'before' | 'after'
const kinds: readonly Kind[] = ['verb', 'state', 'before', 'after']

export interface UsagePhrase {
  usage: StatedOfDrug
  kind: Kind
  /** How many words may stand between the phrase and the first drug. */
  reach: number
  words: string[]
}

const table = readTable(
  new URL('../../knowledge/drug-usages.tsv', import.meta.url),
  { usage: oneOf(stated), kind: oneOf(kinds), reach: number, phrase: text },
  ['usage', 'kind', 'phrase'],
)
const phrases = table.rows.map(({ usage, kind, reach, phrase }): UsagePhrase => ({
  usage,
  kind,
  reach,
  words: tokensOf(phrase).map((token) => token.text),
}))

/** Every phrase by its first word, the longest first. */
export const usagesByWord: ReadonlyMap<string, UsagePhrase[]> = Map.groupBy(
  phrases.toSorted((a, b) => b.words.length - a.words.length),
  ({ words }) => words[0]!,
)

const DENIES = /^(?:no|not|never|cannot|can't|don't|doesn't|didn't|couldn't|ne)$/

/** Phrases with a word that would deny what stands near them: "do not give", "not tolerated". */
export const denyingPhrases: readonly string[] = phrases.filter(({ words }) => words.some((word) => DENIES.test(word))).map(({ words }) => words.join(' ')) // prettier-ignore
