import type { FoodCode, FrequencyCode, RouteCode } from './directions.ts'
import {
  countedUnits,
  frequencyPhrases,
  numberWords as numbersInWords,
  otherPhrases,
  routePhrases,
  unitWords,
  wordLists,
} from './knowledge/shared.ts'

export type Meaning =
  | { kind: 'freq'; code: FrequencyCode }
  | { kind: 'route'; code: RouteCode; isNoted?: boolean }
  | { kind: 'food'; code: FoodCode }
  | { kind: 'meal'; code: FoodCode; time: FrequencyCode }
  | { kind: 'max'; isDaily: boolean }
  | { kind: 'prn' | 'mdu' | 'once' | 'upto' | 'then' | 'end' | 'note' | 'instr' | 'skip' | 'perDay' | 'td' }

const phrases = new Map<string, Meaning>()
const listed = (text: string) => text.split(',').map((one) => one.trim())
const add = (meaning: Meaning, text: string) => {
  for (const phrase of listed(text)) phrases.set(phrase, meaning)
}

for (const [code, text] of frequencyPhrases) add({ kind: 'freq', code }, text)
for (const [code, text] of routePhrases) add({ kind: 'route', code }, text)
const organs: [RouteCode, string][] = [['OP', 'eye, eyes'], ['OT', 'ear, ears'], ['NS', 'nostril, nostrils']] // prettier-ignore
for (const [code, text] of organs)
  for (const side of ['both', 'left', 'right', 'each', 'affected', 'surgical'])
    for (const organ of listed(text)) add({ kind: 'route', code, isNoted: true }, `${side} ${organ}`)

for (const [kind, text] of otherPhrases)
  if (kind === 'AC' || kind === 'PC' || kind === 'CC') add({ kind: 'food', code: kind }, text)
  else if (kind === 'max a day' || kind === 'max') add({ kind: 'max', isDaily: kind === 'max a day' }, text)
  else add({ kind }, text)

const meals: [FrequencyCode, string][] = [['OM', 'breakfast'], ['NOON', 'lunch'], ['EVE', 'supper'], ['EVE', 'evening meal']] // prettier-ignore
for (const [time, meal] of meals) {
  add({ kind: 'meal', code: 'AC', time }, `before ${meal}`)
  add({ kind: 'meal', code: 'PC', time }, `after ${meal}`)
  add({ kind: 'meal', code: 'CC', time }, `with ${meal}, at ${meal}`)
}

for (const asked of ['needed', 'required', 'necessary'])
  for (const word of ['as', 'when', 'if', 'whenever', 'only if', 'only when', 'only as']) add({ kind: 'prn' }, `${word} ${asked}`)

export const units = new Map(unitWords.flatMap(([code, text]) => listed(text).map((word) => [word, code] as const)))
/** "on tablet twice a day" lost its number. */
export const countedWords = new Set(unitWords.flatMap(([code, text]) => (countedUnits.includes(code) ? listed(text) : [])))

export const numberWords = new Map(numbersInWords)

const words = (list: keyof typeof wordLists) => new Set(wordLists[list].split(' '))
export const dayWords = words('day')
export const weekWords = words('week')
export const monthWords = words('month')
export const hourWords = words('hour')
export const minuteWords = words('minute')
const weekdayNames = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const shortWeekdays = words('short weekday')
/** "mondays" and "mon" to monday. */
export const weekdays = new Map(
  weekdayNames.flatMap((day) => [day, `${day}s`, ...[...shortWeekdays].filter((one) => day.startsWith(one))].map((one) => [one, day])),
)
/** Words that carry no meaning of their own between what is understood. */
export const neutral = words('neutral')
/** What a text that was not understood may begin with. */
export const leading = words('leading')
/** Never passed over: what they change cannot be known, so nothing is claimed. */
export const stops = words('stop')
/** Both, left and right eye or ear beside a drop; words of their own elsewhere. */
export const eyeSides = words('eye side')
/** Written so, they have been read as other amounts. */
export const unsafe = words('unsafe')
export const eyeWords = words('eye')

const vocabulary = new Set([
  ...[...phrases.keys()].flatMap((one) => one.split(' ')),
  ...units.keys(),
  ...numberWords.keys(),
  ...stops,
  ...neutral,
])
export const isKnownWord = (word: string) => vocabulary.has(word)

/** The longest phrase that begins at a place: its meaning and how many words it takes. */
export const phraseAt = (tokens: readonly { text: string }[], at: number): { meaning: Meaning; length: number } | null => {
  let text = ''
  let found: { meaning: Meaning; length: number } | null = null
  for (let length = 1; length <= 7 && at + length <= tokens.length; length += 1) {
    text += `${length > 1 ? ' ' : ''}${tokens[at + length - 1]?.text}`
    const meaning = phrases.get(text)
    if (meaning) found = { meaning, length }
  }
  return found
}
