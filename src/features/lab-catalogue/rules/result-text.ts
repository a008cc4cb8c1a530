import { sentence, type Sentence } from '#shared/sentence.ts'
import { compareDecimals, fractionOf, plus, shortDecimal, times, toDecimal } from './decimal.ts'
import { isSameUnit } from './ucum.ts'

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
}

/** A result that was understood. */
export interface ReadResult {
  /** As it is reported, in the panel's unit: `5.40`, `<0.5`, `Negative`. */
  result: string
  /** The number in it, an exact decimal; null of coded answers and words. */
  value: string | null
  comparator: Comparator | null
  choice: string | null
  unit: string | null
}
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

/** The comparator, number and unit in what was typed. A comma before three digits could be a thousand: it is asked about, never guessed. */
const typedNumber = (text: string, decimals: number | null): Typed | { problem: Sentence } => {
  const [, mark, sign, grouped, point, part = '', rest = ''] = NUMBER.exec(text) ?? []
  if ((grouped ?? part) === '') return noNumber
  const whole = (grouped ?? '0').replaceAll(/\s/g, '').replace(/^0+(?=\d)/, '')
  const unit = rest.trim()
  if (whole.length > 12 || part.length > 8 || (unit !== '' && !UNIT.test(unit))) return noNumber
  if (point === ',' && part.length === 3 && whole !== '0' && whole.length <= 3 && decimals !== 3)
    return {
      problem: sentence('Write {{whole}} or {{decimal}}: a comma before three digits may mean either.', {
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
    ? sentence('This test is reported in {{unit}}; {{other}} is not known for it.', { unit: panel.unit, other })
    : sentence('This test has no unit; {{other}} is not known for it.', { other }),
})

/** The value in the panel's unit; null when the unit is not known for it. */
const converted = (panel: ResultPanel, value: string, unit: string): string | null => {
  if (unit === '' || isSameUnit(panel.unit, unit)) return value
  const other = panel.units.find((one) => isSameUnit(one.unit, unit))
  if (!other) return null
  const exact = plus(times(fractionOf(value), fractionOf(other.factor)), fractionOf(other.offset))
  return panel.decimals === null ? shortDecimal(toDecimal(exact, 6)) : toDecimal(exact, panel.decimals)
}

const implausible = (panel: ResultPanel, value: string, result: string) => {
  const limit = (decimal: string) => `${shortDecimal(decimal)} ${panel.unit ?? ''}`.trim()
  const { low_valid: low = null, high_valid: high = null } = panel
  if (low !== null && compareDecimals(value, low) < 0)
    return sentence('{{result}} is below {{limit}}, the lowest plausible result. Check the value and its unit.', {
      result,
      limit: limit(low),
    })
  if (high !== null && compareDecimals(value, high) > 0)
    return sentence('{{result}} is above {{limit}}, the highest plausible result. Check the value and its unit.', {
      result,
      limit: limit(high),
    })
  return null
}

const readNumber = (panel: ResultPanel, text: string, unitBeside: string): ResultReading => {
  const typed = typedNumber(text, panel.decimals)
  if ('problem' in typed) return typed
  if (typed.unit !== '' && unitBeside !== '' && !isSameUnit(typed.unit, unitBeside))
    return { problem: sentence('The result says {{unit}}, but {{other}} is written beside it.', { unit: typed.unit, other: unitBeside }) }
  const unit = typed.unit || unitBeside
  const value = converted(panel, typed.value, unit)
  if (value === null) return unknownUnit(panel, unit)
  const result = `${typed.comparator ?? ''}${value}`
  const problem = implausible(panel, value, result)
  const read = { result, value, comparator: typed.comparator, choice: null, unit: panel.unit || null }
  return problem ? { problem, beyond: read } : { ok: read }
}

/** Whether whoever typed or sent a number said its unit. */
export const saysUnit = (typed: string, unitBeside = ''): boolean => {
  const read = typedNumber(typed.trim(), null)
  return unitBeside.trim() !== '' || ('unit' in read && read.unit !== '')
}

const folded = (text: string) => text.normalize('NFC').replaceAll(/\s+/gu, ' ').trim().toLowerCase()
const listed = (values: readonly string[]) => `${values.slice(0, SHOWN_CHOICES).join(', ')}${values.length > SHOWN_CHOICES ? ', …' : ''}`

const readChoice = (panel: ResultPanel, text: string): ResultReading => {
  const values = panel.choices.map(({ value }) => value)
  const sought = folded(text)
  const exact = values.find((value) => value === text) ?? values.find((value) => folded(value) === sought)
  const found = exact === undefined ? values.filter((value) => folded(value).startsWith(sought)) : [exact]
  const [choice] = found
  if (choice !== undefined && found.length === 1) return { ok: { result: choice, value: null, comparator: null, choice, unit: null } }
  return {
    problem:
      found.length > 1
        ? sentence('{{typed}} may mean {{choices}}: write more of it.', { typed: text, choices: listed(found) })
        : sentence('Choose one of: {{choices}}.', { choices: listed(values) }),
  }
}

const readWords = (text: string): ResultReading => {
  const result = text.normalize('NFC')
  return result.length > MAX_WORDS
    ? { problem: sentence('Enter at most {{most}} characters.', { most: MAX_WORDS }) }
    : { ok: { result, value: null, comparator: null, choice: null, unit: null } }
}

/**
 * What was typed, pasted or sent as the result of a test, in the unit in which the test is reported; `typedUnit` is a unit that came
 * beside it (of no account for coded answers and words). Decimals stay as typed, unless the value was converted: then they are the
 * panel's. A number in another unit, an implausible one (with < or > too) and words where a number is wanted are problems: nothing is
 * guessed.
 */
export const readResult = (panel: ResultPanel, typed: string, typedUnit = ''): ResultReading => {
  const text = typed.trim()
  if (!/[^\p{Cf}\p{Cc}\p{Z}]/u.test(text)) return { problem: sentence('Enter a result.') }
  if (panel.kind === 'qualitative') return readChoice(panel, text)
  return panel.kind === 'text' ? readWords(text) : readNumber(panel, text, typedUnit.trim())
}
