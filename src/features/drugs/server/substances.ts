import { combinations, type Substance, substanceTable } from '../knowledge/substances.ts'

export const substances: readonly Substance[] = substanceTable.rows

export const substanceByName: ReadonlyMap<string, Substance> = new Map(substances.map((one) => [one.name, one]))

/** Letters and figures in lower case with single spaces: what two spellings of one name have in common. */
export const keyOf = (text: string) =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

const written = [...substances.flatMap(({ name, synonyms }) => [name, ...synonyms].map((one) => [one, [name]] as const)), ...combinations]
const names = new Map<string, readonly string[]>(written.map(([name, parts]) => [keyOf(name), parts]))
const spellings = new Map(written.map(([name]) => [keyOf(name), name]))

/** A name in the form of `keyOf` as the vocabulary writes it: "co-amoxiclav". */
export const spellingOf = (key: string): string => spellings.get(key) ?? key

/** The most words that one name has. */
export const longestName = Math.max(...[...names.keys()].map((key) => key.split(' ').length))

/** The substances behind a name in the form of `keyOf`; undefined when it is not known. */
export const substancesOf = (key: string) => names.get(key)

const MAX_BEGUN = 6

/** What the names that begin so mean, each with the shortest such name, and the shortest first; each meaning once, the first few. */
export const substancesByPrefix = (key: string): { name: string; parts: readonly string[] }[] => {
  const begun = [...names].filter(([name]) => name.startsWith(key)).toSorted(([a], [b]) => a.length - b.length)
  const meanings = Map.groupBy(begun, ([, parts]) => parts.join('+'))
  return [...meanings.values()].slice(0, MAX_BEGUN).map(([[name, parts] = ['', []]]) => ({ name, parts }))
}

/** All names, in the form of `keyOf`, of what holds the substance, alone or with others. */
export const namesOf = (substance: string): string[] => [...names].filter(([, parts]) => parts.includes(substance)).map(([name]) => name)

const MIN_LENGTH_FOR_TYPOS = 7
const longNames = new Map([...names].filter(([key]) => key.length >= MIN_LENGTH_FOR_TYPOS - 1 && !key.includes(' ')))

/** Whether one letter changed, missing, added or swapped with its neighbour makes one word of the other. */
const isOneLetterOff = (a: string, b: string) => {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  return Math.max(inA.length, inB.length) === 1 || (inA.length === 2 && inA === `${inB[1]}${inB[0]}`)
}

/** What the one name means that a long word must have meant; undefined when there is none, or several with different meanings. */
export const oneLetterOff = <T>(word: string, among: ReadonlyMap<string, T>) => {
  if (word.length < MIN_LENGTH_FOR_TYPOS || !/^[a-z]+$/.test(word)) return undefined
  const meant = new Map(
    [...among].filter(([name]) => name[0] === word[0] && isOneLetterOff(name, word)).map(([, one]) => [String(one), one]),
  )
  return meant.size === 1 ? [...meant.values()][0] : undefined
}

/** The substances that a misspelt word must have meant. */
export const substancesOfTypo = (word: string) => oneLetterOff(word, longNames)

/** The name, in the form of `keyOf`, that a misspelt word must have meant. */
export const nameOfTypo = (word: string): string | undefined => {
  const meant = substancesOfTypo(word)
  return [...longNames].find(([, parts]) => parts === meant)?.[0]
}

/** The names in `given` that are known, as INN, and whether any of them is not. */
export const findKnown = (given: readonly string[]) => {
  const found = given.map((name) => substancesOf(keyOf(name)))
  return { known: [...new Set(found.flatMap((one) => one ?? []))], isComplete: found.every((one) => one !== undefined) }
}
