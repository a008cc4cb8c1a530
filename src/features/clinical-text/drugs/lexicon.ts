import { combinations, oneLetterOff, substances } from '#features/drugs/names.ts'
import { flag, list, listOrNone, matching, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'
import { drugWords } from '../knowledge/drug-words.ts'
import { tokensOf } from '../text/tokens.ts'
import { wordsOf } from './words.ts'

const at = (file: string) => new URL(`../knowledge/${file}`, import.meta.url)
const atc = matching(/^[A-Z]\d\d(?:[A-Z][A-Z]?)?$/, 'a group of WHO ATC')
const named = { name: text, others: listOrNone(text) }

const drugNames = readTable(at('drug-names.tsv'), { atc, ...named }, ['atc', 'name'])
const brands = readTable(at('drug-brands.tsv'), { name: text, others: list(text) }, ['name'])
const chemicals = readTable(at('chemicals.tsv'), named, ['name'])
const abbreviations = readTable(at('drug-abbreviations.tsv'), { isExact: flag, short: text, name: text }, ['isExact', 'short'])

/** What a name stands for. */
export interface Named {
  /** The international name, or the plain name of what has none. */
  name: string
  /** WHO ATC: a substance, or the group where only that is sure. */
  atc?: string
  substances: readonly string[]
  way: string
}

/** The form in which names are kept and looked up. */
export const keyOf = (name: string) =>
  wordsOf(name, tokensOf(name))
    .map(({ text }) => text)
    .join(' ')

const everydayNames = new Set(drugWords['everyday name'])

const names = new Map<string, Named>()
const add = (name: string, meaning: Named) => {
  const key = keyOf(name)
  if (key !== '' && !everydayNames.has(key) && !names.has(key)) names.set(key, meaning)
}
const single = (name: string, group: string | undefined, way: string): Named => ({
  name,
  ...(group ? { atc: group } : {}),
  substances: [name],
  way,
})

/** The international name behind a name that was added before, else the name itself. */
const meantBy = (name: string, way: string): Named => {
  const parts = name.split(' + ')
  if (parts.length > 1) return { name, substances: parts, way }
  const known = names.get(keyOf(name))
  return known ? { ...known, way } : single(name, undefined, way)
}

for (const { name, atc: codes } of substances) add(name, single(name, codes[0], 'name'))
for (const { name, atc: codes, synonyms } of substances) for (const one of synonyms) add(one, single(name, codes[0], 'other name'))
for (const [name, parts] of combinations) add(name, { name: parts.join(' + '), substances: parts, way: 'brand' })
for (const { atc: group, name, others } of drugNames.rows) {
  add(name, single(name, group, 'name'))
  for (const one of others) add(one, meantBy(name, 'other name'))
}
for (const { name, others } of brands.rows) for (const one of others) add(one, meantBy(name, 'brand'))
for (const { name, others } of chemicals.rows) {
  add(name, single(name, undefined, 'chemical'))
  for (const one of others) add(one, meantBy(name, 'chemical'))
}
for (const name of drugWords.class) for (const one of [name, `${name}s`]) add(one, single(name, undefined, 'class'))

const exact = new Map<string, Named>()
for (const { isExact, short, name } of abbreviations.rows)
  if (isExact) exact.set(short, meantBy(name, 'abbreviation'))
  else add(short, meantBy(name, 'abbreviation'))

const longest = new Map<string, number>()
for (const key of names.keys()) {
  const words = key.split(' ')
  longest.set(words[0]!, Math.max(longest.get(words[0]!) ?? 0, words.length))
}

/** What is known under a name in the form of `keyOf`. */
export const namedBy = (key: string) => names.get(key)

/** What capitals stand for, just as they are written. */
export const namedByCapitals = (raw: string) => exact.get(raw)

/** How many words the longest name has that begins with this one; 0 when none does. */
export const longestFrom = (word: string) => longest.get(word) ?? 0

const MIN_LENGTH_FOR_TYPOS = 7
const longNames = new Map<string, Map<string, string>>()
for (const [key, { name, atc: group }] of names)
  if (key.length >= MIN_LENGTH_FOR_TYPOS - 1 && group && /^[a-z]+$/.test(key)) {
    const begun = longNames.get(key.slice(0, 2)) ?? new Map<string, string>()
    longNames.set(key.slice(0, 2), begun.set(key, name))
  }

/** The one drug that a word of seven letters or more with one letter wrong, not among the first two, must have meant. */
export const matchedByTypo = (word: string): Named | undefined => {
  const begun = longNames.get(word.slice(0, 2))
  const name = begun && oneLetterOff(word, begun)
  return name === undefined ? undefined : names.get(keyOf(name))
}
