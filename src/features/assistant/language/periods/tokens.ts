import { dictionary } from '#shared/dictionary.ts'
import { dayOn, isYear, monthsFrom, type Days } from './calendar.ts'
import { dayCalled, monthCalled, numberCalled, unitCalled, weekdayCalled, type Measured, type Named } from './words.ts'

/**
 * A piece of the text. Only what can be part of a time is told apart; numbers of patients, strengths and telephone numbers are `other` and
 * no rule reads them.
 */
export interface Token {
  kind: 'word' | 'number' | 'ordinal' | 'date' | 'day of month' | 'month of' | 'quarter' | 'dash' | 'comma' | 'stop' | 'other'
  text: string
  start: number
  end: number
  /** Of a number, an ordinal, a number word, a quarter; the day of a 'day of month'. */
  number?: number
  /** Of a 'day of month' or a 'month of'; what a word names. */
  month?: Named
  weekday?: Named
  unit?: Measured
  /** The days of a date that is written in figures. */
  days?: Days & { unit: 'day' | 'month' }
  /** 'today' is 0. */
  later?: number
  /** It ends with 's. */
  isOwner?: true
}
type Piece = Omit<Token, 'start' | 'end' | 'text'>

const sureMonth = (number: number): Named => ({ number, sure: 'yes' })
const fullYear = (text: string) => Number(text.length === 2 ? `20${text}` : text)

const dateOf = (year: number, month: number, date: number): Piece => {
  const day = dayOn(year, month, date)
  return day ? { kind: 'date', days: { from: day, to: day, unit: 'day' } } : { kind: 'other' }
}
const monthIn = (year: number, month: number): Piece =>
  isYear(year) && month >= 1 && month <= 12 ? { kind: 'date', days: { ...monthsFrom(year, month), unit: 'month' } } : { kind: 'other' }

/** How a time is written in figures. The day comes before the month, unless only the other way round there is such a day. */
const shapes: readonly [RegExp, (match: readonly string[]) => Piece][] = [
  [/^\d{1,4}$/, ([text]) => ({ kind: 'number', number: Number(text) })],
  [/^(\d{1,2})(?:st|nd|rd|th)$/, ([, number]) => ({ kind: 'ordinal', number: Number(number) })],
  [/^(\d{4})[-/](\d{1,2})[-/](\d{1,2})$/, ([, year, month, date]) => dateOf(Number(year), Number(month), Number(date))],
  [
    /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})$/,
    ([, one, , two, year]) => {
      const [date, month] = Number(two) > 12 ? [Number(two), Number(one)] : [Number(one), Number(two)]
      return dateOf(fullYear(year!), month, date)
    },
  ],
  [/^(\d{1,2})[-/](\d{4})$/, ([, month, year]) => monthIn(Number(year), Number(month))],
  [/^(\d{4})[-/](\d{2})$/, ([, year, month]) => monthIn(Number(year), Number(month))],
  [
    /^(\d{1,2})\/(\d{1,2})$/,
    ([, date, month]) =>
      Number(month) >= 1 && Number(month) <= 12
        ? { kind: 'day of month', number: Number(date), month: sureMonth(Number(month)) }
        : { kind: 'other' },
  ],
  [/^q([1-4])$/, ([, number]) => ({ kind: 'quarter', number: Number(number) })],
]

const wordPiece = (word: string): Piece => {
  const month = monthCalled(word)
  const weekday = month ? undefined : weekdayCalled(word)
  const unit = unitCalled(word)
  const later = dayCalled(word)
  const number = numberCalled(word)
  return {
    kind: 'word',
    ...(month && { month }),
    ...(weekday && { weekday }),
    ...(unit && { unit }),
    ...(later !== undefined && { later }),
    ...(number !== undefined && { number }),
  }
}

const pieceOf = (text: string): Piece => {
  if (/^[a-z]+$/.test(text)) return wordPiece(text)
  for (const [shape, read] of shapes) {
    const match = shape.exec(text)
    if (match) return read(match)
  }
  return /^[-–—]$/.test(text) ? { kind: 'dash' } : { kind: 'other' }
}

const figures = String.raw`\d{1,2}(?:st|nd|rd|th)?`
/** Pieces that are written together but said apart: '1-5', '2024-2025', '12-jun-2026', '11/this', '24h', 'year-to-date'. */
const parted: readonly RegExp[] = [
  new RegExp(String.raw`^(${figures})([-–—])(${figures})$`),
  /^(\d{4})([-–—])(\d{4})$/,
  /^(\d{1,2})[-/ ]([a-z]{3,9})(?:[-/](\d{4}))?$/,
  /^([a-z]{3,9})[-/](\d{4})$/,
  /^(\d{4})[-/]?(q[1-4])$/,
  /^(q[1-4])[-/](\d{4})$/,
  /^(\d{1,3})(h|hrs|hours|d|days|weeks|months|years)$/,
]
const isTimeWord = (text: string) => !/^[a-z]+$/.test(text) || monthCalled(text) !== undefined
const longer: Readonly<Record<string, string>> = dictionary<string>({ h: 'hours', hrs: 'hours', d: 'days' })

const partsOf = (text: string): readonly string[] | null => {
  for (const [at, shape] of parted.entries()) {
    const match = shape.exec(text)
    if (!match) continue
    const parts = match.slice(1).filter((part) => part !== undefined)
    return at === parted.length - 1 || parts.every(isTimeWord) ? parts : null
  }
  return null
}

const isNamed = (word: string) => monthCalled(word) !== undefined || weekdayCalled(word) !== undefined
const add = (tokens: Token[], text: string, start: number, end = start + text.length) => {
  const stated = Object.hasOwn(longer, text) ? longer[text]! : text
  tokens.push({ ...pieceOf(stated), text: stated, start, end })
}

/** Words with hyphens are said apart; between two months or days of the week the hyphen means 'to'. */
const addWords = (tokens: Token[], text: string, start: number) => {
  const words = text.split(/[-–—/]/)
  let at = start
  for (const [index, word] of words.entries()) {
    if (index > 0) {
      if (isNamed(words[index - 1]!) && isNamed(word) && text[at - start] !== '/') add(tokens, '-', at)
      at += 1
    }
    if (word) add(tokens, word, at)
    at += word.length
  }
}

const addParts = (tokens: Token[], parts: readonly string[], text: string, start: number) => {
  let from = 0
  for (const part of parts) {
    const at = text.indexOf(part, from)
    from = at + part.length
    add(tokens, part, start + at, start + from)
  }
}

const addLump = (tokens: Token[], text: string, start: number, end: number) => {
  const monthOf = /^(\d{1,2})\/(this|last|next|previous|current)$/.exec(text)
  if (monthOf) {
    const month = Number(monthOf[1])
    const piece: Piece = month >= 1 && month <= 12 ? { kind: 'month of', month: sureMonth(month) } : { kind: 'other' }
    const middle = start + monthOf[1]!.length + 1
    tokens.push({ ...piece, text: monthOf[1]!, start, end: middle })
    add(tokens, monthOf[2]!, middle)
    return
  }
  const parts = partsOf(text)
  if (parts) addParts(tokens, parts, text, start)
  else if (/^[a-z]+(?:[-–—/][a-z]+)+$/.test(text)) addWords(tokens, text, start)
  else add(tokens, text, start, end)
}

// A sign before figures makes them a sum or a telephone number, so it stays with them. A full stop or comma within figures stays too.
const lumps = /[^\s,;:?!()[\]{}"“”]+(?:[,:]\d[^\s,;:?!()[\]{}"“”]*)*|[,;:?!()]/g

/** Splits a text in lower case into words, figures and stops, in one pass. */
export const tokensOf = (text: string): readonly Token[] => {
  const tokens: Token[] = []
  for (const match of text.matchAll(lumps)) {
    const lump = match[0]
    const start = match.index
    if (lump.length === 1 && /[,;:?!()]/.test(lump)) {
      tokens.push({ kind: lump === ',' ? 'comma' : 'stop', text: lump, start, end: start + 1 })
      continue
    }
    let end = lump.length
    while (end > 0 && (lump[end - 1] === '.' || lump[end - 1] === "'")) end -= 1
    if (end === 0) {
      tokens.push({ kind: 'stop', text: lump, start, end: start + lump.length })
      continue
    }
    const stated = lump.slice(0, end)
    const quoted = stated.startsWith("'") && end > 1 ? 1 : 0
    const bare = stated.endsWith("'s") ? stated.slice(quoted, -2) : stated.slice(quoted)
    if (bare) addLump(tokens, bare, start + quoted, start + end)
    if (bare && stated.endsWith("'s")) tokens.at(-1)!.isOwner = true
    // 'vs.' and 'oct.' are short words, not the end of a sentence.
    const isShort = end < lump.length && /^(?:vs|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)$/.test(bare)
    if (lump[end] === '.' && !isShort) tokens.push({ kind: 'stop', text: '.', start: start + end, end: start + end + 1 })
  }
  return tokens
}
