import type { Prepared } from '../find-entities.ts'
import type { Found } from '../mention.ts'
import { longestFrom, namedBy } from './lexicon.ts'

/** The drugs that a text names, each with what is said of dose, route, frequency and duration. */
export const findDrugs = ({ tokens }: Prepared): Found[] => {
  const words = tokens.filter(({ text }) => text !== '-')
  const found: Found[] = []
  for (let at = 0; at < words.length;) {
    let length = Math.min(longestFrom(words[at]!.text), words.length - at)
    let named
    for (; length > 0; length -= 1) {
      const key = words.slice(at, at + length).map(({ text }) => text).join(' ') // prettier-ignore
      named = namedBy(key)
      if (named) break
    }
    if (named)
      found.push({
        type: 'drug',
        start: words[at]!.start,
        end: words[at + length - 1]!.end,
        value: named.name,
        way: named.way,
        ...(named.atc ? { code: named.atc } : {}),
        details: { substances: [...named.substances] },
      })
    at += Math.max(1, length)
  }
  return found
}
