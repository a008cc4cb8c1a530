import type { Prepared } from '../find-entities.ts'
import type { Found } from '../mention.ts'
import { findNames } from './find-names.ts'

/** The drugs that a text names, each with what is said of dose, route, frequency and duration. */
export const findDrugs = (prepared: Prepared): Found[] => {
  const { words, matches } = findNames(prepared)
  return matches.map(({ from, to, named }) => ({
    type: 'drug',
    start: words[from]!.start,
    end: words[to - 1]!.end,
    value: named.name,
    way: named.way,
    ...(named.atc ? { code: named.atc } : {}),
    details: { substances: [...named.substances] },
  }))
}
