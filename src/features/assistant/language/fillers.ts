import type { Token } from './tokens.ts'
import { functionWords } from './words.ts'

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const OURS = set('the our this your')
const WAITING = set('waiting awaiting due supposed scheduled expected waited')
const TAKES = set('take takes took taken taking')
const LEARN = set('know see have find get look understand')
const FIGURES = set('many much long often old')
const SPEAKERS = set('i we you also just')

/** 'Tests that need approval' are not approved; 'I need to know' says nothing. */
const isIdleNeed = (before: string, next: string, second: string) =>
  before === '' || SPEAKERS.has(before) || (next === 'to' && LEARN.has(second))

const ASKED = set('kindly please pls plz you')
/** 'Kindly share the list' asks for no share. */
export const isToShare = (tokens: readonly Token[], index: number): boolean =>
  set('the me with us').has(tokens[index + 1]?.text ?? '') && (index === 0 || ASKED.has(tokens[index - 1]?.text ?? ''))

/** The tokens that carry a sentence and no meaning that counts, where they stand: what turns the rest round is none of them. */
export const idleIn = (tokens: readonly Token[]): ReadonlySet<number> => {
  const at = (index: number) => tokens[index]?.text ?? ''
  const isIdle = ({ text }: Token, index: number): boolean => {
    const before = at(index - 1)
    const next = at(index + 1)
    // What is to be done, or yet to be, is not done.
    if (text === 'be') return before !== 'to' || WAITING.has(at(index - 2))
    if (text === 'yet') return next !== 'to'
    if (text === 'need') return isIdleNeed(before, next, at(index + 2))
    if (text === 'place') return TAKES.has(before)
    if (text === 'system' || text === 'database') return OURS.has(before)
    // 'How is malaria treated' asks for no figure.
    if (text === 'how') return FIGURES.has(next)
    // 'First time patients' are not the first patients.
    if (text === 'time') return before !== 'first' || at(index - 2) === 'the'
    if (text === 'about') return next !== 'to'
    if (text === 'where') return index > 0
    if (text === 'share') return isToShare(tokens, index)
    if (text === 'no') return next === 'of'
    if (text === 'will' || text === 'shall') return next === 'you'
    return functionWords.has(text)
  }
  return new Set(tokens.flatMap((token, index) => (isIdle(token, index) ? [index] : [])))
}
