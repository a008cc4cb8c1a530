import { keyOf, namesOf, substancesByPrefix, substancesOf, substancesOfTypo } from './substances.ts'

/** What was typed may mean: sets of substances, the likeliest first, and the words beside the name ("400", "syrup"). */
interface Meant {
  sets: (readonly string[])[]
  rest: string[]
}

const MAX_WORDS = 8
const MIN_PREFIX = 3

const meantBy = (key: string): (readonly string[])[] => {
  const exact = substancesOf(key)
  if (exact) return [exact]
  const begun = key.length < MIN_PREFIX ? [] : substancesByPrefix(key)
  const mended = begun.length === 0 ? substancesOfTypo(key) : undefined
  return mended ? [mended] : begun
}

/**
 * The substances that are meant by other names, names of combinations, the beginning of a name from three letters, or a name with one letter
 * wrong that can be no other. No sets where nothing is meant.
 */
export const substancesMeant = (typed: string): Meant => {
  const words = keyOf(typed).split(' ').filter(Boolean).slice(0, MAX_WORDS)
  for (let length = words.length; length > 0; length -= 1) {
    const sets = meantBy(words.slice(0, length).join(' '))
    if (sets.length > 0) return { sets, rest: words.slice(length) }
  }
  return { sets: [], rest: [] }
}

/** Every name, in the form of `search_fold`, by which an item that holds one of the sets may say so. */
export const namesMeant = ({ sets }: Meant): string[] => [
  ...new Set(sets.flatMap(([first]) => (first === undefined ? [] : namesOf(first)))),
]
