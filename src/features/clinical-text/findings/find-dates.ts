import type { Prepared } from '../prepared.ts'
import type { Found, Span } from '../mention.ts'
import { lineSpansOf } from './pieces.ts'

const roles: readonly (readonly [string, RegExp])[] = [
  ['birth', /^(dob|born|birth)$/],
  ['admission', /^(admitted|admission|adm|doa)$/],
  ['discharge', /^(discharged|discharge)$/],
  ['collected', /^(collected|collection|drawn|sampled|taken|specimen|sample)$/],
  ['received', /^(received|receipt)$/],
  ['reported', /^(reported|report|printed|authori[sz]ed|verified|released|validated|result|results)$/],
  ['lmp', /^(lmp|lnmp|menstrual)$/],
  ['edd', /^(edd|edc)$/],
  ['delivery', /^(delivery|delivered)$/],
  ['review', /^(review|tca|rtc|return|follow|followup|appointment|next)$/],
  ['surgery', /^(surgery|operated|operation|op|\w+(?:ectomy|otomy|plasty)|caesarean|section)$/],
  ['visit', /^(visit|seen|attended|encounter|consultation)$/],
  ['death', /^(died|death|deceased)$/],
]
const FILLERS =
  /^(date|day|time|on|of|is|was|the|at|a|for|in|to|since|from|dated|and|expected|last|period|next|up|visit|again|come|clinic|test|sample|due|done|by|blood|mon|tue|wed|thu|fri|sat|sun|monday|tuesday|wednesday|thursday|friday|saturday|sunday|s|patient|estimated|first|booked|scheduled)$/

/** What a date is of, from the words right before it: the nearest word that says so, past nothing but filling words. */
const roleBefore = (before: string): string | undefined => {
  const words: string[] =
    before
      .toLowerCase()
      .replaceAll(/\b([a-z])\.(?=[a-z]\b)/g, '$1')
      .match(/[a-z]+|\d+|[;!?]|\.(?=\s+\S)/g) ?? []
  for (const word of words.toReversed()) {
    const found = roles.find(([, pattern]) => pattern.test(word))
    if (found && !(word === 'visit' && words.includes('next')))
      return word === 'delivery' && words.some((other) => /^(expected|estimated)$/.test(other)) ? 'edd' : found[0]
    if (!FILLERS.test(word)) return undefined
  }
  return undefined
}

interface Read {
  value?: string
  way: 'iso' | 'certain' | 'ambiguous' | 'named' | 'month' | 'year' | 'no year'
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const MONTH =
  '(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const YEAR = String.raw`((?:19|20)\d\d|['’]\d\d)`
// Not within a longer number, a word, a fraction or an identifier.
const BEFORE = String.raw`(?<![\p{L}\d]|\d[./,:-])`
const AFTER = String.raw`(?![\p{L}\d]|[./,:-]\d)`
const AFTER_TIME = String.raw`(?![\p{L}\d]|[./,-]\d)`

const twoDigits = (number: number) => String(number).padStart(2, '0')
const monthOf = (name: string) => MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1

/** Two digits are a year up to 2040; of a birth, up to 2030. */
const yearOf = (text: string, isBirth: boolean): number => {
  const digits = text.replace(/^['’]/, '')
  if (digits.length === 4) return Number(digits)
  return Number(digits) + (Number(digits) <= (isBirth ? 30 : 40) ? 2000 : 1900)
}

const dateOf = (year: number, month: number, day: number): string | null => {
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate()
  const isDate = year >= 1900 && year <= 2100 && month >= 1 && month <= 12 && day >= 1 && day <= days
  return isDate ? `${year}-${twoDigits(month)}-${twoDigits(day)}` : null
}

const named = (day: string, month: string, year: string | undefined, isBirth: boolean): Read | null => {
  // A leap year stands for one that is not written.
  const value = dateOf(year ? yearOf(year, isBirth) : 2000, monthOf(month), Number(day))
  if (!value) return null
  if (year) return { value, way: 'named' }
  return month === 'may' ? null : { way: 'no year' }
}

const numeric = (first: string, second: string, year: string, isBirth: boolean): Read | null => {
  const [a, b] = [Number(first), Number(second)]
  const isMonthFirst = b > 12
  // With a short year, too, three numbers may be anything.
  if (isMonthFirst && year.length < 4) return null
  const value = dateOf(yearOf(year, isBirth), isMonthFirst ? a : b, isMonthFirst ? b : a)
  if (!value) return null
  const isCertain = year.length === 4 && (a > 12 || b > 12 || a === b)
  return { value, way: isCertain ? 'certain' : 'ambiguous' }
}

const month = (name: number, year: number): Read | null =>
  name >= 1 && name <= 12 ? { value: `${year}-${twoDigits(name)}`, way: 'month' } : null

type Form = readonly [RegExp, (parts: string[], isBirth: boolean) => Read | null]
const form = (pattern: string, read: Form[1]): Form => [new RegExp(pattern, 'giu'), read]

const forms: readonly Form[] = [
  form(
    String.raw`${BEFORE}((?:19|20)\d\d)([-/.])(\d{1,2})\2(\d{1,2})(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?Z?)?${AFTER_TIME}`,
    ([year, , m, d]) => {
      const value = dateOf(Number(year), Number(m), Number(d))
      return value ? { value, way: 'iso' } : null
    },
  ),
  form(String.raw`${BEFORE}(\d{1,2})([-/.])(\d{1,2})\2((?:19|20)\d\d|\d\d)${AFTER}`, ([a, , b, year], isBirth) =>
    numeric(a!, b!, year!, isBirth),
  ),
  form(
    String.raw`${BEFORE}(\d{1,2})(?:st|nd|rd|th)?[ ]?(?:of[ ])?[-./ ]?${MONTH}\b\.?(?:[-,./ ]{0,2}${YEAR}|[-/](\d\d))?${AFTER}`,
    ([d, m, year, short], isBirth) => named(d!, m!, year ?? short, isBirth),
  ),
  form(String.raw`${BEFORE}${MONTH}\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? ?${YEAR})?${AFTER}`, ([m, d, year], isBirth) =>
    named(d!, m!, year, isBirth),
  ),
  // Not the rest of a day that is none: 32 March 2024.
  form(String.raw`${BEFORE}(?<!\d(?:st|nd|rd|th)?(?: of)?[ ./-]{1,2})${MONTH}\.?,?[-/ ]{0,2}((?:19|20)\d\d)${AFTER}`, ([m, year]) =>
    month(monthOf(m!), Number(year)),
  ),
  form(String.raw`${BEFORE}(0?[1-9]|1[0-2])/((?:19|20)\d\d)${AFTER}`, ([m, year]) => month(Number(m), Number(year))),
  form(
    String.raw`(?<=\b(?:in|since|year|from|until|circa|early|late|mid) )((?:19|20)\d\d)${AFTER}(?![ ]?(?:[-–/%+×x*]|ml\b|mg\b|kg\b|g\b|iu\b|units?\b|cells\b|copies\b))`,
    ([year]) => ({
      value: year!,
      way: 'year',
    }),
  ),
]

const inLine = (text: string, line: Span): Found[] => {
  const written = text.slice(line.start, line.end)
  const found: Found[] = []
  for (const [pattern, read] of forms)
    for (const match of written.matchAll(pattern)) {
      const start = line.start + match.index
      const end = start + match[0].length
      if (found.some((other) => start < other.end && other.start < end)) continue
      const role = roleBefore(written.slice(Math.max(0, match.index - 48), match.index))
      const date = read(match.slice(1), role === 'birth')
      if (date) found.push({ type: 'date', start, end, ...date, ...(role && { details: { role } }) })
    }
  return found.toSorted((a, b) => a.start - b.start)
}

/**
 * Dates, whole or in part, of the calendar only: `value` is 2024-03-12, 2024-03 or 2012; a day without a year has none. The day comes
 * first unless it cannot (way `ambiguous` where both orders could be). `details.role` says of what it is where words before it do.
 */
export const findDates = ({ text }: Prepared): Found[] => Array.from(lineSpansOf(text)).flatMap((line) => inLine(text, line))
