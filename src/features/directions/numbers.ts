import { type Token } from './tokens.ts'
import { numberWords } from './words.ts'

export interface Amount {
  low: number
  high: number | null
  /** The place after it. */
  next: number
}

const isPart = (value: number) => value < 1

/** One number of digits or words: "2", "1 1/2", "one and a half", "half a", "a quarter of". */
const oneAt = (tokens: readonly Token[], at: number): { value: number; next: number; isWord: boolean } | null => {
  const text = (offset: number) => tokens[at + offset]?.text ?? ''
  const first = tokens[at]
  if (!first) return null
  if (first.kind === 'number') {
    const part = tokens[at + 1]
    const isWhole = Number.isInteger(first.value)
    if (isWhole && part?.kind === 'number' && part.text.includes('/') && isPart(part.value))
      return { value: first.value + part.value, next: at + 2, isWord: false }
    if (isWhole && text(1) === 'and') {
      if (text(2) === 'a' && text(3) === 'half') return { value: first.value + 0.5, next: at + 4, isWord: false }
      const after = tokens[at + 2]
      if (after?.text.includes('/') && isPart(after.value)) return { value: first.value + after.value, next: at + 3, isWord: false }
    }
    const of = text(1) === 'of' && text(2) === 'a' ? 3 : text(1) === 'a' && isPart(first.value) ? 2 : 1
    return { value: first.value, next: at + (isPart(first.value) ? of : 1), isWord: false }
  }
  if (text(0) === 'half')
    return { value: 0.5, next: at + (text(1) === 'a' ? 2 : text(1) === 'of' && text(2) === 'a' ? 3 : 1), isWord: true }
  if (text(0) === 'a' && (text(1) === 'half' || text(1) === 'quarter'))
    return { value: text(1) === 'half' ? 0.5 : 0.25, next: at + (text(2) === 'of' && text(3) === 'a' ? 4 : 2), isWord: true }
  const value = numberWords.get(text(0))
  if (value === undefined) return null
  const dash = text(1) === '-' ? 1 : 0
  if (value === 1 && text(1 + dash) === 'half') return { value: 0.5, next: at + 2 + dash, isWord: true }
  if (text(1) === 'and' && (text(2) === 'a' || text(2) === 'one') && text(3) === 'half')
    return { value: value + 0.5, next: at + 4, isWord: true }
  return { value, next: at + 1, isWord: true }
}

/** The same number said again in the other way: "2 two", "one (1)". */
const statedOnce = (tokens: readonly Token[], at: number) => {
  const one = oneAt(tokens, at)
  const again = one && oneAt(tokens, one.next)
  return one && again && again.isWord !== one.isWord && again.value === one.value ? { ...one, next: again.next } : one
}

const rangeAt = (tokens: readonly Token[], at: number): Amount | null => {
  const low = statedOnce(tokens, at)
  if (!low) return null
  const sign = tokens[low.next]?.text ?? ''
  const high = ['-', 'to', 'or'].includes(sign) ? statedOnce(tokens, low.next + 1) : null
  if (!high) return { low: low.value, high: null, next: low.next }
  // "1-1/2" is one and a half to some and a half to one to others
  if (!(high.value > low.value)) return { low: Number.NaN, high: null, next: high.next }
  return { low: low.value, high: high.value, next: high.next }
}

/** A number or a range at a place, also when it is said twice; NaN inside where it is written but cannot be read without guessing. */
export const amountAt = (tokens: readonly Token[], at: number): Amount | null => {
  const range = rangeAt(tokens, at)
  const again = range && range.high !== null ? rangeAt(tokens, range.next) : null
  return range && again?.low === range.low && again.high === range.high ? again : range
}

/** "-1 bd": a sign right before a number, after nothing that it could join to it, makes it no number of tablets. */
export const isMinusAt = (tokens: readonly Token[], at: number): boolean => {
  const [before, sign, number] = [tokens[at - 2], tokens[at - 1], tokens[at]]
  if (sign?.text !== '-' || sign.end !== number?.start || oneAt(tokens, at) === null) return false
  return !before || before.text === '-' || before.end !== sign.start
}
