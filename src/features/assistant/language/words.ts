import { questionWords } from '../knowledge/words.ts'
import { stemOf } from './tokens.ts'
import { dictionary } from '#shared/dictionary.ts'

const split = (text: string) => text.trim().split(/\s+/)

/** Words that carry a sentence and no meaning that counts. What turns it round (not, without, except) is none of them. */
export const functionWords: ReadonlySet<string> = new Set(questionWords.function)

/** A question that begins with one of these asks for an action. */
export const actionWords: ReadonlySet<string> = new Set(questionWords.action)

/** Words of questions for advice or knowledge, which no record answers. */
export const adviceWords: ReadonlySet<string> = new Set(questionWords.advice.map(stemOf))

const numerals = split(
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty',
)
const tens = dictionary<number>({
  dozen: 12,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
  hundred: 100,
})
/** The number that a token says; undefined for none. */
export const numberOf = (text: string): number | undefined => {
  if (/^\d[\d,]*(?:\.\d+)?$/.test(text)) return Number(text.replaceAll(',', ''))
  const at = numerals.indexOf(text)
  if (at > 0) return at
  return tens[text]
}

const ordinals = split('first second third fourth fifth sixth seventh eighth ninth tenth')
/** 1 for first; 0 for a word that is none. */
export const ordinalOf = (text: string): number => {
  const short = /^(\d{1,2})(st|nd|rd|th)$/.exec(text)
  return short ? Number(short[1]) : ordinals.indexOf(text) + 1
}
