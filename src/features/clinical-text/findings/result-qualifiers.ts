import { dictionary } from '#shared/dictionary.ts'
import type { EntityDetails } from '../contract.ts'
import { plainNumber } from './numbers.ts'
import { unitAt, type Property } from './units.ts'

export interface Qualifiers {
  end: number
  unit?: string
  property?: Property
  details: EntityDetails
  /** Another number follows that is neither range nor unit: an earlier result, perhaps. */
  isFollowed: boolean
}

const NUMBER = String.raw`(\d{1,7}(?:[.,]\d{1,4})?)`
const RANGE = new RegExp(
  String.raw`^\s{0,40}([([]\s?)?((?:(?:reference|ref|normal|range|values?|interval|biological|n|nr)\b[.:\s]{0,3}){0,3})(?:([<>≤≥]=?)\s?${NUMBER}|${NUMBER}\s{0,3}(?:-|–|—|to|~)\s{0,3}${NUMBER})(?![\d/]|[.,]\d)\s?[)\]]?`,
  'i',
)
const NO_RANGE_AFTER = /^\s?(?:days?|weeks?|wks?|months?|years?|yrs?|hours?|hrs?|times|tabs?|tablets?|\/\d)/i
const FLAG =
  /^\s{0,40}[([]?(HH|LL|H|L|\*{1,3}|↑{1,2}|↓{1,2}|critical(?:ly)?\s(?:low|high)|high|low|raised|elevated|abnormal|normal)[)\]]?(?![\p{L}\d./])/iu
const NO_FLAG_AFTER = /^\s(?:risk|dose|grade|fever|range|values?|limits?|is|was)\b/i

const flags: Record<string, EntityDetails['flag']> = dictionary<EntityDetails['flag']>({
  HH: 'critical high',
  LL: 'critical low',
  H: 'high',
  L: 'low',
  '↑': 'high',
  '↑↑': 'critical high',
  '↓': 'low',
  '↓↓': 'critical low',
})

const flagOf = (written: string): EntityDetails['flag'] | null => {
  if (written in flags) return flags[written]
  if (written.startsWith('*')) return 'abnormal'
  const word = written.toLowerCase()
  // One letter in small is no flag.
  if (word.length < 3) return null
  if (word.startsWith('critical')) return word.endsWith('low') ? 'critical low' : 'critical high'
  if (word === 'raised' || word === 'elevated') return 'high'
  return word as EntityDetails['flag']
}

/** A flag at a place of a text: H, (L), HH, *, ↑, high. */
export const flagAt = (text: string, from: number, limit: number): { flag: NonNullable<EntityDetails['flag']>; end: number } | null => {
  const rest = text.slice(from, Math.min(limit, from + 64))
  const match = FLAG.exec(rest)
  const flag = match && !NO_FLAG_AFTER.test(rest.slice(match[0].length)) ? flagOf(match[1]!) : null
  return flag ? { flag, end: from + match![0].length } : null
}

/** A printed range at a place: `12.0 - 16.0`, `(0-41)`, `[Ref: <150]`; a bare limit counts only where `isColumn`. */
export const rangeAt = (
  text: string,
  from: number,
  limit: number,
  isColumn: boolean,
): { low?: string; high?: string; end: number } | null => {
  const rest = text.slice(from, Math.min(limit, from + 100))
  const match = RANGE.exec(rest)
  if (!match) return null
  const [whole, bracket, label, comparator, bound, from1, to] = match
  const after = rest.slice(whole.length)
  if (NO_RANGE_AFTER.test(after)) return null
  const end = from + whole.trimEnd().length
  if (comparator && bound) {
    const value = plainNumber(bound)
    if (value === null || !(bracket ?? (label !== '' || isColumn))) return null
    return /^[<≤]/.test(comparator) ? { high: value, end } : { low: value, end }
  }
  const [low, high] = [plainNumber(from1!), plainNumber(to!)]
  return low !== null && high !== null && Number(low) < Number(high) ? { low, high, end } : null
}

/** What stands after the number of a result, in whatever order it is printed: unit, flag, range, each once. */
export const qualifiersAfter = (
  text: string,
  from: number,
  limit: number,
  before: { unit?: string; property?: Property; details: EntityDetails },
): Qualifiers => {
  const tail: Qualifiers = { end: from, ...before, details: { ...before.details }, isFollowed: false }
  let hasRange = tail.details.low !== undefined || tail.details.high !== undefined
  for (;;) {
    const unit = tail.unit === undefined ? unitAt(text, tail.end, limit) : null
    if (unit) {
      Object.assign(tail, { unit: unit.ucum, property: unit.property, end: unit.end })
      continue
    }
    const range = hasRange ? null : rangeAt(text, tail.end, limit, tail.unit !== undefined || tail.details.flag !== undefined)
    if (range) {
      hasRange = true
      Object.assign(tail.details, {
        ...(range.low !== undefined && { low: range.low }),
        ...(range.high !== undefined && { high: range.high }),
      })
      tail.end = range.end
      continue
    }
    const flag = tail.details.flag === undefined ? flagAt(text, tail.end, limit) : null
    if (!flag) break
    tail.details.flag = flag.flag
    tail.end = flag.end
  }
  tail.isFollowed = /^\s{0,40}\d/.test(text.slice(tail.end, Math.min(limit, tail.end + 42)))
  return tail
}
