import type { EntityDetails } from '../contract.ts'
import type { Found } from '../mention.ts'
import { flagAt, rangeAt, qualifiersAfter, type Qualifiers } from './result-qualifiers.ts'
import type { LabTest } from './laboratory-tests.ts'
import { wordAt } from './laboratory-words.ts'
import { isWithin, readingsOf } from './numbers.ts'
import type { Line, Piece } from './pieces.ts'
import { unitAt, type Property } from './units.ts'

/** A result without its name. */
export type Result = Omit<Found, 'start' | 'type'>

interface Gap {
  at: number
  unit?: string
  property?: Property
  hint?: Property
  details: EntityDetails
}

const FILLERS = new Set(
  ': = ) . … _ · of is was were are at level levels count result results value today now test serum plasma blood came back as reading equals showed shows found to be this morning evening been noted returned conc concentration'.split(
    ' ',
  ),
)
const MOST_FILLERS = 6
const MOST_DOTS = 80
// After a number these make it an amount of something else, or a time.
const NOT_AFTER =
  /^(beta|alpha|phosphate|phosphatase|day|days|week|weeks|wk|wks|month|months|year|years|yr|yrs|hour|hours|hr|hrs|times|x|mg|mgs|g|gm|gms|mcg|ug|kg|ml|mls|l|litres|iu|units|unit|u|pint|pints|bag|bags|tab|tabs|tablet|tablets|cap|caps|capsules|amp|amps|vial|vials|drops|am|pm|st|nd|rd|th|jan|feb|mar|apr|may|jun|jul|aug|sep|sept|oct|nov|dec|january|february|march|april|june|july|august|september|october|november|december|mmol|mmols|meq|lakh|lakhs|lac|lacs|million|thousand|k|od|bd|tds|qid|stat|prn|po|iv|im|visits|patients|cases|children|people|samples|tests|minutes|mins|o'clock)$/
const DASH = /^[-–—]$/

/** A dash between a name and its value: with a space on both sides or on none; or of an ion (Cl- 99), glued to its name. */
const isSign = (pieces: readonly Piece[], at: number, test: LabTest): boolean => {
  const next = pieces[at + 1]
  const isApart = pieces[at - 1]!.end < pieces[at]!.start
  const isOfIon = !isApart && /^(chloride|bicarbonate)$/.test(test.name)
  return next !== undefined && (isOfIon || isApart === next.start > pieces[at]!.end)
}

/** The place after a bracket that closes soon, or -1. */
const closing = (pieces: readonly Piece[], at: number) => {
  for (let next = at + 1; next < pieces.length && next - at < 9; next++) if (/^[)\]]$/.test(pieces[next]!.raw)) return next + 1
  return -1
}

const placeAt = (pieces: readonly Piece[], at: number, offset: number) => {
  let next = at
  while (next < pieces.length && pieces[next]!.start < offset) next++
  return next
}

/** One step from a name towards its value; null where there is none to take. */
const step = (text: string, line: Line, gap: Gap, test: LabTest): Gap | null => {
  const { pieces } = line
  const piece = pieces[gap.at]!
  const isGlued = pieces[gap.at - 1]!.end === piece.start
  if (piece.raw === '+' && isGlued && test.isShort) return { ...gap, at: gap.at + 1 }
  if (piece.raw === '#') return { ...gap, at: gap.at + 1, hint: 'number' }
  if (piece.raw === '%') return { ...gap, at: gap.at + 1, ...(test.kinds.has('fraction') && { hint: 'fraction' as const }) }
  if (DASH.test(piece.raw)) return isSign(pieces, gap.at, test) ? { ...gap, at: gap.at + 1 } : null
  const range = /^[([]$/.test(piece.raw) ? rangeAt(text, piece.start, line.end, false) : null
  if (range) {
    const { end, ...limits } = range
    return { ...gap, at: placeAt(pieces, gap.at, end), details: { ...gap.details, ...limits } }
  }
  const unit = gap.unit === undefined && (piece.kind === 'word' || /^[([/]$/.test(piece.raw)) ? unitAt(text, piece.start, line.end) : null
  if (unit) return { ...gap, at: placeAt(pieces, gap.at, unit.end), unit: unit.ucum, property: unit.property }
  if (/^[([]$/.test(piece.raw)) {
    const next = closing(pieces, gap.at)
    const hasNumber = pieces.slice(gap.at, next).some(({ kind }) => kind === 'number')
    return next < 0 || hasNumber ? null : { ...gap, at: next }
  }
  const flag = gap.details.flag === undefined ? flagAt(text, piece.start, line.end) : null
  if (flag) return { ...gap, at: placeAt(pieces, gap.at, flag.end), details: { ...gap.details, flag: flag.flag } }
  return FILLERS.has(piece.text) ? { ...gap, at: gap.at + 1 } : null
}

const comparatorAt = (
  pieces: readonly Piece[],
  at: number,
): { comparator: NonNullable<EntityDetails['comparator']>; next: number } | null => {
  const [first, second] = [pieces[at]?.text, pieces[at + 1]?.text]
  if (first === '≤' || first === '≥') return { comparator: first === '≤' ? '<=' : '>=', next: at + 1 }
  if (first === '<' || first === '>')
    return second === '=' ? { comparator: `${first}=`, next: at + 2 } : { comparator: first, next: at + 1 }
  const isWords = second === 'than' && pieces[at + 2]?.kind === 'number'
  if (isWords && /^(less|below)$/.test(first ?? '')) return { comparator: '<', next: at + 2 }
  return isWords && /^(more|greater|above)$/.test(first ?? '') ? { comparator: '>', next: at + 2 } : null
}

// 1:8, 9.2.1; and 9 . 2, as some programs tear a number apart.
const isSplit = (mark: Piece, after: Piece, end: number) => /^[:.,+]$/.test(mark.raw) && (mark.start === end) === (mark.end === after.start)

/** True where a number without a unit is part of something else: a range, a fraction, a time, an amount. */
const isPart = (pieces: readonly Piece[], at: number, end: number): boolean => {
  const [next, after] = [pieces[at], pieces[at + 1]]
  if (!next || next.start < end) return false
  const isGlued = next.start === end
  if (next.raw === '±' || (next.raw === '+' && after?.raw === '/')) return true
  // Glucose-6-phosphate, oestradiol 17-beta.
  if (DASH.test(next.raw) && after?.kind === 'word' && (isGlued || /^(phosph|beta|alpha)/.test(after.text))) return true
  if (next.kind === 'word')
    return (
      isGlued || NOT_AFTER.test(next.raw.length > 1 ? next.text : next.raw) || (/^(to|and|or)$/.test(next.text) && after?.kind === 'number')
    )
  if (next.raw === '/' || next.raw === '^' || next.raw === '×' || next.raw === '%') return true
  if (isGlued && /^[+:\\_@#°º]$/.test(next.raw) && next.raw !== ':') return true
  return after?.kind === 'number' && (DASH.test(next.raw) || isSplit(next, after, end))
}

const codeOf = (test: LabTest, property: Property | undefined): string | undefined => {
  if (property) return test.codes[property]
  const numeric = [...test.kinds].filter((kind) => kind !== 'word')
  return numeric.length === 1 ? test.codes[numeric[0] as Property] : undefined
}

const wayOf = (tail: Qualifiers, isTyped: boolean): string => {
  if (tail.isFollowed) return 'two numbers'
  if (tail.details.low !== undefined || tail.details.high !== undefined) return 'with range'
  return isTyped ? 'with unit' : 'no unit'
}

const numberAt = (text: string, line: Line, gap: Gap, test: LabTest): Result | null => {
  const comparison = comparatorAt(line.pieces, gap.at)
  const at = comparison?.next ?? gap.at
  const piece = line.pieces[at]
  if (piece?.kind !== 'number') return null
  const value = readingsOf(piece.raw).find((reading) => isWithin(reading, test.least, test.most))
  if (value === undefined || test.most === 0) return null
  const tail = qualifiersAfter(text, piece.end, line.end, gap)
  const property = tail.property ?? gap.hint
  if (property && !test.kinds.has(property)) return null
  const isBare = tail.unit === undefined || gap.unit !== undefined
  if (isBare && tail.end === piece.end && isPart(line.pieces, at + 1, piece.end)) return null
  if (tail.unit === undefined && test.kinds.has('field')) return null
  const code = codeOf(test, property)
  const details = { ...(comparison && { comparator: comparison.comparator }), ...tail.details }
  return {
    end: tail.end,
    value,
    ...(tail.unit !== undefined && { unit: tail.unit }),
    ...(code !== undefined && { code }),
    way: wayOf(tail, tail.unit !== undefined),
    ...(Object.keys(details).length > 0 && { details }),
  }
}

// Of somebody who lives with it: a state, not a result.
const A_STATE =
  /^\s{1,3}(?:on|since|mothers?|mum|patients?|subjects?|individuals?|carriers?|women|men|pt|man|woman|male|female|child|partner|client|spouse|husband|wife|for\s\d|status|and\son|pregnant|people|persons|cases?)\b/i

/** The result that follows the name of a test in its line. */
export const resultAfter = (text: string, line: Line, from: number, test: LabTest): Result | null => {
  let gap: Gap = { at: from, details: {} }
  let dots = 0
  for (let steps = 0; steps <= MOST_FILLERS; steps++) {
    const piece = line.pieces[gap.at]
    if (!piece) return null
    const word = test.kinds.has('word') ? wordAt(text, piece.start, line.end) : null
    if (word && !(word.value === 'positive' && A_STATE.test(text.slice(word.end, word.end + 16)))) {
      const code = test.codes.word
      return { end: word.end, value: word.value, ...(code !== undefined && { code }), way: 'in words' }
    }
    if (piece.kind === 'number' || /^[<>≤≥]$/.test(piece.raw) || /^(less|below|more|greater|above)$/.test(piece.text))
      return numberAt(text, line, gap, test)
    const next = step(text, line, gap, test)
    if (!next) return null
    if (/^[.…_·]$/.test(piece.raw) && dots++ < MOST_DOTS) steps--
    gap = next
  }
  return null
}
