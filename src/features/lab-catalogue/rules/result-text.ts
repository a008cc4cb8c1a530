import { sentence, type Sentence } from '#shared/sentence.ts'
import { compareDecimals, decimalsIn, fractionOf, plus, shortDecimal, times, toDecimal } from './decimal.ts'
import { flagOf } from './flag.ts'
import type { RangeLimits } from './reference-range.ts'
import { gradeMeant, mayMeanNotDone, rangeEnds, readKind, type KindRead, type ResultKind } from './result-kinds.ts'
import { isSameUnit } from './ucum.ts'

const POWER =
  /^((?:[<>]=?|=[<>]|[≤≥⩽⩾])?\s*[+\-−]?\s*)(\d{1,12})(?:([.,])(\d{1,8}))?\s*(?:e([+\-−]?\d{1,2})|[x×*·]\s*10\s*(?:\^|\*\*?)\s*([+\-−]?\d{1,2})|[x×*·]\s*10([⁰¹²³⁴-⁹]{1,2}))(?![\d.,])(.*)$/isu
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
/** A number of more digits is no result. */
const MOST_DIGITS = 12

/**
 * A number with a power of ten, such as 1.2E5 or 1.2 x 10^5, in plain digits; anything else as it is. A power of ten that belongs to the unit
 * (150 x10^9/L, or one of a test that is counted in powers of ten) stays, and so does a comma before three digits, which may mean a thousand.
 */
const inPlainDigits = (text: string, unit: string | null): string => {
  const [, lead = '', whole, point, part = '', exponent, power, raised, rest = ''] = POWER.exec(text) ?? []
  if (whole === undefined || (point === ',' && part.length === 3)) return text
  const isOfUnit = exponent === undefined && (/^\s*\//.test(rest) || /^10[*^]/.test(unit ?? ''))
  if (isOfUnit) return text
  const by = Number((exponent ?? power)?.replace('−', '-') ?? Array.from(raised ?? '', (digit) => SUPERSCRIPTS.indexOf(digit)).join(''))
  if (Math.abs(by) > MOST_DIGITS) return text
  const digits = `${'0'.repeat(MOST_DIGITS)}${whole}${part}${'0'.repeat(MOST_DIGITS)}`
  const at = MOST_DIGITS + whole.length + by
  const decimals = digits.slice(at).replace(/0+$/, '')
  return `${lead}${digits.slice(0, at).replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}${rest}`
}

export const comparators = ['<', '<=', '>', '>='] as const
export type Comparator = (typeof comparators)[number]
/** What a coded answer means. */
export type ChoiceFlag = 'normal' | 'abnormal' | 'critical'

/** What of a test decides how its result is read. */
export interface ResultPanel {
  kind: 'quantitative' | 'qualitative' | 'text' | 'calculated'
  /** UCUM; null or empty: a number without a unit. */
  unit: string | null
  decimals: number | null
  /** Canonical = value × factor + offset, all decimals; the factor is above zero. */
  units: readonly { unit: string; factor: string; offset: string }[]
  choices: readonly { value: string; flag: ChoiceFlag }[]
  /** Plausible limits, those of the range that fits the patient; a value that equals one is plausible. */
  low_valid?: string | null
  high_valid?: string | null
  /** What the result is flagged by: it is never rounded to a number that would be flagged otherwise. */
  limits?: RangeLimits | null
}

/** A result that was understood. */
export interface ReadResult {
  /** As it is reported, in the panel's unit and with its decimals: `5.4`, `<0.5`, `Negative`, `2-4`, `1:160`. */
  result: string
  /** The number as it was sent, an exact decimal; null of coded answers, of words and of what is of a kind. */
  value: string | null
  comparator: Comparator | null
  choice: string | null
  unit: string | null
  /** What it is where it is no number, answer or words. */
  kind: ResultKind | null
  /** Where it stands among results of its kind, a decimal: 0 of what was not detected, the upper end of a range, the dilution of a titre. */
  rank: string | null
  /** The lower end of a range. */
  from: string | null
}
/** What most results have none of. */
const plain = { choice: null, kind: null, rank: null, from: null } as const
/** A number that the plausible limits do not believe was understood all the same: `beyond` is what it says, for a person to confirm. */
export type ResultReading = { ok: ReadResult } | { problem: Sentence; beyond?: ReadResult }

/** The longest result in words. */
export const MAX_WORDS = 2000
const SHOWN_CHOICES = 12

const NUMBER = /^([<>]=?|=[<>]|[≤≥⩽⩾])?\s*([+\-−])?\s*(\d{1,3}(?:\s\d{3})+(?!\d)|\d+)?(?:([.,])(\d+))?(.*)$/su
// A unit begins with a letter, %, a bracket or a stroke before one of them, or is a power of ten.
const UNIT = /^(?:[*x×·]?\s*10\s*(?:[*^]|e\+?\d|[⁰¹²³⁴-⁹])|(?!e[+-]?\d)[*x×·]?\s*(?:\/|per )?\s*[\p{L}%[{]).{0,40}$/isu
const written: Record<string, Comparator> = { '=<': '<=', '≤': '<=', '⩽': '<=', '=>': '>=', '≥': '>=', '⩾': '>=' }

interface Typed {
  comparator: Comparator | null
  value: string
  unit: string
}

const noNumber = { problem: sentence('Enter a number, such as 5.4.') }

const comparatorOf = (mark: string | undefined): Comparator | null =>
  comparators.find((one) => one === mark) ?? (mark === undefined ? null : (written[mark] ?? null))

/** The comparator, number and unit in what was typed, a power of ten in plain digits. A comma before three digits could be a thousand: it is asked about, never guessed. */
const typedNumber = (text: string, { decimals, unit: own }: Pick<ResultPanel, 'decimals' | 'unit'>): Typed | { problem: Sentence } => {
  const [, mark, sign, grouped, point, part = '', rest = ''] = NUMBER.exec(inPlainDigits(text, own)) ?? []
  if ((grouped ?? part) === '') return noNumber
  const whole = (grouped ?? '0').replaceAll(/\s/g, '').replace(/^0+(?=\d)/, '')
  const unit = rest.trim()
  if (whole.length > 12 || part.length > 8 || (unit !== '' && !UNIT.test(unit))) return noNumber
  if (point === ',' && part.length === 3 && whole !== '0' && whole.length <= 3 && decimals !== 3)
    return {
      problem: sentence('Enter {whole} or {decimal}: a comma before three digits could mean either.', {
        whole: whole + part,
        decimal: `${whole}.${part}`,
      }),
    }
  const size = part === '' ? whole : `${whole}.${part}`
  const isBelowZero = sign !== undefined && sign !== '+' && /[1-9]/.test(size)
  return { comparator: comparatorOf(mark), value: isBelowZero ? `-${size}` : size, unit }
}

const unknownUnit = (panel: ResultPanel, other: string) => ({
  problem: panel.unit
    ? sentence('This test is reported in {unit}; {other} is not accepted.', { unit: panel.unit, other })
    : sentence('This test has no unit; {other} is not accepted.', { other }),
})

/** What is kept of a value that was converted. */
const KEPT_DECIMALS = 6

/** The value in the panel's unit, not rounded to its decimals; null when the unit is not known for it. */
const converted = (panel: ResultPanel, value: string, unit: string): string | null => {
  if (unit === '' || isSameUnit(panel.unit, unit)) return value
  const other = panel.units.find((one) => isSameUnit(one.unit, unit))
  if (!other) return null
  const exact = plus(times(fractionOf(value), fractionOf(other.factor)), fractionOf(other.offset))
  return shortDecimal(toDecimal(exact, KEPT_DECIMALS))
}

/** How a plain number stands to what it is held against, and whether it is nothing at all. */
const toRangeStatus = ({ limits = null, low_valid: low = null, high_valid: high = null }: ResultPanel, value: string) =>
  [
    flagOf(value, null, limits),
    low !== null && compareDecimals(value, low) < 0,
    high !== null && compareDecimals(value, high) > 0,
    fractionOf(value)[0] === 0n,
  ].join()

/**
 * A number with the decimals of the test. Where rounding would contradict its flag (5.34 printed as 5.3 and called high, above 5.3), or make nothing
 * of it, it keeps as many decimals more as it needs.
 */
const withDecimals = (panel: ResultPanel, value: string): string => {
  if (panel.decimals === null) return value
  const exact = fractionOf(value)
  const status = toRangeStatus(panel, value)
  for (let decimals = panel.decimals; decimals < decimalsIn(value); decimals++) {
    const text = toDecimal(exact, decimals)
    if (toRangeStatus(panel, text) === status) return text
  }
  return toDecimal(exact, Math.max(panel.decimals, decimalsIn(value)))
}
/** A bound that was said with < or > is not rounded: another bound says another thing. */
const boundText = (value: string, comparator: Comparator) => `${comparator}${shortDecimal(value)}`

const implausible = (panel: ResultPanel, value: string, result: string) => {
  const limit = (decimal: string) => `${shortDecimal(decimal)} ${panel.unit ?? ''}`.trim()
  const { low_valid, high_valid: high = null } = panel
  // Hardly anything that is measured can be below nothing: where no limit is kept, a minus sign is asked about.
  const low = low_valid ?? '0'
  if (compareDecimals(value, low) < 0)
    return sentence('{result} is below {limit}, the lowest plausible result. Check the value and its unit.', {
      result,
      limit: limit(low),
    })
  if (high !== null && compareDecimals(value, high) > 0)
    return sentence('{result} is above {limit}, the highest plausible result. Check the value and its unit.', {
      result,
      limit: limit(high),
    })
  return null
}

/** The number in the panel's unit, or why there is none. */
const numberIn = (panel: ResultPanel, typed: Typed, unitBeside: string): { value: string } | { problem: Sentence } => {
  if (typed.unit !== '' && unitBeside !== '' && !isSameUnit(typed.unit, unitBeside))
    return { problem: sentence('The result is in {unit}, but the unit given is {other}.', { unit: typed.unit, other: unitBeside }) }
  const unit = typed.unit || unitBeside
  const value = converted(panel, typed.value, unit)
  return value === null ? unknownUnit(panel, unit) : { value }
}

const readNumber = (panel: ResultPanel, text: string, unitBeside: string): ResultReading => {
  const typed = typedNumber(text, panel)
  if ('problem' in typed) return typed
  const grade = gradeMeant(panel, text)
  if (grade !== null)
    return { problem: sentence('Enter {number} or {grade}: a plus before a number could mean either.', { number: typed.value, grade }) }
  const number = numberIn(panel, typed, unitBeside)
  if ('problem' in number) return number
  const { value } = number
  const { comparator } = typed
  const problem = implausible(panel, value, `${comparator ?? ''}${value}`)
  const result = comparator === null ? withDecimals(panel, value) : boundText(value, comparator)
  const read = { ...plain, result, value, comparator, unit: panel.unit || null }
  return problem ? { problem, beyond: read } : { ok: read }
}

const readRange = (panel: ResultPanel, ends: { from: string; to: string; unit: string }, unitBeside: string): ResultReading => {
  const [from, to] = [ends.from, ends.to].map((end) => {
    const typed = typedNumber(`${end} ${ends.unit}`.trim(), panel)
    return 'problem' in typed ? typed : numberIn(panel, typed, unitBeside)
  })
  if (!from || !to) return noNumber
  if ('problem' in from) return from
  if ('problem' in to) return to
  if (compareDecimals(from.value, to.value) > 0)
    return { problem: sentence('Enter the lower number of a range first: {to}-{from}.', { to: to.value, from: from.value }) }
  const result = `${withDecimals(panel, from.value)}-${withDecimals(panel, to.value)}`
  const problem = implausible(panel, from.value, result) ?? implausible(panel, to.value, result)
  const read = {
    ...plain,
    result,
    value: null,
    comparator: null,
    unit: panel.unit || null,
    kind: 'range' as const,
    rank: to.value,
    from: from.value,
  }
  return problem ? { problem, beyond: read } : { ok: read }
}

/** Without a unit: what was not detected, a grade and a titre have none. */
const readOfKind = (panel: ResultPanel, { kind, result, rank, mark }: KindRead): ResultReading => {
  const comparator = comparatorOf(mark)
  const read = { ...plain, result: `${comparator ?? ''}${result}`, value: null, comparator, unit: null, kind, rank }
  const isAmount = kind === 'titre' || (rank !== null && fractionOf(rank)[0] === 0n)
  const problem = rank !== null && isAmount ? implausible(panel, rank, read.result) : null
  return problem ? { problem, beyond: read } : { ok: read }
}

const readQuantity = (panel: ResultPanel, text: string, unitBeside: string): ResultReading => {
  if (mayMeanNotDone(panel, text))
    return { problem: sentence('Enter “Not detected”, or leave it empty if it was not done: {typed} could mean either.', { typed: text }) }
  const kind = readKind(panel, text)
  if (kind) return readOfKind(panel, kind)
  const ends = rangeEnds(panel, text)
  return ends ? readRange(panel, ends, unitBeside) : readNumber(panel, text, unitBeside)
}

/** Whether whoever typed or sent a number said its unit. */
export const saysUnit = (typed: string, unitBeside = ''): boolean => {
  const read = typedNumber(typed.trim(), { decimals: null, unit: null })
  return unitBeside.trim() !== '' || ('unit' in read && read.unit !== '')
}

/** A coded answer as it is compared: whatever its case and its spaces are. */
export const foldChoice = (text: string) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim().toLowerCase()
const listed = (values: readonly string[]) => `${values.slice(0, SHOWN_CHOICES).join(', ')}${values.length > SHOWN_CHOICES ? ', …' : ''}`

const readChoice = (panel: ResultPanel, text: string): ResultReading => {
  const values = panel.choices.map(({ value }) => value)
  const sought = foldChoice(text)
  const exact = values.find((value) => value === text) ?? values.find((value) => foldChoice(value) === sought)
  const found = exact === undefined ? values.filter((value) => foldChoice(value).startsWith(sought)) : [exact]
  const [choice] = found
  if (choice !== undefined && found.length === 1)
    return { ok: { ...plain, result: choice, value: null, comparator: null, choice, unit: null } }
  return {
    problem:
      found.length > 1
        ? sentence('{typed} could mean {choices}. Type more of it.', { typed: text, choices: listed(found) })
        : sentence('Choose one of: {choices}.', { choices: listed(values) }),
  }
}

const readWords = (text: string): ResultReading => {
  const result = text.normalize('NFC')
  return result.length > MAX_WORDS
    ? { problem: sentence('Enter at most {most} characters.', { most: MAX_WORDS }) }
    : { ok: { ...plain, result, value: null, comparator: null, unit: null } }
}

/**
 * What was typed, pasted or sent as the result of a test, in the unit in which the test is reported; `typedUnit` is a unit that came
 * beside it (of no account for coded answers and words). A number is reported with the decimals of the test and kept as it was sent, or as it was
 * converted. Besides numbers, quantitative tests take what `takesKind` says. A number in another unit, an implausible one (with < or > too) and
 * words where a number is wanted are problems: nothing is guessed.
 */
export const readResult = (panel: ResultPanel, typed: string, typedUnit = ''): ResultReading => {
  const text = typed.trim()
  if (!/[^\p{Cf}\p{Cc}\p{Z}]/u.test(text)) return { problem: sentence('Enter a result.') }
  if (panel.kind === 'qualitative') return readChoice(panel, text)
  return panel.kind === 'text' ? readWords(text) : readQuantity(panel, text, typedUnit.trim())
}
