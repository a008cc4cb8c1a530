import type { Prepared } from '../prepared.ts'
import type { Token } from '../text/tokens.ts'
import type { Phrase } from './triggers.ts'
import { phrasesByWord } from './triggers.ts'

/** A phrase where it stands: token numbers, `to` exclusive. */
export interface Matched extends Phrase {
  from: number
  to: number
}

type Read = Pick<Prepared, 'text' | 'tokens'>

const isYear = (text: string) => /^(?:19|20)\d\d$/.test(text)
const NUMBERS = new Set('one two three four five six seven eight nine ten several few couple'.split(' '))

const endsBefore = ({ text, tokens }: Read, at: number) => {
  const token = tokens[at]
  if (!token || /^[,.;)]$/.test(token.text)) return true
  return text.slice(tokens[at - 1]?.end ?? 0, token.start).includes('\n')
}

const fits = (word: string, read: Read, at: number) => {
  if (word === 'end') return endsBefore(read, at)
  const token = read.tokens[at]
  if (!token) return false
  if (word === 'year' && token.kind === 'number') return isYear(token.text)
  if (word === 'number') return token.kind === 'number' || NUMBERS.has(token.text)
  return token.text === word
}

const ofNumbers = phrasesByWord.get('number') ?? []
const beginningWith = ({ kind, text }: Token) => {
  const own = phrasesByWord.get(text) ?? []
  return kind === 'number' || NUMBERS.has(text) ? [...ofNumbers, ...own] : own
}

const findPhrase = (read: Read, at: number): Matched | undefined => {
  const token = read.tokens[at]
  const hit = token && beginningWith(token).find(({ words }) => words.every((word, index) => fits(word, read, at + index)))
  return hit && { ...hit, from: at, to: at + hit.words.length - Number(hit.words.at(-1) === 'end') }
}

const sharesMeaning = (one: Matched, other: Matched) =>
  one.triggers.some(({ side, means }) => side === 'after' && other.triggers.some((next) => next.side === 'before' && means.some((meaning) => next.means.includes(meaning)))) // prettier-ignore

/** The phrase that shares the last words of another, says the same, and goes on to what it speaks of: "was [negative for]". */
const findContinuation = (read: Read, phrase: Matched): Matched | undefined => {
  for (let at = phrase.from + 1; at < phrase.to; at++) {
    const next = findPhrase(read, at)
    if (next && next.to > phrase.to && sharesMeaning(phrase, next)) return next
  }
  return undefined
}

/**
 * The phrases of a text in order, the longest at each place; none shares a word with another. A phrase about what stands before it gives
 * way to one with the same meaning that begins inside it and names its object: ": negative" and "was negative" to "negative for".
 */
export const matchTriggers = (read: Read): Matched[] => {
  const found: Matched[] = []
  for (let at = 0; at < read.tokens.length;) {
    const longest = findPhrase(read, at)
    const phrase = longest && (findContinuation(read, longest) ?? longest)
    if (phrase) found.push(phrase)
    at = phrase?.to ?? at + 1
  }
  return found
}
