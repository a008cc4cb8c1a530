import { allergyWords, groups } from '#features/drugs/names.ts'
import { flag, listOrNone, oneOf, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'
import type { Prepared } from '../prepared.ts'
import type { Span } from '../mention.ts'
import { findNames } from './find-names.ts'
import { keyOf } from './lexicon.ts'
import type { Word } from './words.ts'

/** What somebody may be allergic to, where it stands. */
export interface Allergen extends Span {
  value: string
  code?: string
  substances: readonly string[]
  way: string
}

interface Phrases<T> {
  among: ReadonlyMap<string, T>
  /** The words of the longest phrase that begins with a word. */
  longest: ReadonlyMap<string, number>
}
interface Kind {
  value: string
  way: 'allergen' | 'group'
}
const phrases = <T>(entries: readonly (readonly [string, T])[]): Phrases<T> => {
  const among = new Map(entries.map(([name, one]) => [keyOf(name), one]))
  const longest = new Map<string, number>()
  for (const key of among.keys()) {
    const [first = '', ...rest] = key.split(' ')
    longest.set(first, Math.max(longest.get(first) ?? 0, rest.length + 1))
  }
  return { among, longest }
}

const { rows } = readTable(
  new URL('../knowledge/allergens.tsv', import.meta.url),
  { kind: oneOf(['allergen', 'reaction']), name: text, others: listOrNone(text), isSevere: flag, isAllergic: flag },
  ['kind', 'name'],
)
const entriesOf = (kind: 'allergen' | 'reaction') =>
  rows.flatMap((row) => (row.kind === kind ? [row.name, ...row.others].map((one) => [one, row.name] as const) : []))

const reactionsThat = (is: 'isSevere' | 'isAllergic'): ReadonlySet<string> => new Set(rows.flatMap((row) => (row[is] ? [row.name] : [])))
/** Severe whatever else is said. */
export const severeReactions = reactionsThat('isSevere')
/** By themselves they say that an allergy is meant. */
export const allergicReactions = reactionsThat('isAllergic')

const kinds = phrases<Kind>([
  ...entriesOf('allergen').map(([name, value]) => [name, { value, way: 'allergen' } satisfies Kind] as const),
  ...allergyWords.rows.flatMap(({ groups: [group = '', ...more], words }) =>
    words.map((one) => [one, { value: more.length === 0 ? (groups.get(group)?.label ?? one) : one, way: 'group' } satisfies Kind] as const),
  ),
])
const effects = phrases(entriesOf('reaction'))

const longestAt = <T>(words: readonly Word[], at: number, { among, longest }: Phrases<T>) => {
  for (let length = Math.min(longest.get(words[at]?.text ?? '') ?? 0, words.length - at); length > 0; length -= 1) {
    const key = words
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' ')
    const one = among.get(key)
    if (one !== undefined) return { to: at + length, one }
  }
  return undefined
}

/** A reaction that begins at a word, and the word behind it. */
export const reactionAt = (words: readonly Word[], at: number) => longestAt(words, at, effects)

/** What may be an allergen at each word where one begins, with the word behind it: groups first, then drugs, then food and the like. */
export const allergensOf = (prepared: Prepared) => {
  const { words, matches } = findNames(prepared)
  const found = new Map<number, { to: number; allergen: Allergen }>()
  for (let at = 0; at < words.length; at += 1) {
    const kind = longestAt(words, at, kinds)
    if (kind)
      found.set(at, {
        to: kind.to,
        allergen: { start: words[at]!.start, end: words[kind.to - 1]!.end, value: kind.one.value, substances: [], way: kind.one.way },
      })
  }
  for (const { from, to, named } of matches) {
    if ((found.get(from)?.to ?? 0) >= to) continue
    found.set(from, {
      to,
      allergen: {
        start: words[from]!.start,
        end: words[to - 1]!.end,
        value: named.name,
        substances: named.substances,
        way: named.way,
        ...(named.atc ? { code: named.atc } : {}),
      },
    })
  }
  return { words, found }
}
