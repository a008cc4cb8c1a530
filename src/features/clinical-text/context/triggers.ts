import { tokensOf } from '../text/tokens.ts'
import { denyingPhrases } from '../drugs/usage/phrases.ts'
import { rowsOf } from './rows.ts'
import { english } from './triggers-english.ts'
import { french, swahili } from './triggers-other.ts'

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

const isMeaning = (word: string): word is Meaning => (meanings as readonly string[]).includes(word)

// A row is "head: phrases, …"; the heads are explained in triggers-english.ts.
const triggersOf = (rows: string): Trigger[] =>
  rowsOf(rows).flatMap((row) => {
    const [head, phrases] = [row.slice(0, row.indexOf(': ')), row.slice(row.indexOf(': ') + 2)]
    const parts = head.split(' ')
    const named = parts.includes('all') ? [...meanings] : parts.filter(isMeaning)
    const isEnd = parts.includes('end')
    const shared = {
      means: isEnd ? [] : named,
      ends: isEnd ? named : [],
      side: parts.includes('after') ? ('after' as const) : ('before' as const),
      reach: Number(parts.find((part) => /^\d+$/.test(part)) ?? 0),
      isList: parts.includes('list'),
    }
    return phrases.split(',').map((phrase) => ({ ...shared, words: tokensOf(phrase.replace('COMMA', ', ')).map(({ text }) => text) }))
  })

/** Words with all that they say: some both say something and end what others said. */
export interface Phrase {
  words: string[]
  triggers: Trigger[]
}

/** Every phrase by its first word, the longest first: "not ruled out" is looked for before "not". */
export const phrasesByWord: ReadonlyMap<string, Phrase[]> = (() => {
  // "Not tolerated" is said of a drug (drugs/usage) and denies nothing.
  const ofDrugs = `before: ${denyingPhrases.join(', ')}`
  const byPhrase = Map.groupBy([english, swahili, french, ofDrugs].flatMap(triggersOf), ({ words }) => words.join(' '))
  const phrases = [...byPhrase.values()].map((triggers) => ({ words: triggers[0]!.words, triggers }))
  const longestFirst = phrases.toSorted((a, b) => b.words.length - a.words.length)
  return Map.groupBy(longestFirst, ({ words }) => words[0]!)
})()
