import type { Token } from './tokens.ts'

const set = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const MAY = set('can may could should must would')
const OUGHT = set('can should must')
const WE = set('i we you he she they one a an')
const DOES = set('take give use combine mix stop start increase reduce eat drink')

/** 'What is malaria', 'tell me about diabetes': whether it asks what something is. */
export const asksToExplain = (tokens: readonly Token[]): boolean => {
  const [first = '', second = '', third = ''] = tokens.map(({ text }) => text)
  return (first === 'what' && ['is', 'are'].includes(second)) || first === 'about' || [second, third].includes('about')
}

/** Whether a question asks what is right or what a word means, however much of it the catalogue knows: 'what is a normal …'. */
export const asksForAdvice = (tokens: readonly Token[]): boolean => {
  const [first = '', second = '', third = '', fourth = ''] = tokens.map(({ text }) => text)
  if (first === 'what' && tokens.at(-1)?.text === 'mean') return true
  if (first === 'what' && MAY.has(second) && WE.has(third)) return true
  if ((first === 'what' || first === 'which') && ['is', 'are'].includes(second)) return third === 'normal' || fourth === 'normal'
  if (MAY.has(first) && WE.has(second) && tokens.some(({ text }) => DOES.has(text))) return true
  // 'How much paracetamol can an adult take', though not 'can you give me'.
  return tokens.some(
    ({ text }, at) =>
      OUGHT.has(text) && tokens[at + 1]?.text !== 'you' && tokens.slice(at + 2, at + 5).some(({ text: verb }) => DOES.has(verb)),
  )
}
