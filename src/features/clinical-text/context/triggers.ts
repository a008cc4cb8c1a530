import { flag, listOrNone, number, oneOf, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'
import { tokensOf } from '../text/tokens.ts'
import { denyingPhrases } from '../drugs/usage/phrases.ts'

/** What words around a mention may say of it. `recent` takes back a history that is none: a cough "for three days"; `affirmed` a denial: "no pallor, jaundice present". */
export const meanings = ['negated', 'possible', 'historical', 'hypothetical', 'family', 'other', 'recent', 'affirmed'] as const
export type Meaning = (typeof meanings)[number]

export interface Trigger {
  /** Empty for words that only look as if they said something: "no change". */
  means: Meaning[]
  /** Whose scope ends here; empty for triggers that say something. */
  ends: Meaning[]
  /** Where the trigger stands: before what it speaks of, or after it. */
  side: 'before' | 'after'
  /** How many words may stand between it and what it speaks of. */
  reach: number
  /** Whether a list goes on: "no a, b or c"; then the reach holds for each item of the list. */
  isList: boolean
  words: string[]
}

const { rows } = readTable(
  new URL('../knowledge/triggers.tsv', import.meta.url),
  {
    language: oneOf(['en', 'sw', 'fr']),
    means: listOrNone(oneOf([...meanings, 'all'])),
    isEnd: flag,
    side: oneOf(['before', 'after']),
    reach: number,
    isList: flag,
    phrase: text,
  },
  ['language', 'means', 'isEnd', 'side', 'phrase'],
)

const wordsOf = (phrase: string) => tokensOf(phrase.replace('COMMA', ', ')).map((token) => token.text)

const triggers = rows.map(({ means, isEnd, side, reach, isList, phrase }): Trigger => {
  const named = means.flatMap((one) => (one === 'all' ? [...meanings] : [one]))
  return { means: isEnd ? [] : named, ends: isEnd ? named : [], side, reach, isList: isList ?? false, words: wordsOf(phrase) }
})

/** Words with all that they say: some both say something and end what others said. */
export interface Phrase {
  words: string[]
  triggers: Trigger[]
}

/** Every phrase by its first word, the longest first: "not ruled out" is looked for before "not". */
export const phrasesByWord: ReadonlyMap<string, Phrase[]> = (() => {
  // "Not tolerated" is said of a drug (drugs/usage) and denies nothing.
  const ofDrugs = denyingPhrases.map((phrase): Trigger => ({
    means: [],
    ends: [],
    side: 'before',
    reach: 0,
    isList: false,
    words: wordsOf(phrase),
  }))
  const byPhrase = Map.groupBy([...triggers, ...ofDrugs], ({ words }) => words.join(' '))
  const phrases = [...byPhrase.values()].map((same) => ({ words: same[0]!.words, triggers: same }))
  const longestFirst = phrases.toSorted((a, b) => b.words.length - a.words.length)
  return Map.groupBy(longestFirst, ({ words }) => words[0]!)
})()
