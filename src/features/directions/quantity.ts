import { dictionary } from '#shared/dictionary.ts'
import type { Directions, Dose, FrequencyCode, UnitCode } from './directions.ts'
import { rateOf } from './frequencies.ts'

/** A fraction in whole numbers: thirds and halves stay what they are. */
type Exact = readonly [bigint, bigint]

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b))
const lowest = (top: bigint, bottom: bigint): Exact => {
  const by = divisor(top, bottom)
  return by > 1n ? [top / by, bottom / by] : [top, bottom]
}

/** A number as a fraction: 0.333 and 0.6667 are thirds, everything else has four decimals at most. */
const exact = (value: number): Exact => {
  const thirds = Math.round(value * 3)
  const isThird = thirds % 3 !== 0 && Math.abs(value * 3 - thirds) < 0.002
  return isThird ? [BigInt(thirds), 3n] : lowest(BigInt(Math.round(value * 10_000)), 10_000n)
}
const times = (a: Exact, b: Exact): Exact => lowest(a[0] * b[0], a[1] * b[1])
const over = (a: Exact, b: Exact): Exact => lowest(a[0] * b[1], a[1] * b[0])
const plus = (a: Exact, b: Exact): Exact => lowest(a[0] * b[1] + b[0] * a[1], a[1] * b[1])
const least = (a: Exact, b: Exact): Exact => (a[0] * b[1] <= b[0] * a[1] ? a : b)
/** Rounded up to a whole number. */
const roundUp = ([top, bottom]: Exact) => Number((top + bottom - 1n) / bottom)
const numberOf = ([top, bottom]: Exact) => Number(top) / Number(bottom)
const isMultipleOf = (a: Exact, b: Exact) => over(a, b)[1] === 1n

/** How much of a substance is in what is handed out: 250 mg in each (no `per`), 125 mg in 5 ml. */
export interface Strength {
  amount: number
  unit: 'mg' | 'mcg' | 'g' | 'unit' | 'mmol'
  per?: { amount: number; unit: 'ml' | 'g' | 'puff' | 'drop' | 'hour' }
  /** What one of it is, where it is known. */
  of?: UnitCode
}

const micrograms: Partial<Record<string, Exact>> = dictionary<Exact>({ g: [1_000_000n, 1n], mg: [1000n, 1n], mcg: [1n, 1n] })
const measured = new Set<UnitCode>(['ml', 'g'])
/** What a person may be told to take a part of. */
const dividable = new Set<UnitCode>(['tablet', 'capsule', 'pill'])

/** The unit that is handed out, and how much of it one of the dose's unit is; null where it cannot be converted. */
const conversion = (unit: UnitCode, strength: Strength | null | undefined): { unit: UnitCode; factor: Exact } | null => {
  const same = { unit, factor: [1n, 1n] as const }
  const isSubstance = unit === 'unit' || micrograms[unit] !== undefined
  if (!strength || !isSubstance || strength.per?.unit === unit || strength.of === unit) return same
  if (!(strength.amount > 0) || strength.per?.unit === 'hour') return null
  const [asked, held] = [micrograms[unit], micrograms[strength.unit]]
  if (strength.unit !== unit && !(asked && held)) return null
  const substance = asked && held ? over(asked, held) : ([1n, 1n] as const)
  const of = strength.per?.unit ?? strength.of ?? 'tablet'
  return { unit: of, factor: times(over(substance, exact(strength.amount)), exact(strength.per?.amount ?? 1)) }
}

/** Doses within some days, none begun left out: every other day for nine days is five. */
const dosesWithin = (frequency: FrequencyCode, days: number): number | null => {
  const rate = rateOf(frequency)
  if (!rate) return null
  return frequency === 'STAT' ? 1 : roundUp(over([BigInt(rate[0] * days), 1n], [BigInt(rate[1]), 1n]))
}

/** "1 drop into both eyes": how many that is, is not said. */
const isPerSide = ({ route, note }: Directions) => /^(OP|OT|NS)$/.test(route ?? '') && /\b(both|each)\b/i.test(note ?? '')

const most = ({ amount, amount_max: max }: Dose) => max ?? amount
const sum = (values: (Exact | null)[]): Exact | null =>
  values.length === 0 ? null : values.reduce<Exact | null>((total, one) => total && one && plus(total, one), [0n, 1n])

/** Why nothing can be counted out: what the directions do not say, or what the item cannot do. */
export type Uncounted = 'dose' | 'units' | 'sides' | 'frequency' | 'days' | 'maximum' | 'strength' | 'parts'

/** What is known of the item that is counted out. */
export interface Supply {
  strength?: Strength | null
  /** Into how many parts one of it can be divided: 1 is taken whole; null is not known, so that a tablet counts as dividable into four. */
  divides?: 1 | 2 | 4 | null
}

/** The smallest part of a piece that can be taken; null for what is measured, and for a part that was written as one. */
const stepOf = (unit: UnitCode, isConverted: boolean, { strength, divides }: Supply): Exact | null => {
  if (measured.has(unit)) return null
  if (divides != null && dividable.has(unit)) return [1n, BigInt(divides)]
  return isConverted ? [1n, strength?.of === 'tablet' ? 4n : 1n] : null
}

/** Why a dose cannot be counted over its days; null when it can. */
const missingOf = (dose: Dose, days: number | null, { is_prn: isPrn, max_per_day: maximum }: Directions): Uncounted | null => {
  if (dose.amount === null) return 'dose'
  if (dose.frequency === null || dose.frequency === 'MDU') return 'frequency'
  if (days === null && dose.frequency !== 'STAT') return 'days'
  if (dose.frequency === 'PRN') return isPrn && maximum === null ? 'maximum' : 'frequency'
  return null
}

/** What one dose comes to over its days; null where that is not said. */
const courseOf = (dose: Dose, days: number | null, factor: Exact): Exact | null => {
  const amount = most(dose)
  if (amount === null || dose.frequency === null || (days === null && dose.frequency !== 'STAT')) return null
  const count = dosesWithin(dose.frequency, days ?? 1)
  return count === null ? null : times(times(exact(amount), factor), [BigInt(count), 1n])
}

/**
 * How much to hand out, rounded up to whole tablets, millilitres and the like, or what is missing. The upper end of a range counts; taken when
 * needed, the maximum a day counts. With `strength`, a dose in mg becomes tablets or millilitres; a dose that is no half or quarter of a
 * tablet, or a part of what must not be divided, is not counted.
 */
export const computeQuantity = (
  directions: Directions,
  supply: Supply = {},
): { quantity: number; unit: UnitCode } | { missing: Uncounted } => {
  const { doses, days, max_per_day: maximum, is_prn: isPrn } = directions
  const [first] = doses
  if (!first || doses.some(({ amount }) => amount === null)) return { missing: 'dose' }
  const { unit } = first
  if (!unit || doses.some((one) => one.unit !== unit)) return { missing: 'units' }
  if (isPerSide(directions)) return { missing: 'sides' }
  const into = conversion(unit, supply.strength)
  if (!into) return { missing: 'strength' }
  const step = stepOf(into.unit, into.unit !== unit, supply)
  const isDividable = (amount: number | null) => amount === null || !step || isMultipleOf(times(exact(amount), into.factor), step)
  if (!doses.every(({ amount, amount_max: max }) => isDividable(amount) && isDividable(max))) return { missing: 'parts' }
  const isSequence = doses.some((one) => one.days !== null)
  const scheduled = sum(doses.map((one) => courseOf(one, isSequence ? one.days : days, into.factor)))
  const capped = maximum === null || days === null ? null : times(times(exact(maximum), into.factor), [BigInt(days), 1n])
  const isSingle = doses.every((one) => one.frequency === 'STAT')
  const total = isSingle || !capped ? scheduled : isPrn ? capped : scheduled && least(capped, scheduled)
  if (total) return { quantity: roundUp(total), unit: into.unit }
  const missing = doses.map((one) => missingOf(one, isSequence ? one.days : days, directions)).find((one) => one !== null)
  return { missing: missing ?? 'frequency' }
}

/** How much to hand out, as `computeQuantity` says; null where it says what is missing. */
export const quantityOf = (directions: Directions, supply: Supply = {}): { quantity: number; unit: UnitCode } | null => {
  const counted = computeQuantity(directions, supply)
  return 'missing' in counted ? null : counted
}

/** The most in one day, in the unit of the dose: the said maximum, else what the doses come to; null where it cannot be said. */
export const dailyMaximum = (directions: Directions): { amount: number; unit: UnitCode } | null => {
  const { doses, max_per_day: maximum, is_prn: isPrn } = directions
  const unit = doses[0]?.unit
  if (!unit || isPerSide(directions) || doses.some((one) => one.unit !== unit)) return null
  const daily = doses.map((one): Exact | null => {
    const amount = most(one)
    const rate = one.frequency && rateOf(one.frequency)
    if (amount === null || !rate) return null
    return times(exact(amount), rate[0] < rate[1] || one.frequency?.includes('/') ? [1n, 1n] : [BigInt(rate[0]), BigInt(rate[1])])
  })
  const isSequence = doses.some((one) => one.days !== null)
  const scheduled = isSequence && daily.every((one) => one !== null) ? daily.reduce((high, one) => (least(high, one) === high ? one : high)) : isSequence ? null : sum(daily) // prettier-ignore
  const stated = maximum === null ? null : exact(maximum)
  const amount = stated && (isPrn || !scheduled) ? stated : stated && scheduled ? least(stated, scheduled) : scheduled
  return amount && { amount: numberOf(amount), unit }
}

/** How many packs hold a quantity: 105 ml of bottles of 100 ml are 2. */
export const packsFor = (quantity: number, size: number): number => {
  if (!(quantity > 0) || !(size > 0)) return 0
  return roundUp(over(exact(quantity), exact(size)))
}
