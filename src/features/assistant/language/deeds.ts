import type { Token } from './tokens.ts'
import { deedWords } from './words.ts'

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const POLITE = set('please kindly can could you i want to and now then')
/** Words that name what is counted as often as what to do: 'refund total', 'open visits'. */
const DOUBLE = set('refund discharge void make close mark sign issue complete finish order')
const THE = set('the a an this that all his her their every')

/** Whether a question asks to change something: nobody is shown anything then. */
export const isDeed = (tokens: readonly Token[]): boolean => {
  const at = tokens.findIndex(({ text }) => !POLITE.has(text))
  const [first, next] = tokens.slice(Math.max(0, at))
  if (!first || at < 0) return false
  if (!DOUBLE.has(first.text)) return deedWords.has(first.text)
  return next?.kind === 'code' || next?.kind === 'number' || THE.has(next?.text ?? '')
}
