import { combinations, oneLetterOff, substances } from '#features/drugs/names.ts'
import { tokensOf } from '../text/tokens.ts'
import { exactAbbreviations, plainAbbreviations } from './dictionary/abbreviations.ts'
import { brands } from './dictionary/brands.ts'
import { chemicals } from './dictionary/chemicals.ts'
import { classes } from './dictionary/classes.ts'
import { bodyDrugs } from './dictionary/drugs-body.ts'
import { nerveDrugs } from './dictionary/drugs-nerves.ts'
import { outerDrugs } from './dictionary/drugs-outer.ts'
import { wordsOf } from './words.ts'

/** What a name stands for. */
export interface Named {
  /** The international name, or the plain name of what has none. */
  name: string
  /** WHO ATC: a substance, or the group where only that is sure. */
  atc?: string
  substances: readonly string[]
  way: string
}

const lines = (text: string) => text.trim().split('\n')
const listed = (text: string) => text.split(', ').map((one) => one.trim())

/** The form in which names are kept and looked up. */
export const keyOf = (name: string) =>
  wordsOf(name, tokensOf(name))
    .map(({ text }) => text)
    .join(' ')

// On shelves these are medicines; in notes a month, packed cells, the rhesus factor, days, births or a joint.
const everydayNames = new Set(['dec', 'pcv', 'rh', 'd5', 'd10', 'd50', 'p2', 'rts', 'tig', 'mvt', 'mmt', 'mms'])

const names = new Map<string, Named>()
const add = (name: string, named: Named) => {
  const key = keyOf(name)
  if (key !== '' && !everydayNames.has(key) && !names.has(key)) names.set(key, named)
}
const single = (name: string, atc: string | undefined, way: string): Named => ({ name, ...(atc ? { atc } : {}), substances: [name], way })

/** The international name behind a name that was added before, else the name itself. */
const meantBy = (name: string, way: string): Named => {
  const parts = name.split(' + ')
  if (parts.length > 1) return { name, substances: parts, way }
  const known = names.get(keyOf(name))
  return known ? { ...known, way } : single(name, undefined, way)
}

for (const { name, atc } of substances) add(name, single(name, atc[0], 'name'))
for (const { name, atc, synonyms } of substances) for (const one of synonyms) add(one, single(name, atc[0], 'other name'))
for (const [name, parts] of combinations) add(name, { name: parts.join(' + '), substances: parts, way: 'brand' })
for (const line of [bodyDrugs, outerDrugs, nerveDrugs].flatMap(lines)) {
  const [atc = '', list = ''] = line.split('; ')
  for (const entry of listed(list)) {
    const [name = '', others] = entry.split('=')
    add(name, single(name, atc, 'name'))
    for (const one of others?.split('/') ?? []) add(one, meantBy(name, 'other name'))
  }
}
for (const entry of lines(brands).flatMap(listed)) {
  const [name = '', others = ''] = entry.split('=')
  for (const one of others.split('/')) add(one, meantBy(name, 'brand'))
}
for (const entry of lines(chemicals).flatMap(listed)) {
  const [name = '', others] = entry.split('=')
  add(name, single(name, undefined, 'chemical'))
  for (const one of others?.split('/') ?? []) add(one, meantBy(name, 'chemical'))
}
for (const name of lines(classes).flatMap(listed)) for (const one of [name, `${name}s`]) add(one, single(name, undefined, 'class'))
for (const entry of lines(plainAbbreviations).flatMap(listed)) {
  const [short = '', name = ''] = entry.split('=')
  add(short, meantBy(name, 'abbreviation'))
}

const exact = new Map<string, Named>()
for (const entry of lines(exactAbbreviations).flatMap(listed)) {
  const [short = '', name = ''] = entry.split('=')
  exact.set(short, meantBy(name, 'abbreviation'))
}

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
for (const [key, { name, atc }] of names)
  if (key.length >= MIN_LENGTH_FOR_TYPOS - 1 && atc && /^[a-z]+$/.test(key)) {
    const begun = longNames.get(key.slice(0, 2)) ?? new Map<string, string>()
    longNames.set(key.slice(0, 2), begun.set(key, name))
  }

/** The one drug that a word of seven letters or more with one letter wrong, not among the first two, must have meant. */
export const meantByTypo = (word: string): Named | undefined => {
  const begun = longNames.get(word.slice(0, 2))
  const name = begun && oneLetterOff(word, begun)
  return name === undefined ? undefined : names.get(keyOf(name))
}
