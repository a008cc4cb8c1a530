import type { Aggregate, Grain } from '#features/assistant/query.ts'

// When a question is of, by the phrases that EHRSQL says it with, and by nothing of the reader that is measured. The day it is asked on is
// the last of 2105. What is not said in one of these phrases is not read, and the question not scored.

export const TODAY = '2105-12-31'
const YEAR = 2105
const MONTH = 12

export interface Span {
  from: string | null
  to: string | null
  /** 'Two years ago' may be the day before. */
  isNear: boolean
}
export interface Spoken {
  span: Span | null
  visit: 'first' | 'last' | 'current' | null
  /** Of one that is asked for; several where two are compared. */
  ordinals: readonly ('first' | 'last' | 'second' | 'second to last')[]
  /** It names a unit or a minute, which our visits do not know. */
  isElsewhere: boolean
  count: number | null
  ages: { from: number; below: number } | null
  aggregate: Aggregate | null
  grain: Grain | null
  /** Words of time that were not understood; null where all were. */
  unread: string | null
}

const pad = (number: number) => String(number).padStart(2, '0')
const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const lastDay = (year: number, month: number) => dayOf(new Date(Date.UTC(year, month, 0)))
const yearSpan = (year: number): [string, string] => [`${year}-01-01`, `${year}-12-31`]
const monthSpan = (year: number, month: number): [string, string] => [`${year}-${pad(month)}-01`, lastDay(year, month)]
const months = 'january february march april may june july august september october november december'.split(' ')
const numbers: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
}

/** So long before today; the last day of a shorter month where it has no thirty-first. */
const ago = (count: number, unit: string) => {
  if (unit === 'day') return dayOf(new Date(Date.parse(TODAY) - count * 86_400_000))
  const all = YEAR * 12 + MONTH - 1 - count * (unit === 'year' ? 12 : 1)
  const [year, month] = [Math.floor(all / 12), (all % 12) + 1]
  const last = lastDay(year, month)
  return last < `${year}-${pad(month)}-31` ? last : `${year}-${pad(month)}-31`
}
const yearBy = (word: string) => (/last|previous|before/.test(word) ? YEAR - 1 : YEAR)
const monthBy = (word: string): [number, number] => (/last|previous/.test(word) ? [YEAR, MONTH - 1] : [YEAR, MONTH])

type Days = [string, string]
const MONTHS = months.join('|')
/** Phrases that name days, the longest first, with the days. */
const named: readonly [RegExp, (...groups: string[]) => Days][] = [
  [
    new RegExp(`(${MONTHS}) (\\d{1,2})(?:st|nd|rd|th)?,? (?:of|from|in) (this|last|the previous) year`),
    (month, day, year) => {
      const at = `${yearBy(year)}-${pad(months.indexOf(month) + 1)}-${pad(Number(day))}`
      return [at, at]
    },
  ],
  [
    new RegExp(`(${MONTHS})(?: of| in| from)? (this|last|the previous) year`),
    (month, year) => monthSpan(yearBy(year), months.indexOf(month) + 1),
  ],
  [new RegExp(`(${MONTHS}),?(?: of| in)? (2\\d{3})`), (month, year) => monthSpan(Number(year), months.indexOf(month) + 1)],
  [
    /(\d{1,2})(?:st|nd|rd|th) (?:day )?(?:of|in|from) (this|last|the previous) month/,
    (day, which) => {
      const [year, month] = monthBy(which)
      const at = `${year}-${pad(month)}-${pad(Number(day))}`
      return [at, at]
    },
  ],
  [
    /(\d{1,2})\/(\d{1,2})\/(2\d{3})/,
    (month, day, year) => [`${year}-${pad(Number(month))}-${pad(Number(day))}`, `${year}-${pad(Number(month))}-${pad(Number(day))}`],
  ],
  [/(\d{1,2})\/(2\d{3})/, (month, year) => monthSpan(Number(year), Number(month))],
  [/(this|last|the previous|the last|a|the|one) (?:year)(?: before)?(?! ago)/, (which) => yearSpan(/^this$/.test(which) ? YEAR : YEAR - 1)],
  [/(this|last|the previous|the last) month/, (which) => monthSpan(...monthBy(which))],
  [/(today)/, () => [TODAY, TODAY]],
  [/(yesterday)/, () => [ago(1, 'day'), ago(1, 'day')]],
  [/\b(2[01]\d\d)\b/, (year) => yearSpan(Number(year))],
]

const SINCE = /\b(?:from since|since|after|starting(?: from| in)?|from)\s+$/
const UNTIL = /\b(?:before until|until before|until|till|up to|up until|on or before|prior to|before|by|through)\s+$/
const WITHIN = /\b(?:since|during|in|on|at|from|of|for|over|within|throughout)\s+$/

interface Found {
  span: Span
  rest: string
}
const cut = (text: string, from: number, to: number) => `${text.slice(0, from)} # ${text.slice(to)}`
const spanIn = (text: string): Found | null => {
  const relative =
    /(since|from since|until|before until|up to|on or before|before|from)? ?(\d+|one|two|three) (year|month|day)s? ago(?: onwards?)?/.exec(
      text,
    )
  if (relative) {
    const [whole, word = '', count = '', unit = ''] = relative
    const day = ago(numbers[count] ?? Number(count), unit)
    const rest = cut(text, relative.index, relative.index + whole.length)
    if (/since|^from/.test(word)) return { span: { from: day, to: null, isNear: true }, rest }
    return word === '' ? null : { span: { from: null, to: day, isNear: true }, rest }
  }
  for (const [pattern, days] of named) {
    const found = pattern.exec(text)
    if (!found) continue
    const [from, to] = days(...found.slice(1))
    const before = text.slice(0, found.index)
    const until = UNTIL.exec(before)
    const since = SINCE.exec(before)
    const within = WITHIN.exec(before)
    const start = (until ?? since ?? within)?.index ?? found.index
    const rest = cut(text, start, found.index + found[0].length)
    // 'From last year' is in it; 'since last year' begins with it.
    const isSince = since && !/from\s+$/.test(since[0])
    if (until) return { span: { from: null, to, isNear: false }, rest }
    return { span: isSince ? { from, to: null, isNear: false } : { from, to, isNear: false }, rest }
  }
  return null
}

const VISIT =
  /(?:(?:during|on|in|at|of|for|from) )?(?:(?:the|their|his|her|its|a|that) )?(first|initial|last|latest|most recent|current|this|same|that)(?: hospital| inpatient)? (?:visit|encounter|stay|admission|hospitalization)(?: (?:to|at|in) (?:the|a) hospital)?/g
const which = (word: string) => (/first|initial/.test(word) ? 'first' : /last|latest|recent/.test(word) ? 'last' : 'current')
const ELSEWHERE = /\bicu\b|intensive care|\bward\b|care ?unit|\d{1,2}:\d{2}:\d{2}|(?:20|21)\d\d-\d\d-\d\d/
const REMAINS =
  /\b(year|month|week|day|hour|ago|since|until|today|visit|encounter|stay|admission|hospitali[sz]ation|currently)s?\b|\b2[01]\d\d\b|\d\/\d/

/** Words of what is asked for, not of when. */
const SUBJECT =
  /lengths? of (?:hospital )?stay|duration of (?:the |a )?(?:hospital )?stay|duration of patient @'s stay|hospital admission(?: times?)?|admission times?|stay in the hospital|an admission|visit(?:ed)? the hospital/g

const visitsIn = (text: string) => {
  const found: ('first' | 'last' | 'current')[] = []
  const rest = text.replaceAll(VISIT, (_, word: string) => {
    // 'The same visit' is one that was named before.
    if (word !== 'same' && word !== 'that') found.push(which(word))
    return ' # '
  })
  return { found: [...new Set(found)], rest }
}
const ordinalsIn = (text: string): Spoken['ordinals'] => {
  const found = text.matchAll(/second to (?:the )?last|second|first|initial(?:ly)?|earliest|last|latest|most recent(?:ly)?/g)
  return Array.from(found, ([word]) => {
    if (word.startsWith('second to')) return 'second to last'
    if (word === 'second') return 'second'
    return /first|initial|earliest/.test(word) ? 'first' : 'last'
  })
}
const agesIn = (text: string): Spoken['ages'] => {
  const decade = /(\d)0'?s/.exec(text)
  if (decade) return { from: Number(decade[1]) * 10, below: Number(decade[1]) * 10 + 10 }
  const above = /(\d\d) (?:or|and) (?:above|older|over)|(?:over|above) (\d\d)/.exec(text)
  return above ? { from: Number(above[1] ?? above[2]), below: Infinity } : null
}
const aggregateIn = (text: string): Aggregate | null =>
  /average|mean/.test(text) ? 'average' : /max|highest|most|greatest/.test(text) ? 'most' : /min|lowest|least/.test(text) ? 'least' : null
const grainIn = (text: string): Grain | null => {
  const [, grain = ''] = /\b(dai|day|month|year)(?:ly)?\b|each (day|month|year)/.exec(text) ?? []
  return grain === '' ? null : grain === 'dai' ? 'day' : (grain as Grain)
}

/** What a question says of time, number and age, apart from the names in it. */
export const spokenIn = (question: string, values: Readonly<Record<string, string>>, slots: { grain: boolean }): Spoken => {
  let text = question.toLowerCase().replaceAll('’', "'")
  for (const name of Object.values(values).toSorted((a, b) => b.length - a.length)) text = text.replaceAll(name, ' @ ')
  const isElsewhere = ELSEWHERE.test(text)
  const ages = agesIn(text)
  const grain = slots.grain ? grainIn(text) : null
  if (slots.grain)
    text = text.replaceAll(/\b(?:(?:on|at) an? )?(?:daily|monthly|yearly)(?: basis)?\b|\b(?:per|each|every|a) (?:day|month|year)\b/g, ' ')
  const { found, rest } = visitsIn(text)
  const spanned = spanIn(rest)
  const left = spanned?.rest ?? rest
  const count = /\b(two|three|four|five|six|seven|eight|nine|ten)\b/.exec(left)?.[1]
  const unread = spanIn(left)
    ? 'a second time'
    : found.length > 1
      ? 'two visits'
      : (REMAINS.exec(left.replaceAll(SUBJECT, ' '))?.[0] ?? null)
  return {
    span: spanned?.span ?? null,
    visit: found[0] ?? null,
    ordinals: ordinalsIn(left),
    isElsewhere,
    count: count === undefined ? null : numbers[count]!,
    ages,
    aggregate: aggregateIn(left),
    grain,
    unread,
  }
}
