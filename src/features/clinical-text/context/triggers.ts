import { tokensOf } from '../text/tokens.ts'
import { denyingPhrases } from '../drugs/usage/phrases.ts'
import { rowsOf } from './rows.ts'
import { english } from './triggers-english.ts'

/** What clinicians of the region write among English; rows as in triggers-english.ts, accents left out. */
const swahili = `
negated before 5 list: hakuna, hana, sina, hamna, bila, hawana, hajawahi kuwa na, hajapata, amekataa, anakataa
negated after 2: hakuna, hana, hapana
possible before 4: huenda, labda, inawezekana, anahisiwa kuwa na
historical before 5: aliwahi kuwa na, aliwahi kupata, zamani, historia ya
historical after 5: zamani, mwaka jana, miaka iliyopita, utotoni
hypothetical before 12 list: endapo, iwapo, akipata, ukipata
family before 6 list: mama yake, baba yake, kaka yake, dada yake, ndugu yake, historia ya familia, katika familia
end negated: lakini, isipokuwa, ila
end historical: lakini, sasa, leo
`

/** French, as above. */
const french = `
negated before 6 list: pas de, pas d'une, pas d'un, aucun, aucune, sans, absence de, absence d'une, nie, exclut, elimine, ni, negatif
  pour, indemne de
negated after 3: absent, absente, negatif, negative, exclu, exclue, ecarte, ecartee, elimine, eliminee
before: pas de changement, pas d'amelioration, sans changement, sans amelioration, pas seulement
possible before 5 list: possible, probable, suspicion de, suspicion d'une, evoquant, suspect de, peut-etre, a eliminer
possible after 3: a eliminer, possible, probable, suspecte, suspectee, n'est pas exclu, n'est pas exclue
historical before 8 list: antecedent de, antecedents de, antecedent d', atcd de, atcd, antecedents d'une, ancien, ancienne
historical after 6: dans l'enfance, dans le passe, il y a NUMBER ans, en YEAR
hypothetical before 15 list: en cas de, en cas d', risque de, prevention de, prevention du, prophylaxie
family before 8 list: antecedents familiaux, antecedents familiaux de, mere, pere, frere, soeur, oncle, tante, grand-mere, grand-pere
end negated: mais, sauf, hormis, cependant, toutefois, qui
end historical: mais, actuellement, aujourd'hui
`

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
