import { dictionary } from '#shared/dictionary.ts'
import type { Token } from '../text/tokens.ts'
import { isPrescribed } from './directions.ts'
import { matchedByTypo, namedBy, type Named } from './lexicon.ts'
import type { Match } from './match-names.ts'
import type { Word } from './words.ts'

const shortNames: Readonly<Record<string, string>> = dictionary<string>({
  AL: 'coartem',
  SP: 'fansidar',
  DEC: 'diethylcarbamazine',
  MVT: 'multivitamin',
  TIG: 'tetanus immunoglobulin',
  NS: 'normal saline',
  RL: 'ringer lactate',
})

/** The token that begins or ends where a word does; tokens and words are in the same order. */
export const tokenPlaces = (tokens: readonly Token[]) => ({
  startingAt: new Map(tokens.map(({ start }, at) => [start, at])),
  endingAt: new Map(tokens.map(({ end }, at) => [end, at + 1])),
})

const meant = (word: Word): Named | undefined => {
  const short = shortNames[word.raw]
  if (short) return namedBy(short)
  const named = matchedByTypo(word.text)
  return named && { ...named, way: 'typo' }
}

/** Names that only count where something is prescribed: capitals, and long names with one letter wrong. */
export const prescribedNames = (words: readonly Word[], tokens: readonly Token[]): Match[] => {
  const { startingAt, endingAt } = tokenPlaces(tokens)
  return words.flatMap((word, at) => {
    if (!shortNames[word.raw] && !/^[a-z]{7,24}$/.test(word.text)) return []
    const [from, to] = [startingAt.get(word.start), endingAt.get(word.end)]
    const named = from !== undefined && to !== undefined && isPrescribed(tokens, from, to) ? meant(word) : undefined
    return named ? [{ from: at, to: at + 1, named }] : []
  })
}
