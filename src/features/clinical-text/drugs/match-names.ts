import { dictionary } from '#shared/dictionary.ts'
import { drugWords } from '../knowledge/drug-words.ts'
import { grow } from './grow.ts'
import { longestFrom, namedBy, namedByCapitals, type Named } from './lexicon.ts'
import { isAnion, isCation, isEveryday, shapeOf } from './shapes.ts'
import type { Word } from './words.ts'

/** A name among words: from the first to before the last. */
export interface Match {
  from: number
  to: number
  named: Named
}

const shaped = (name: string, way: string): Named => ({ name, substances: [name], way })

const fromLexicon = (words: readonly Word[], at: number): Match | undefined => {
  for (let length = Math.min(longestFrom(words[at]!.text), words.length - at); length > 0; length -= 1) {
    const key = words
      .slice(at, at + length)
      .map(({ text }) => text)
      .join(' ')
    const named = namedBy(key)
    if (named) return { from: at, to: at + length, named }
  }
  return undefined
}

const acidOf = /^[a-z]{4,}ic$/
const noAcids = new Set(drugWords['no acid'])

const fromPairs = (words: readonly Word[], at: number): Match | undefined => {
  const [word, next] = [words[at]!.text, words[at + 1]?.text ?? '']
  const isAcid = (next === 'acid' || next === 'acids') && acidOf.test(word) && !noAcids.has(word)
  const isSaltOfMetal = isCation(word) && isAnion(next) && !isEveryday(next)
  return isAcid || isSaltOfMetal ? { from: at, to: at + 2, named: shaped(`${word} ${next}`, 'chemical shape') } : undefined
}

const firms = new Set(drugWords.firm)
const codeOf = (words: readonly Word[], at: number): Match | undefined => {
  const word = words[at]!
  const glued = /^([a-z]{2,4})(\d{3,7})[a-z]?$/.exec(word.text)
  if (glued && firms.has(glued[1]!) && /^[A-Z]/.test(word.raw)) return { from: at, to: at + 1, named: shaped(word.raw, 'code') }
  const next = words[at + 1]
  const isNumber = next !== undefined && /^\d{3,7}[a-z]?$/.test(next.text) && (next.isJoined || next.text.length > 3)
  if (isNumber && firms.has(word.text) && /^[A-Z]/.test(word.raw))
    return { from: at, to: at + 2, named: shaped(`${word.raw} ${next.raw}`, 'code') }
  return undefined
}

const ions: Readonly<Record<string, string>> = dictionary<string>({
  Na: 'sodium',
  K: 'potassium',
  Ca: 'calcium',
  Mg: 'magnesium',
  Li: 'lithium',
  Cl: 'chloride',
})
const isCharge = (words: readonly Word[], at: number) => {
  const signs = words.slice(at, at + 4).map(({ text }) => text)
  if (signs[0] === '+' || (signs[0] === '(' && (signs[1] === '+' || signs[2] === '+' || (signs[1] === ')' && words[at + 1]!.isJoined))))
    return true
  return /^2$/.test(signs[0] ?? '') && signs[1] === '+'
}
const ionOf = (words: readonly Word[], at: number): Match | undefined => {
  const name = ions[words[at]!.raw] ?? (words[at]!.raw === 'Ca2' || words[at]!.raw === 'Mg2' ? ions[words[at]!.raw.slice(0, 2)] : undefined)
  const isListed = words[at + 1]?.text === ',' && ions[words[at + 2]?.raw ?? ''] !== undefined
  const isBracketed = words[at - 1]?.text === '[' && words[at + 1]?.text === ']'
  return name && (isCharge(words, at + 1) || isListed || isBracketed || words[at]!.raw.endsWith('2'))
    ? { from: at, to: at + 1, named: shaped(name, 'ion') }
    : undefined
}

const byShape = (words: readonly Word[], at: number): Match | undefined => {
  const way = shapeOf(words[at]!.text)
  return way && { from: at, to: at + 1, named: shaped(words[at]!.text, way) }
}

const byCapitals = (words: readonly Word[], at: number): Match | undefined => {
  const named = namedByCapitals(words[at]!.raw)
  return named && { from: at, to: at + 1, named }
}

/** The name that begins at a word, without what chemistry puts around it. */
export const nameAt = (words: readonly Word[], at: number): Match | undefined => {
  const known = fromLexicon(words, at)
  if (known && known.to - at > 1) return known
  return fromPairs(words, at) ?? known ?? byCapitals(words, at) ?? codeOf(words, at) ?? ionOf(words, at) ?? byShape(words, at)
}

/** All names among the words, in order, none within another. */
export const matchNames = (words: readonly Word[]): Match[] => {
  const found: Match[] = []
  let before = 0
  for (let at = 0; at < words.length;) {
    const match = nameAt(words, at)
    if (match) {
      const grown = grow(words, match, before, nameAt)
      found.push(grown)
      before = grown.to
    }
    at = Math.max(at + 1, before)
  }
  return found
}
