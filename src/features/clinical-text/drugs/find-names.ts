import type { Prepared } from '../prepared.ts'
import { definedNames } from './definitions.ts'
import { matchNames, type Match } from './match-names.ts'
import { prescribedNames } from './prescribed.ts'
import { type Word, wordsOf } from './words.ts'

interface Names {
  words: readonly Word[]
  matches: readonly Match[]
}

const placesOf = ({ from, to }: Match) => Array.from({ length: to - from }, (_, step) => from + step)

const namesIn = ({ text, tokens }: Prepared): Names => {
  const words = wordsOf(text, tokens)
  const general = matchNames(words)
  const own = definedNames(text, words, general)
  const explained = new Set(own.flatMap(placesOf))
  // What the text explains goes before what short forms and codes generally mean, but is only a part of a longer name.
  const kept = general.filter((match) => {
    const isShort = match.named.way === 'abbreviation' || match.named.way === 'code' || match.to - match.from === 1
    return !isShort || !placesOf(match).some((at) => explained.has(at))
  })
  const covered = new Set(kept.flatMap(placesOf))
  const isFree = (match: Match) => !placesOf(match).some((at) => covered.has(at))
  const mine = own.filter((match) => match.named.way !== 'denied' && isFree(match))
  for (const at of mine.flatMap(placesOf)) covered.add(at)
  const matches = [...kept, ...mine, ...prescribedNames(words, tokens).filter(isFree)].toSorted((a, b) => a.from - b.from)
  return { words, matches }
}

const read = new WeakMap<Prepared, Names>()

/** All names of substances in a text, by its words; read once for all finders. */
export const findNames = (prepared: Prepared): Names => {
  const names = read.get(prepared) ?? namesIn(prepared)
  read.set(prepared, names)
  return names
}
