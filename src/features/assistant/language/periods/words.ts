import { dictionary } from '#shared/dictionary.ts'
import type { Unit } from './calendar.ts'

/** A month or weekday that a word names. A weak one is as likely something else ('may', 'sat', a spelling mistake). */
export interface Named {
  number: number
  sure: 'yes' | 'weak' | 'misspelt'
}

const months = ['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december']
const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday']
const shortMonths = { jan: 1, feb: 2, mar: 3, apr: 4, jun: 6, jul: 7, aug: 8, sep: 9, sept: 9, oct: 10, nov: 11, dec: 12 }
const shortWeekdays = { mon: 1, tue: 2, tues: 2, wed: 3, weds: 3, thu: 4, thur: 4, thurs: 4, fri: 5, sat: 6, sun: 7 }

const table = (names: readonly string[], short: Readonly<Record<string, number>>) =>
  new Map<string, Named>([
    ...names.map((name, at): [string, Named] => [name, { number: at + 1, sure: name === 'may' || name === 'march' ? 'weak' : 'yes' }]),
    ...Object.entries(short).map(([name, number]): [string, Named] => [name, { number, sure: 'weak' }]),
  ])
const monthTable = table(months, shortMonths)
const weekdayTable = table(weekdays, shortWeekdays)

/** One letter too many, too few or other, or two that changed places. */
const isNear = (word: string, name: string) => {
  const difference = word.length - name.length
  if (difference > 1 || difference < -1) return false
  let at = 0
  while (at < name.length && word[at] === name[at]) at += 1
  const rest = word.slice(at)
  const other = name.slice(at)
  if (difference === 1) return rest.slice(1) === other
  if (difference === -1) return rest === other.slice(1)
  return rest.slice(1) === other.slice(1) || (rest[0] === other[1] && rest[1] === other[0] && rest.slice(2) === other.slice(2))
}

// One letter from 'march' are match and marsh, from the plural of a weekday every such day.
const nearNames = (names: readonly string[]) => names.filter((name) => name.length >= 5 && name !== 'march')
const nearMonths = nearNames(months)
const near = (word: string, names: readonly string[], table: ReadonlyMap<string, Named>): Named | undefined => {
  if (word.length < 4 || word.length > 10) return undefined
  const name = names.find((name) => isNear(word, name) && word !== `${name}s`)
  return name ? { number: table.get(name)!.number, sure: 'misspelt' } : undefined
}

export const monthCalled = (word: string): Named | undefined => monthTable.get(word) ?? near(word, nearMonths, monthTable)
export const weekdayCalled = (word: string): Named | undefined => weekdayTable.get(word) ?? near(word, weekdays, weekdayTable)

/** Today is 0. */
export const dayCalled = (word: string): number | undefined => {
  if (word === 'today' || word === 'tonight') return 0
  if (word.length < 6) return undefined
  if (word === 'yesterday' || isNear(word, 'yesterday')) return -1
  return word === 'tommorow' || word === 'tomorrow' || isNear(word, 'tomorrow') ? 1 : undefined
}

export interface Measured {
  unit: Unit
  /** How many of it the word means: two weeks are a fortnight. */
  times: number
  isMany: boolean
}
const one = (unit: Unit, times = 1): Measured => ({ unit, times, isMany: false })
const many = (unit: Unit, times = 1): Measured => ({ unit, times, isMany: true })
const units: Readonly<Record<string, Measured>> = dictionary<Measured>({
  day: one('day'),
  days: many('day'),
  week: one('week'),
  wk: one('week'),
  weeks: many('week'),
  wks: many('week'),
  fortnight: one('week', 2),
  fortnights: many('week', 2),
  month: one('month'),
  mth: one('month'),
  months: many('month'),
  mths: many('month'),
  quarter: one('quarter'),
  quarters: many('quarter'),
  year: one('year'),
  yr: one('year'),
  years: many('year'),
  yrs: many('year'),
})
const own = <T>(of: Readonly<Record<string, T>>, word: string): T | undefined => (Object.hasOwn(of, word) ? of[word] : undefined)
export const unitCalled = (word: string): Measured | undefined => own(units, word)

const numbers =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
const numberTable = new Map([
  ...numbers.split(' ').map((word, at): [string, number] => [word, at + 1]),
  ...(Object.entries({ thirty: 30, forty: 40, fifty: 50, sixty: 60, seventy: 70, eighty: 80, ninety: 90 }) satisfies [string, number][]),
])
export const numberCalled = (word: string): number | undefined => numberTable.get(word)

const ordinals = 'first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth'.split(' ')
/** 'first' is 1; undefined for any other word. */
export const ordinalCalled = (word: string): number | undefined => {
  const at = ordinals.indexOf(word)
  return at < 0 ? undefined : at + 1
}

/** Which one beside the present: 'last' is the one before. */
export const turns: ReadonlyMap<string, -1 | 0 | 1> = new Map([
  ...['this', 'current', 'present'].map((word) => [word, 0] as const),
  ...['last', 'past', 'previous', 'prior', 'preceding'].map((word) => [word, -1] as const),
  ...['next', 'coming', 'following', 'upcoming'].map((word) => [word, 1] as const),
])
