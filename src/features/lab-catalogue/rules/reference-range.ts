import { compareDecimals } from './decimal.ts'

/** The limits of a range, decimals; null: none on that side. */
export interface RangeLimits {
  low: string | null
  high: string | null
  low_critical: string | null
  high_critical: string | null
}

/** Whom a range is for, and when. */
export interface RangeAudience {
  /** Null: both, and where it is not known. */
  sex: 'male' | 'female' | null
  age_from_days: number
  /** Exclusive; null: without end. */
  age_to_days: number | null
  /** Null: whether or not. */
  is_pregnant: boolean | null
  /** YYYY-MM-DD */
  valid_from: string
  /** Exclusive; null: until another one is entered. */
  valid_until: string | null
}

export interface ReferenceRange extends RangeLimits, RangeAudience {
  id: number
  low_valid: string | null
  high_valid: string | null
  text: string | null
}

export interface RangePatient {
  sex: 'male' | 'female' | null
  ageInDays: number | null
  isPregnant: boolean | null
  /** The birthday is a guess: the true age may be a year more or less. */
  isAgeEstimated?: boolean
  /** The day of the sample, YYYY-MM-DD. */
  on: string
}

/** Why no range fits: there is none at all, none on that day, or none for this sex, age or pregnancy (which may be unknown). */
export type NoRange = 'none' | 'date' | 'sex' | 'age' | 'pregnancy'

const isValidOn = (range: RangeAudience, on: string) => range.valid_from <= on && (range.valid_until === null || on < range.valid_until)
const fitsSex = (range: RangeAudience, sex: RangePatient['sex']) => range.sex === null || range.sex === sex
const isForEveryAge = (range: RangeAudience) => range.age_from_days <= 0 && range.age_to_days === null
const fitsAge = (range: RangeAudience, age: number | null) =>
  age === null ? isForEveryAge(range) : range.age_from_days <= age && (range.age_to_days === null || age < range.age_to_days)
const fitsPregnancy = (range: RangeAudience, isPregnant: boolean | null) =>
  range.is_pregnant === null || range.is_pregnant === (isPregnant ?? false)

/**
 * The range that a result of this patient is held against. What is not known of the patient is not guessed: without a sex only ranges for
 * both fit, without an age only those for every age; who is not known to be pregnant counts as not pregnant. Of ranges that overlap, which
 * a catalogue does not keep, the later one by `valid_from` and id is taken.
 */
export const pickRange = <R extends ReferenceRange>(
  ranges: readonly R[],
  patient: RangePatient,
): { range: R; reason: null } | { range: null; reason: NoRange } => {
  const steps: [NoRange, (range: R) => boolean][] = [
    ['date', (range) => isValidOn(range, patient.on)],
    ['age', (range) => fitsAge(range, patient.ageInDays)],
    ['sex', (range) => fitsSex(range, patient.sex)],
    ['pregnancy', (range) => fitsPregnancy(range, patient.isPregnant)],
  ]
  let left = [...ranges]
  let reason: NoRange = 'none'
  for (const [why, fits] of steps) {
    if (left.length === 0) break
    left = left.filter(fits)
    reason = why
  }
  const [range] = left.toSorted((a, b) => (a.valid_from === b.valid_from ? b.id - a.id : a.valid_from < b.valid_from ? 1 : -1))
  return range ? { range, reason: null } : { range: null, reason }
}

/** True where a result may be called normal by it: it has a normal limit, or says in words what is normal. */
export const hasReference = ({ low, high, text }: Pick<ReferenceRange, 'low' | 'high' | 'text'>): boolean =>
  low !== null || high !== null || (text ?? '').trim() !== ''

const greatest = (limits: readonly (string | null)[]) =>
  limits.reduce((a, b) => (a === null || (b !== null && compareDecimals(b, a) > 0) ? b : a), null)
const least = (limits: readonly (string | null)[]) =>
  limits.reduce((a, b) => (a === null || (b !== null && compareDecimals(b, a) < 0) ? b : a), null)

const DOUBT_DAYS = 365
const mayFitAge = (range: RangeAudience, { ageInDays: age, isAgeEstimated }: RangePatient) => {
  if (age === null) return true
  const doubt = isAgeEstimated ? DOUBT_DAYS : 0
  return range.age_from_days <= age + doubt && (range.age_to_days === null || age - doubt < range.age_to_days)
}

/** The ranges that may be meant for the patient: what is not known rules nothing out, and what would leave none is passed over. */
const mayBeFor = (ranges: readonly ReferenceRange[], patient: RangePatient): ReferenceRange[] => {
  const steps = [
    (range: ReferenceRange) => mayFitAge(range, patient),
    (range: ReferenceRange) => patient.sex === null || fitsSex(range, patient.sex),
    (range: ReferenceRange) => fitsPregnancy(range, patient.isPregnant),
  ]
  let left = ranges.filter((range) => isValidOn(range, patient.on))
  for (const step of steps) {
    const fitting = left.filter(step)
    if (fitting.length > 0) left = fitting
  }
  return left
}

/** What a result is held against: the range that fits, and the limits that count. */
export type PickedLimits<R extends ReferenceRange> = RangeLimits & ({ range: R; reason: null } | { range: null; reason: NoRange })

/**
 * The range that fits the patient, or why none does, with the limits that a result is held against. Normal limits are those of the fitting range
 * alone. Critical limits are never missing because something about the patient is: where no range fits, where the age is estimated, or where the
 * fitting range has none on a side, the strictest of the ranges that may be meant count, then the strictest of all that are valid. Within the
 * normal limits of the fitting range nothing is critical.
 */
export const pickLimits = <R extends ReferenceRange>(ranges: readonly R[], patient: RangePatient): PickedLimits<R> => {
  const picked = pickRange(ranges, patient)
  const { range } = picked
  const possible = range && !patient.isAgeEstimated ? [range] : mayBeFor(ranges, patient)
  const valid = ranges.filter((one) => isValidOn(one, patient.on))
  const lows = (of: readonly ReferenceRange[]) => greatest(of.map(({ low_critical }) => low_critical))
  const highs = (of: readonly ReferenceRange[]) => least(of.map(({ high_critical }) => high_critical))
  const low = lows(possible) ?? lows(valid)
  const high = highs(possible) ?? highs(valid)
  return {
    ...picked,
    low: range?.low ?? null,
    high: range?.high ?? null,
    low_critical: low === null ? null : least([low, range?.low ?? range?.high ?? null]),
    high_critical: high === null ? null : greatest([high, range?.high ?? range?.low ?? null]),
  }
}

const meet = <T extends string | number>(from: T, until: T | null, otherFrom: T, otherUntil: T | null) =>
  (until === null || otherFrom < until) &&
  (otherUntil === null || from < otherUntil) &&
  (until === null || from < until) &&
  (otherUntil === null || otherFrom < otherUntil)
const agree = <T>(a: T | null, b: T | null) => a === null || b === null || a === b

/** True when both would fit one patient on one day: null, for both sexes or whether pregnant or not, meets each of them. */
export const overlaps = (a: RangeAudience, b: RangeAudience): boolean =>
  agree(a.sex, b.sex) &&
  agree(a.is_pregnant, b.is_pregnant) &&
  meet(a.age_from_days, a.age_to_days, b.age_from_days, b.age_to_days) &&
  meet(a.valid_from, a.valid_until, b.valid_from, b.valid_until)
