import type { ResultKind } from '../contract-ranges.ts'

export type { ResultKind }

interface Measured {
  kind: 'quantitative' | 'qualitative' | 'text' | 'calculated'
  unit: string | null
  decimals: number | null
}

const PER_FIELD = /\/[[{]?(?:hpf|lpf|opf|oif|field)/i
const TITRE = /tit(?:er|re)/i
const hasUnit = ({ unit }: Measured) => unit !== null && unit !== '' && unit !== '1'
/** Reported in whole numbers: what has decimals was measured, and is neither counted in a field nor diluted. */
const isWhole = ({ decimals }: Measured) => decimals === null || decimals === 0

/**
 * Whether a test takes results of this kind. Any quantitative test may find nothing or have too little sample. What a unit says decides about the
 * others: a concentration is no grade, no titre and no span, so that `5-6` typed for 5.6 mmol/L is refused.
 */
const takesKind = (test: Measured, kind: ResultKind): boolean => {
  if (test.kind !== 'quantitative') return false
  if (kind === 'not detected' || kind === 'insufficient') return true
  if (!isWhole(test)) return false
  if (!hasUnit(test)) return true
  return kind === 'titre' ? TITRE.test(test.unit ?? '') : PER_FIELD.test(test.unit ?? '')
}

/** The same whatever the case, the spaces and the points of an abbreviation are. */
const folded = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll('.', '')
    .replaceAll(/[\s_]+/gu, ' ')
    .trim()
    .toLowerCase()

const notDetected = new Set([
  'not detected',
  'not-detected',
  'notdetected',
  'target not detected',
  'none detected',
  'undetected',
  'undetectable',
  'not detectable',
  'lower than detectable limit',
  'lower than detectable level',
  'below detectable limit',
  'below detection limit',
  'below detectable level',
])
/** Short for it where a load is measured; elsewhere LDL is a cholesterol. */
const notDetectedOfLoads = new Set(['tnd', 'ldl', 'bdl'])
const LOAD = /cop|iu/i
/** Not detected, or not done. */
const ambiguous = new Set(['nd', 'n d', 'n/d'])
const insufficient = new Set([
  'insufficient',
  'insufficient sample',
  'insufficient specimen',
  'insufficient quantity',
  'insufficient volume',
  'sample insufficient',
  'specimen insufficient',
  'quantity insufficient',
  'quantity not sufficient',
  'sample not sufficient',
  'not sufficient',
  'qns',
])
/** Each grade with its rank and its spellings, the one that is reported first. */
const grades: readonly (readonly [rank: string, spellings: readonly string[]])[] = [
  ['0', ['Nil', 'none', 'nil seen', 'none seen', 'not seen', 'absent']],
  ['0.5', ['Trace', 'traces', 'tr', '+/-', '+-', '±']],
  ['1', ['+', '1+']],
  ['2', ['++', '2+', '+ +']],
  ['3', ['+++', '3+', '+ + +']],
  ['4', ['++++', '4+', '+ + + +']],
  ['5', ['Plenty', 'plenty seen', 'numerous']],
  ['5', ['Too numerous to count', 'tntc']],
]
const gradeOf = new Map(grades.flatMap(([rank, all]) => all.map((one) => [one.toLowerCase(), { rank, result: all[0]! }] as const)))
/** Of a grade that says some were seen: what is more than a trace. */
export const SOME = '1'
const IN_A_FIELD = /\s*(?:\/|\bper )\s*\[?(?:hpf|lpf|opf|oif|field)\]?$/i
const TITRE_TEXT = /^([<>]=?|=[<>]|[≤≥⩽⩾])?\s*1\s*(?:[:/]|in)\s*([1-9]\d{0,6})$/i

/** A result that is no number, as it is reported, and its rank among those of its kind. */
export interface KindRead {
  kind: ResultKind
  result: string
  rank: string | null
  /** As it was typed. */
  mark?: string | undefined
}

/** Whether what was typed may mean that nothing was found as well as that nothing was measured. */
export const mayMeanNotDone = ({ kind }: Measured, text: string): boolean => kind === 'quantitative' && ambiguous.has(folded(text))

const isNotDetected = ({ unit }: Measured, typed: string): boolean =>
  notDetected.has(typed) || (LOAD.test(unit ?? '') && notDetectedOfLoads.has(typed.replace(/^<\s*(?=ldl|bdl)/, '')))

/** What was typed where it is no number and no range of numbers; null where it is neither, or not for this test. */
export const readKind = (test: Measured, text: string): KindRead | null => {
  const typed = folded(text)
  if (isNotDetected(test, typed))
    return takesKind(test, 'not detected') ? { kind: 'not detected', result: 'Not detected', rank: '0' } : null
  if (insufficient.has(typed)) return takesKind(test, 'insufficient') ? { kind: 'insufficient', result: 'Insufficient', rank: null } : null
  const grade = gradeOf.get(typed.replace(IN_A_FIELD, ''))
  if (grade && takesKind(test, 'grade')) return { kind: 'grade', ...grade }
  const [, mark, dilution] = TITRE_TEXT.exec(text) ?? []
  if (dilution !== undefined && takesKind(test, 'titre')) return { kind: 'titre', result: `1:${dilution}`, rank: dilution, mark }
  return null
}

/** The grade that a plus before a digit may mean: `+2`. */
export const gradeMeant = (test: Measured, text: string): string | null => {
  const [, digit] = /^\+\s*([1-4])$/.exec(text) ?? []
  return digit !== undefined && takesKind(test, 'grade') ? '+'.repeat(Number(digit)) : null
}

/** The ends of a range of numbers and the unit behind it, as they were typed: `2-4 /HPF`, `2 to 4`; null where there are none, or not for this test. */
export const rangeEnds = (test: Measured, text: string): { from: string; to: string; unit: string } | null => {
  const [, from, to, unit = ''] = /^(\d{1,9})\s*(?:-|–|—|−|\bto\b)\s*(\d{1,9})\s*(\D.{0,40})?$/iu.exec(text) ?? []
  return from !== undefined && to !== undefined && takesKind(test, 'range')
    ? { from, to, unit: unit.trim().replace(/^(?=[hl]pf$)/i, '/') }
    : null
}
