import type { Prepared } from '../prepared.ts'
import type { Found, Span } from '../mention.ts'
import { directionsAround } from './directions.ts'
import { findNames } from './find-names.ts'
import { tokenPlaces } from './prescribed.ts'

// What is measured more than taken: the number beside it is no dose.
const isTaken = (way: string) => !['chemical', 'chemical shape', 'ion', 'code', 'class'].includes(way)

/**
 * The drugs and other substances that a text names, each with what is said of dose, route, frequency and duration right beside it. The span is
 * the name alone; where the directions are not understood they are given as written and nothing is claimed.
 */
export const findDrugs = (prepared: Prepared): Found[] => {
  const { text, tokens, sentences } = prepared
  const { words, matches } = findNames(prepared)
  const { startingAt, endingAt } = tokenPlaces(tokens)
  let sentence = 0
  return matches.map(({ from, to, named }, at) => {
    const [start, end] = [words[from]!.start, words[to - 1]!.end]
    while (sentence < sentences.length - 1 && sentences[sentence]!.end <= start) sentence += 1
    const within: Span = sentences[sentence] ?? { start: 0, end: text.length }
    const next = matches[at + 1]
    const [first, last] = [startingAt.get(start), endingAt.get(end)]
    const place = {
      from: first ?? 0,
      to: last ?? 0,
      least: Math.max(within.start, at > 0 ? words[matches[at - 1]!.to - 1]!.end : 0),
      end: Math.min(within.end, next ? words[next.from]!.start : text.length),
    }
    return {
      type: 'drug',
      start,
      end,
      value: named.name,
      way: named.way,
      ...(named.atc ? { code: named.atc } : {}),
      details: {
        substances: [...named.substances],
        ...(first === undefined || last === undefined || !isTaken(named.way) ? {} : directionsAround(text, tokens, place)),
      },
    }
  })
}
