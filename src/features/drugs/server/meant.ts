import { keyOf, nameOfTypo, namesOf, spellingOf, substancesByPrefix, substancesOf } from './substances.ts'

/** What was typed may mean: sets of substances, the likeliest first, and the words beside the name ("400", "syrup"). */
interface Meant {
  sets: (readonly string[])[]
  /** The name by which each of the sets was meant, as the vocabulary writes it: a brand, a short form or the substance itself. */
  names: string[]
  rest: string[]
}

const MAX_WORDS = 8
const MIN_PREFIX = 3

const meantBy = (key: string): { name: string; parts: readonly string[] }[] => {
  const exact = substancesOf(key)
  if (exact) return [{ name: key, parts: exact }]
  const begun = key.length < MIN_PREFIX ? [] : substancesByPrefix(key)
  const mended = begun.length === 0 ? nameOfTypo(key) : undefined
  return mended === undefined ? begun : [{ name: mended, parts: substancesOf(mended) ?? [] }]
}

/**
 * The substances that are meant by other names, names of combinations, the beginning of a name from three letters, or a name with one letter
 * wrong that can be no other. No sets where nothing is meant.
 */
export const substancesMeant = (typed: string): Meant => {
  const words = keyOf(typed).split(' ').filter(Boolean).slice(0, MAX_WORDS)
  for (let length = words.length; length > 0; length -= 1) {
    const found = meantBy(words.slice(0, length).join(' '))
    if (found.length === 0) continue
    return { sets: found.map(({ parts }) => parts), names: found.map(({ name }) => spellingOf(name)), rest: words.slice(length) }
  }
  return { sets: [], names: [], rest: [] }
}

/** Every name, in the form of `search_fold`, by which an item that holds one of the sets may say so. */
export const namesMeant = ({ sets }: Pick<Meant, 'sets'>): string[] => [
  ...new Set(sets.flatMap(([first]) => (first === undefined ? [] : namesOf(first)))),
]
