import { z } from 'zod'
import type { DayOrder } from '#shared/day-orders.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import { readWordLists } from '../knowledge/read-table.ts'
import { folded } from './cells.ts'

export interface DayRule {
  /** The order of the whole column; null refuses a day that can be read in two ways. */
  order: DayOrder | null
  /** The clinic's day, YYYY-MM-DD, and its time zone. */
  today: string
  time_zone: string
  /** Where a year of two digits lies: births have been, expiry is to come. */
  years: 'past' | 'coming'
  /** Every instant of the column is midnight in UTC: a database wrote plain days as instants. */
  isMidnight?: boolean
}

type DayRead =
  | { day: string; note: string | null }
  /** The cell says that nothing is known. */
  | { day: null }

const MONTHS = [
  'january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october', 'november', 'december',
] as const // prettier-ignore
const words = readWordLists(new URL('knowledge/day-words.tsv', import.meta.url), [...MONTHS, 'weekday', 'nothing'])
const monthByName = new Map(MONTHS.flatMap((month, at) => words[month].map((name) => [name, at + 1] as const)))

/** How people and programs write that they do not know, or that there is nothing. */
const NOTHING = new Set(words.nothing)

const plain = (text: string) => folded(text).replaceAll(/\s+/g, ' ').trim()

/** No text of a day is longer; longer ones are not searched, because some patterns need time by the square of the length. */
const LONGEST = 80

/** True for a cell that says "nothing" or "not known" instead of being empty. */
export const saysNothing = (text: string): boolean => text.length <= LONGEST && NOTHING.has(plain(text))

const ZEROS = '٠۰०০'
/** Digits of Arabic, Persian and Indian keyboards as the ones of this program. */
const latinDigits = (text: string) =>
  text.replaceAll(/[٠-٩۰-۹०-९০-৯]/g, (digit) => {
    const zero = Array.from(ZEROS).findLast((one) => one <= digit)!
    return String(digit.codePointAt(0)! - zero.codePointAt(0)!)
  })

const two = (number: number | string) => String(number).padStart(2, '0')
/** A year of a patient, a paper or a lot; others are slips of the pen, such as 0201 for 2001. */
const isYear = (year: number) => year >= 1800 && year <= 2200
const isDay = (year: number, month: number, day: number) => {
  const at = new Date(Date.UTC(year, month - 1, day))
  return (
    isYear(year) &&
    month >= 1 &&
    month <= 12 &&
    day >= 1 &&
    at.getUTCFullYear() === year &&
    at.getUTCMonth() === month - 1 &&
    at.getUTCDate() === day
  )
}

/** The year that two digits mean. */
const fullYear = (digits: string, { years, today }: Pick<DayRule, 'years' | 'today'>) => {
  if (digits.length === 4) return Number(digits)
  const year = 2000 + Number(digits)
  return years === 'past' && year > Number(today.slice(0, 4)) ? year - 100 : year
}

const made = (digits: string, month: number, day: number, text: string, rule: DayRule): DayRead | undefined => {
  const year = fullYear(digits, rule)
  if (!isDay(year, month, day)) return undefined
  const read = `${year}-${two(month)}-${two(day)}`
  return { day: read, note: digits.length === 2 ? `“${text}” has a two-digit year: read as ${read}.` : null }
}

const INSTANT = /^(\d{4})-(\d{2})-(\d{2})[t ](\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d+)?)?\s*(z|utc|gmt|[+-]\d{2}(?::?\d{2})?)?(?:\[[^\]]*\])?$/
const TIME = /[\s,t]+\d{1,2}[:h]\d{2}(?::\d{2}(?:[.,]\d+)?)?\s*(?:[ap]\.?m\.?)?(?:\s*(?:gmt|utc)?(?:[+-]\d{1,4})?(?:\s*\([^)]*\))?)$/
const WEEKDAY = new RegExp(`^(?:${words.weekday.join('|')})[.,]*\\s+(?=\\D*\\d)`)
const NUMBERS = /^(\d{1,2})\s*([-/. ])\s*(\d{1,2})\s*[-/. ]\s*(\d{4}|\d{2})$/

const instantIn = (text: string) => {
  const found = INSTANT.exec(text)
  if (!found) return null
  const [, year, month, day, hours = '', minutes = '', seconds = '00', zone = ''] = found
  return {
    year: year!,
    month: Number(month),
    day: Number(day),
    clock: `${hours}:${minutes}:${seconds}`,
    zone: /^(?:utc|gmt)$/.test(zone) ? 'z' : zone,
  }
}

const minutesOf = (zone: string) => {
  if (zone === 'z') return 0
  const digits = zone.slice(1).replace(':', '')
  return (zone.startsWith('-') ? -1 : 1) * (Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2) || 0))
}

/** A time that a database exports: the clinic's day at that instant; without an offset it is the clinic's own clock. */
const readInstant = (text: string, { time_zone, isMidnight }: DayRule): DayRead | undefined => {
  const found = instantIn(text)
  if (!found || !isDay(Number(found.year), found.month, found.day)) return undefined
  const written = `${found.year}-${two(found.month)}-${two(found.day)}`
  if (found.zone === '' || isMidnight) return { day: written, note: null }
  const at = Date.parse(`${written}T${found.clock}Z`) - minutesOf(found.zone) * 60_000
  return Number.isNaN(at) ? undefined : { day: wallTimeOf(new Date(at), time_zone).day, note: null }
}

const readNumbers = (text: string, rule: DayRule): DayRead | undefined => {
  const [, year = '', month, day] =
    /^(\d{4})\s*[-/. ]\s*(\d{1,2})\s*[-/. ]\s*(\d{1,2})$/.exec(text) ?? /^((?:19|20)\d{2})(\d{2})(\d{2})$/.exec(text) ?? []
  if (month && day) return made(year, Number(month), Number(day), text, rule)
  const [, first, sign, second, last] = NUMBERS.exec(text) ?? []
  if (!first || !second || !last) return undefined
  const seen = orderOf(Number(first), Number(second), sign)
  const order = rule.order ?? (seen === 'either' ? null : (seen ?? 'day first'))
  if (order === null) return undefined
  return order === 'day first'
    ? made(last, Number(second), Number(first), text, rule)
    : made(last, Number(first), Number(second), text, rule)
}

const readNamed = (text: string, rule: DayRule): DayRead | undefined => {
  const bare = text.replaceAll(/(\d)(?:st|nd|rd|th|er|eme|e)\b/g, '$1').replaceAll(/\b(?:of|de|ya|mwezi)\b/g, ' ')
  const parts = bare.split(/[-/., ]+/).filter(Boolean)
  const glued = parts.length === 1 ? (/^(\d{1,2})([a-z]+)(\d{4}|\d{2})$/.exec(bare)?.slice(1) ?? parts) : parts
  if (glued.length !== 3) return undefined
  const at = glued.findIndex((part) => monthByName.has(part))
  const rest = glued.filter((_, place) => place !== at)
  if (at < 0 || !rest.every((part) => /^\d{1,4}$/.test(part))) return undefined
  const [one = '', other = ''] = rest
  const [year, day] = one.length === 4 ? [one, other] : [other, one]
  if (year.length !== 4 && year.length !== 2) return undefined
  return made(year, monthByName.get(glued[at]!)!, Number(day), text, rule)
}

const SERIAL_ZERO = Date.UTC(1899, 11, 30)
/** The number behind a day of a spreadsheet: days since the end of 1899. Smaller ones would be years, larger ones no day of a life. */
const readSerial = (text: string): DayRead | undefined => {
  const [, days] = /^(\d{5})(?:[.,]\d+)?$/.exec(text) ?? []
  if (!days || Number(days) > 80_000) return undefined
  const day = new Date(SERIAL_ZERO + Number(days) * 86_400_000).toISOString().slice(0, 10)
  return { day, note: `“${text}” is a spreadsheet date number: read as ${day}.` }
}

const cleaned = (text: string) => (text.length > LONGEST ? '' : plain(latinDigits(text)).replaceAll(/[⁄∕]/g, '/'))
const withoutTime = (text: string) => text.replace(WEEKDAY, '').replace(TIME, '').trim()

/** What a cell says of a day, by the one rule of its column; undefined for what cannot be read. */
export const readDay = (cell: string, rule: DayRule): DayRead | undefined => {
  if (saysNothing(cell)) return { day: null }
  const text = cleaned(cell)
  const bare = withoutTime(text)
  return readInstant(text, rule) ?? readNumbers(bare, rule) ?? readNamed(bare, rule) ?? readSerial(bare)
}

/** A month alone, as packs bear it (2027-06, 06/2027, Jun 27), as its last day: until then it may be used. Any other text as it is. */
export const lastOfMonth = (cell: string): string => {
  const text = cleaned(cell)
  const [, year, month] = /^(\d{4})[-/. ](\d{1,2})$/.exec(text) ?? []
  const [, before, after] = /^(\d{1,2})[-/. ](\d{4})$/.exec(text) ?? []
  const [, name, digits] = /^([a-z]+)[-/., ]+(\d{4}|\d{2})$/.exec(text) ?? []
  const at = Number(month ?? before ?? monthByName.get(name ?? '') ?? 0)
  const full = year ?? after ?? (digits?.length === 2 ? `20${digits}` : digits)
  return full && isYear(Number(full)) && at >= 1 && at <= 12 ? new Date(Date.UTC(Number(full), at, 0)).toISOString().slice(0, 10) : cell
}

function orderOf(first: number, second: number, sign: string | undefined): DayOrder | 'either' | null {
  if (first > 12 && second <= 12) return 'day first'
  if (second > 12 && first <= 12) return 'month first'
  if (first > 12 || second > 12 || first === second) return null
  // Who writes points writes the day first.
  return sign === '.' ? 'day first' : 'either'
}

/** What one cell tells about the order of its column; `either` for one that can be read both ways, null for one that says nothing of it. */
export const orderSeen = (cell: string): DayOrder | 'either' | null => {
  const [, first, sign, second, year] = NUMBERS.exec(withoutTime(cleaned(cell))) ?? []
  if (!first || !second || !year) return null
  const order = orderOf(Number(first), Number(second), sign)
  // A day that no month has is a slip of the pen, and says nothing of how the others were written.
  const isThere = (month: string, day: string) => isDay(year.length === 2 ? 2000 + Number(year) : Number(year), Number(month), Number(day))
  const isOrdered = { 'day first': isThere(second, first), 'month first': isThere(first, second) }
  return order === null || order === 'either' || isOrdered[order] ? order : null
}

/** The one order that cells of a column show; null where none shows it, `conflict` where they contradict each other. */
export const orderShown = (cells: Iterable<string>): DayOrder | 'conflict' | null => {
  const seen = new Set([...cells].map(orderSeen))
  if (seen.has('day first') && seen.has('month first')) return 'conflict'
  return seen.has('day first') ? 'day first' : seen.has('month first') ? 'month first' : null
}

/** Whether a cell is an instant with an offset, and if so whether it is midnight in UTC. */
export const instantSeen = (cell: string): 'midnight' | 'other' | null => {
  const found = instantIn(cleaned(cell))
  if (!found || found.zone === '') return null
  return minutesOf(found.zone) === 0 && /^00:00:00$/.test(found.clock) ? 'midnight' : 'other'
}

/**
 * A cell that holds a day, as YYYY-MM-DD; undefined for one that says that nothing is known. What is remarkable about it, such as a year of
 * two digits, goes to `remark`.
 */
export const dayCell = (rule: DayRule, remark: (message: string) => void) =>
  z.string().transform((text, context): string | undefined => {
    const read = readDay(text, rule)
    if (!read) {
      context.addIssue({ code: 'custom', message: 'Enter the date as 2026-12-31.' })
      return z.NEVER
    }
    if (read.day === null) {
      remark(`“${text}” was left empty.`)
      return undefined
    }
    if (read.note !== null) remark(read.note)
    return read.day
  })
