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

/** The phrases of a text in order, the longest at each place; none shares a word with another. */
export const matchTriggers = (read: Read): Matched[] => {
  const found: Matched[] = []
  for (let at = 0; at < read.tokens.length;) {
    const hit = beginningWith(read.tokens[at]!).find(({ words }) => words.every((word, index) => fits(word, read, at + index)))
    const length = hit ? hit.words.length - Number(hit.words.at(-1) === 'end') : 1
    if (hit) found.push({ ...hit, from: at, to: at + length })
    at += length
  }
  return found
}
