import type { Prepared } from '../find-entities.ts'
import { definedNames } from './definitions.ts'
import { matchNames, type Match } from './match-names.ts'
import { wordsOf } from './words.ts'

/** All names of substances in a text, by its words; what the text itself explains goes before what is generally known. */
export const findNames = ({ text, tokens }: Prepared) => {
  const words = wordsOf(text, tokens)
  const general = matchNames(words)
  const own = definedNames(text, words, general)
  const taken = new Map<number, Match>()
  for (const match of own) for (let at = match.from; at < match.to; at += 1) taken.set(at, match)
  const isFree = ({ from, to, named }: Match) => {
    for (let at = from; at < to; at += 1) if (taken.has(at)) return named.way !== 'abbreviation' && named.way !== 'code' && to - from > 1
    return true
  }
  const kept = general.filter(isFree)
  const covered = new Set(kept.flatMap(({ from, to }) => Array.from({ length: to - from }, (_, step) => from + step)))
  const mine = own.filter(({ from, to, named }) => {
    if (named.way === 'denied') return false
    for (let at = from; at < to; at += 1) if (covered.has(at)) return false
    return true
  })
  return { words, matches: [...kept, ...mine].toSorted((a, b) => a.from - b.from) }
}
