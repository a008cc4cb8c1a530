import { list, oneOf, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'

const { rows } = readTable(
  new URL('knowledge/test-names.tsv', import.meta.url),
  { kind: oneOf(['test', 'profile']), name: text, also: list(text) },
  ['kind', 'name'],
)
const namesOf = (kind: 'test' | 'profile') => rows.flatMap((row) => (row.kind === kind ? [[row.name, ...row.also]] : []))

/** Each row holds the names of one test, in small letters. */
export const testNames: readonly (readonly string[])[] = namesOf('test')
/** The same of profiles: tests that are requested together. */
export const profileNames: readonly (readonly string[])[] = namesOf('profile')

const letters = (name: string) => name.toLowerCase().replace(/[^\p{L}\p{N}+]/gu, '')
/** A name as a whole and from each of its words on, without signs: `U&E` is found as `u/e` and as `ue`. */
const beginnings = (name: string): string[] => [letters(name), ...name.split(' ').map(letters)]
const entries = [...testNames, ...profileNames].map((names) => ({
  names,
  whole: new Set(names.map(letters)),
  begins: names.flatMap(beginnings),
}))

/** Every name, in small letters, of the laboratory tests and profiles of which a name, or a word of one, begins with this word. */
export const namesBeginning = (word: string): string[] => {
  const typed = letters(word)
  return typed === '' ? [] : entries.flatMap(({ names, begins }) => (begins.some((one) => one.startsWith(typed)) ? names : []))
}

/** Every name of the tests and profiles that are called exactly this, however it is written. */
export const namesBeside = (name: string): string[] => {
  const typed = letters(name)
  return typed === '' ? [] : entries.flatMap(({ names, whole }) => (whole.has(typed) ? names : []))
}
