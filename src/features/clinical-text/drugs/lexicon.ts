import { combinations, substances } from '#features/drugs/names.ts'
import { tokensOf } from '../text/tokens.ts'

/** What a name stands for. */
export interface Named {
  /** The international name, or the plain name of what has none. */
  name: string
  atc?: string
  substances: readonly string[]
  way: string
}

/** The form in which names are kept and looked up: the words as tokensOf parts them, hyphens left out. */
export const keyOf = (name: string) =>
  tokensOf(name)
    .filter(({ text }) => text !== '-')
    .map(({ text }) => text)
    .join(' ')

const names = new Map<string, Named>()
const add = (name: string, named: Named) => {
  const key = keyOf(name)
  if (!names.has(key)) names.set(key, named)
}

for (const { name, atc } of substances) add(name, { name, atc: atc[0], substances: [name], way: 'name' })
for (const { name, atc, synonyms } of substances)
  for (const one of synonyms) add(one, { name, atc: atc[0], substances: [name], way: 'brand' })
for (const [name, parts] of combinations) add(name, { name: parts.join(' + '), substances: parts, way: 'brand' })

const longest = new Map<string, number>()
for (const key of names.keys()) {
  const words = key.split(' ')
  longest.set(words[0]!, Math.max(longest.get(words[0]!) ?? 0, words.length))
}

/** What is known under a name in the form of `keyOf`. */
export const namedBy = (key: string) => names.get(key)

/** How many words the longest name has that begins with this one; 0 when none does. */
export const longestFrom = (word: string) => longest.get(word) ?? 0
