import type { Token } from './tokens.ts'

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const MAY = set('can may could should must would')
const WE = set('i we you he she they one a an')
const DOES = set('take give use combine mix stop start increase reduce eat drink')

/** Whether a question asks what is right or what a word means, however much of it the catalogue knows: 'what is a normal …'. */
export const asksForAdvice = (tokens: readonly Token[]): boolean => {
  const [first = '', second = '', third = '', fourth = ''] = tokens.map(({ text }) => text)
  if (first === 'what' && tokens.at(-1)?.text === 'mean') return true
  if (first === 'what' && MAY.has(second) && WE.has(third)) return true
  if ((first === 'what' || first === 'which') && ['is', 'are'].includes(second)) return third === 'normal' || fourth === 'normal'
  return MAY.has(first) && WE.has(second) && tokens.some(({ text }) => DOES.has(text))
}
