import type { Prepared } from '../prepared.ts'
import type { Found } from '../mention.ts'
import { nameAt } from './names.ts'
import { isWithin, plainNumber } from './numbers.ts'
import { linesOf, type Piece } from './pieces.ts'
import { letterNames, pressureNames, vitalNames, type Vital } from './vital-signs.ts'

interface Seen extends Found {
  next: number
  /** Of one letter: kept only in the company of others. */
  isLetter: boolean
}

const FILLERS = new Set(
  ': = - – ° º of is was at on today now reading recorded measured as taken the ( ) , . ~ rate level score about approximately remained to room air ra c/o'.split(
    ' ',
  ),
)
/** Not measured but wanted, feared, asked for, or of another body. */
const NOT_MEASURED =
  /^(transferrin|target|goal|keep|aim|aiming|maintain|maintaining|if|when|until|fundal|uterine|disc|fetal|foetal|birth|ideal|expected|dry|loss|gain|maternal|lost|gained|previous|for|usual|prior)$/
const NOT_AFTER =
  /^(day|days|week|weeks|wk|wks|month|months|mo|year|years|yr|yrs|hour|hours|hr|hrs|h|times|x|mg|ml|mcg|tab|tabs|am|pm|st|nd|rd|th|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec|o'clock|old)$/
const MOST_FILLERS = 4

/** The place of the value after a name: past a few filling words and marks. */
const valueAfter = (pieces: readonly Piece[], from: number): number => {
  let at = from
  while (at < pieces.length && at - from < MOST_FILLERS && FILLERS.has(pieces[at]!.text)) at++
  return pieces[at]?.kind === 'number' ? at : -1
}

const isDash = (piece: Piece | undefined) => piece !== undefined && /^[-–—]$/.test(piece.raw)
/** A number that goes on as a range, a fraction, a time or a duration. */
const goesOn = (pieces: readonly Piece[], at: number): boolean => {
  const [next, after] = [pieces[at], pieces[at + 1]]
  if (!next) return false
  if (next.kind === 'word') return NOT_AFTER.test(next.text)
  if (after?.kind !== 'number') return false
  const isSplit = next.raw === '.' && next.start > pieces[at - 1]!.end && after.start > next.end
  if (isSplit) return true
  return (isDash(next) && after.start - next.start < 3) || next.raw === '/' || (next.raw === ':' && next.end === after.start)
}

/** The unit that stands right after a number: the longest of the spelt ones. */
const unitAfter = (text: string, pieces: readonly Piece[], at: number, vital: Vital) => {
  const spelt = vital.units.flatMap((unit) => unit.spelt.map((spelling) => ({ unit, spelling })))
  for (let count = 5; count > 0; count--) {
    const last = pieces[at + count - 1]
    if (!last) continue
    const written = text.slice(pieces[at]!.start, last.end)
    if (written.length > 24) continue
    const key = written
      .toLowerCase()
      .replaceAll(/\s+/g, '')
      .replace(/^\((.*)\)$/, '$1')
    const found = spelt.find(({ spelling }) => spelling === key)
    const isWhole = !/^[\p{L}\d]/u.test(text.slice(last.end, last.end + 1))
    if (found && isWhole) return { ...found.unit, next: at + count, end: last.end }
  }
  return null
}

const readOutOf = (pieces: readonly Piece[], at: number, vital: Vital): Pick<Seen, 'end' | 'next' | 'value'> | null => {
  const number = pieces[at]!
  const value = plainNumber(number.raw)
  if (value === null || vital.outOf === undefined || !/^\d+$/.test(value)) return null
  const [join, whole] = [pieces[at + 1], pieces[at + 2]]
  const isStated = (join?.raw === '/' || join?.text === 'of') && Number(whole?.raw) === vital.outOf
  const end = isStated ? whole!.end : number.end
  const next = isStated ? at + 3 : at + 1
  const isRight = isStated || (vital.bare && !goesOn(pieces, at + 1))
  const least = vital.measure === 'gcs' ? 3 : 0
  return isRight && isWithin(value, least, vital.outOf) ? { value, end, next } : null
}

const measured = (text: string, pieces: readonly Piece[], from: number, vital: Vital): Omit<Seen, 'start' | 'isLetter'> | null => {
  const at = valueAfter(pieces, from)
  if (at < 0) return null
  const details = { measure: vital.measure }
  if (vital.outOf) {
    const score = readOutOf(pieces, at, vital)
    return score && { type: 'vital', way: 'score', details, ...score }
  }
  const value = plainNumber(pieces[at]!.raw)
  if (value === null) return null
  const unit = pieces[at + 1] ? unitAfter(text, pieces, at + 1, vital) : null
  if (unit)
    return isWithin(value, unit.least, unit.most) && !goesOn(pieces, unit.next)
      ? { type: 'vital', end: unit.end, next: unit.next, value, unit: unit.ucum, way: 'unit', details }
      : null
  // WT1 and HT2 are no weight and no height.
  if (value.length === 1 && pieces[at]!.start === pieces[at - 1]!.end && pieces[at - 1]!.kind === 'word') return null
  const isPlausible = vital.bare?.some(([least, most]) => isWithin(value, least, most)) ?? false
  if (!isPlausible || goesOn(pieces, at + 1) || isOtherUnit(pieces, at + 1)) return null
  return { type: 'vital', end: pieces[at]!.end, next: at + 1, value, way: 'no unit', details }
}

/** A unit of something else glued to the number. */
const isOtherUnit = (pieces: readonly Piece[], at: number) => {
  const next = pieces[at]
  return next !== undefined && next.start === pieces[at - 1]!.end && (next.kind === 'word' || next.raw === '%')
}

const MMHG = /^\s{0,2}\(?mm\s?\[?hg\b\]?\)?/i
const pressureAt = (
  text: string,
  pieces: readonly Piece[],
  at: number,
): Pick<Seen, 'end' | 'next' | 'value' | 'unit' | 'details'> | null => {
  const [systolic, slash, diastolic] = [pieces[at], pieces[at + 1], pieces[at + 2]]
  if (systolic?.kind !== 'number' || !/^[/\\]$/.test(slash?.raw ?? '') || diastolic?.kind !== 'number') return null
  const [high, low] = [systolic.raw, diastolic.raw]
  if (
    !/^\d{2,3}$/.test(high) ||
    !/^\d{2,3}$/.test(low) ||
    !isWithin(high, 50, 300) ||
    !isWithin(low, 20, 200) ||
    Number(high) <= Number(low)
  )
    return null
  const unit = MMHG.exec(text.slice(diastolic.end, diastolic.end + 12))?.[0]
  const after = pieces[at + 3]
  const isLonger = after !== undefined && /^[-–/]$/.test(after.raw) && pieces[at + 4]?.kind === 'number' && after.start - diastolic.end < 2
  if (isLonger) return null
  const end = diastolic.end + (unit?.length ?? 0)
  let next = at + 3
  while (pieces[next] && pieces[next]!.start < end) next++
  return { end, next, value: high, ...(unit && { unit: 'mm[Hg]' }), details: { measure: 'systolic', second_value: low } }
}

const isUnmeasured = (pieces: readonly Piece[], at: number) =>
  NOT_MEASURED.test(pieces[at - 1]?.text ?? '') || (pieces[at - 1]?.text === 'the' && NOT_MEASURED.test(pieces[at - 2]?.text ?? ''))

const seenAt = (text: string, pieces: readonly Piece[], at: number): Seen | null => {
  const piece = pieces[at]!
  if (piece.kind === 'number') {
    const pressure = pressureAt(text, pieces, at)
    const isAlone = pressure?.unit && !/^[/.<>-]$/.test(pieces[at - 1]?.raw ?? '') && !NOT_MEASURED.test(pieces[at - 1]?.text ?? '')
    return isAlone ? { type: 'vital', start: piece.start, way: 'pressure alone', isLetter: false, ...pressure } : null
  }
  if (piece.kind !== 'word' || isUnmeasured(pieces, at)) return null
  const pressure = nameAt(pressureNames, pieces, at)
  if (pressure) {
    const value = valueAfter(pieces, pressure.next)
    const found = value < 0 ? null : pressureAt(text, pieces, value)
    return found && { type: 'vital', start: piece.start, way: 'pressure', isLetter: false, ...found }
  }
  const name = nameAt(vitalNames, pieces, at)
  if (name) {
    const found = measured(text, pieces, name.next, name.of)
    return found && { start: piece.start, isLetter: false, ...found }
  }
  const letter = piece.raw === piece.raw.toUpperCase() ? nameAt(letterNames, pieces, at) : null
  const found = letter && measured(text, pieces, letter.next, letter.of)
  return found && { start: piece.start, isLetter: true, ...found }
}

const inLine = (text: string, pieces: readonly Piece[]): Found[] => {
  const seen: Seen[] = []
  for (let at = 0; at < pieces.length; at++) {
    const one = seenAt(text, pieces, at)
    if (!one) continue
    seen.push(one)
    at = one.next - 1
  }
  const company = seen.filter(({ isLetter }) => !isLetter).length
  const letters = new Set(seen.filter(({ isLetter }) => isLetter).map(({ details }) => details?.measure)).size
  return seen
    .filter(
      ({ isLetter, way, details, value }) =>
        !isLetter || way === 'unit' || company > 0 || letters > 1 || (details?.measure === 'temperature' && /\./.test(value ?? '')),
    )
    .map(({ next: _next, isLetter, ...found }) => (isLetter ? { ...found, way: 'letter' } : found))
}

/**
 * Vital signs that were measured: `details.measure` names which as the triage does (and `bmi`, `gcs`), `value` is as written, `unit` UCUM
 * where one is written. Blood pressure is one finding: `systolic`, with the diastolic as `second_value`. What is not plausible is none.
 */
export const findVitals = ({ text }: Prepared): Found[] => Array.from(linesOf(text)).flatMap(({ pieces }) => inLine(text, pieces))
