import { dictionary } from '#shared/dictionary.ts'
import type { Directions, Dose, FrequencyCode, UnitCode } from './directions.ts'
import { type Exact, exact, isMultipleOf, least, numberOf, over, plus, times, wholeOf } from './exact.ts'
import { rateOf } from './frequencies.ts'

/** How much of a substance is in what is handed out: 250 mg in each (no `per`), 125 mg in 5 ml. */
export interface Strength {
  amount: number
  unit: 'mg' | 'mcg' | 'g' | 'unit' | 'mmol'
  per?: { amount: number; unit: 'ml' | 'g' | 'puff' | 'drop' | 'hour' }
  /** What one of it is, where it is known; then tablets may be taken in quarters. */
  of?: UnitCode
}

const micrograms: Partial<Record<string, Exact>> = dictionary<Exact>({ g: [1_000_000n, 1n], mg: [1000n, 1n], mcg: [1n, 1n] })
const measured = new Set<UnitCode>(['ml', 'g'])

/** The unit that is handed out, and how much of it one of the dose's unit is; null where it cannot be converted. */
const conversion = (
  unit: UnitCode,
  strength: Strength | null | undefined,
): { unit: UnitCode; factor: Exact; step: Exact | null } | null => {
  const same = { unit, factor: [1n, 1n] as const, step: null }
  const isSubstance = unit === 'unit' || micrograms[unit] !== undefined
  if (!strength || !isSubstance || strength.per?.unit === unit || strength.of === unit) return same
  if (!(strength.amount > 0) || strength.per?.unit === 'hour') return null
  const [asked, held] = [micrograms[unit], micrograms[strength.unit]]
  if (strength.unit !== unit && !(asked && held)) return null
  const substance = asked && held ? over(asked, held) : ([1n, 1n] as const)
  const of = strength.per?.unit ?? strength.of ?? 'tablet'
  const step: Exact | null = measured.has(of) ? null : strength.of === 'tablet' ? [1n, 4n] : [1n, 1n]
  return { unit: of, factor: times(over(substance, exact(strength.amount)), exact(strength.per?.amount ?? 1)), step }
}

/** Doses within some days, none begun left out: every other day for nine days is five. */
const dosesWithin = (frequency: FrequencyCode, days: number): number | null => {
  const rate = rateOf(frequency)
  if (!rate) return null
  return frequency === 'STAT' ? 1 : wholeOf(over([BigInt(rate[0] * days), 1n], [BigInt(rate[1]), 1n]))
}

/** "1 drop into both eyes": how many that is, is not said. */
const isPerSide = ({ route, note }: Directions) => /^(OP|OT|NS)$/.test(route ?? '') && /\b(both|each)\b/i.test(note ?? '')

const most = ({ amount, amount_max: max }: Dose) => max ?? amount
const sum = (values: (Exact | null)[]): Exact | null =>
  values.length === 0 ? null : values.reduce<Exact | null>((total, one) => total && one && plus(total, one), [0n, 1n])

/** What one dose comes to over its days. */
const courseOf = (dose: Dose, days: number | null, inUnits: (amount: number) => Exact | null): Exact | null => {
  const amount = most(dose)
  if (amount === null || dose.frequency === null || (days === null && dose.frequency !== 'STAT')) return null
  const count = dosesWithin(dose.frequency, days ?? 1)
  const each = inUnits(amount)
  return count === null || !each ? null : times(each, [BigInt(count), 1n])
}

/**
 * How much to hand out, rounded up to whole tablets, millilitres and the like; null where the dose, how often or the days are not said. The
 * upper end of a range counts; taken when needed, the maximum a day counts. With `strength`, a dose in mg becomes tablets or millilitres.
 */
export const quantityOf = (
  directions: Directions,
  { strength }: { strength?: Strength | null } = {},
): { quantity: number; unit: UnitCode } | null => {
  const { doses, days, max_per_day: maximum, is_prn: isPrn } = directions
  const unit = doses[0]?.unit
  if (!unit || isPerSide(directions) || doses.some((one) => one.unit !== unit)) return null
  const into = conversion(unit, strength)
  if (!into) return null
  // no third of a capsule can be taken
  const inUnits = (amount: number) => {
    const needed = times(exact(amount), into.factor)
    return into.step && !isMultipleOf(needed, into.step) ? null : needed
  }
  const isSequence = doses.some((one) => one.days !== null)
  const scheduled = sum(doses.map((one) => courseOf(one, isSequence ? one.days : days, inUnits)))
  const capped = maximum === null || days === null ? null : times(times(exact(maximum), into.factor), [BigInt(days), 1n])
  const isSingle = doses.every((one) => one.frequency === 'STAT')
  const total = isSingle || !capped ? scheduled : isPrn ? capped : scheduled && least(capped, scheduled)
  return total && { quantity: wholeOf(total), unit: into.unit }
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
  const said = maximum === null ? null : exact(maximum)
  const amount = said && (isPrn || !scheduled) ? said : said && scheduled ? least(said, scheduled) : scheduled
  return amount && { amount: numberOf(amount), unit }
}

/** How many packs hold a quantity: 105 ml of bottles of 100 ml are 2. */
export const packsFor = (quantity: number, size: number): number => {
  if (!(quantity > 0) || !(size > 0)) return 0
  return wholeOf(over(exact(quantity), exact(size)))
}
