import { dosesPerDay, type Directions, type UnitCode } from '#features/directions/rules.ts'
import type { Divides } from '../division.ts'
import { measures } from '../knowledge/safety-rules.ts'
import type { Strength } from '../rules.ts'

/** What a dose is taken of: how much of its one substance is in what is counted or measured. */
export interface DoseForm {
  /** As `countedStrength` says it: with `per` in so much of a liquid, with `of` in one piece. */
  strength: Strength & { of?: UnitCode }
  divides: Divides | null
}

/** The most that may be taken, in mg; absent where no limit is known. */
interface DoseCaps {
  single?: number | undefined
  /** Of one day. */
  daily?: number | undefined
  /** The same with what rounding may add to it. */
  dailyRounded?: number | undefined
}

/** A dose that is another than the calculated one, or cannot be measured; `most` in mg, `percent` of the calculated dose. */
export type DoseFinding =
  | { kind: 'capped'; most: string }
  | { kind: 'rounded up' | 'rounded down'; percent: string }
  | { kind: 'unmeasurable'; strength: string }

/** A dose that was computed for a weight, made measurable. */
export interface Measured {
  directions: Directions
  /** The whole calculation: "15 mg/kg × 12.4 kg = 186 mg → 7.5 ml of 125 mg/5 ml = 187.5 mg". */
  text: string
  /** What the prescriber has to know about it. */
  findings: DoseFinding[]
}

const inMg: Partial<Record<string, number>> = { mg: 1, mcg: 0.001, g: 1000 }
/** Floating point errors are far below what can be measured. */
const TINY = 1e-9
/** Further from the calculated dose another strength or form is better. */
const FAR = 0.1

const clean = (value: number) => Math.round(value * 1e6) / 1e6
const shown = (value: number) => String(Math.round(value * 1000) / 1000)

/** The smallest step in which so many ml can be measured. */
export const stepOfVolume = (ml: number): number => {
  const fitting = measures.rows.find(({ capacity }) => ml <= capacity + TINY) ?? measures.rows.at(-1)
  return fitting?.step ?? 1
}

/** What the dose becomes: its unit, how many mg are in one of it, and its smallest step for an amount. */
const targetOf = ({ strength, divides }: DoseForm): { unit: UnitCode; mg: number; step: (amount: number) => number } | null => {
  const { amount, unit, per, of } = strength
  const factor = inMg[unit]
  if (factor === undefined || !(amount > 0)) return null
  if (per?.unit === 'ml') return { unit: 'ml', mg: (amount * factor) / per.amount, step: stepOfVolume }
  if (per?.unit === 'drop') return { unit: 'drop', mg: (amount * factor) / per.amount, step: () => 1 }
  // A vial is measured once it is dissolved; a patch and an inhaler are not dosed by weight.
  const parts =
    of === 'tablet' ? (divides ?? 1) : of === 'capsule' || of === 'suppository' || of === 'sachet' || of === 'lozenge' ? 1 : null
  return parts === null ? null : { unit: of!, mg: amount * factor, step: () => 1 / parts }
}

const downTo = (amount: number, by: number) => clean(Math.floor(amount / by + TINY) * by)

/** The nearest amount that can be measured and that is not above the most; 0 where there is none. */
export const measurable = (amount: number, step: (amount: number) => number, most = Number.POSITIVE_INFINITY): number => {
  const by = step(amount)
  const near = Math.round(amount / by) * by
  return near > most + TINY ? downTo(most, step(most)) : clean(near)
}

const perDay = /kg\s*(?:\/|per|a)\s*(?:day|d|24)/i

const strengthWords = ({ amount, unit, per }: Strength) =>
  `${shown(amount)} ${unit}${per ? `/${per.amount === 1 ? '' : `${shown(per.amount)} `}${per.unit}` : ''}`

const piece = (unit: UnitCode, amount: number) => (unit === 'ml' || amount <= 1 ? unit : `${unit === 'pessary' ? 'pessarie' : unit}s`)

/** Doses on a day; null where it is not known. */
const timesOf = ({ doses }: Directions): number | null => {
  if (doses.some(({ days }) => days !== null)) return null
  return doses.reduce<number | null>((sum, { frequency }) => {
    const rate = frequency && dosesPerDay(frequency)
    return sum === null || !rate ? null : sum + Math.max(1, rate)
  }, 0)
}

/**
 * Makes a dose in mg, computed for the weight of a patient, one that can be measured in the form that is prescribed: whole tablets or the
 * parts into which they may be divided, ml to the mark of a syringe, drops. It is never more than the most of one dose, nor than the most of a
 * day allows, and rounding never takes it above that. Null where the form says no measure; a dose that is too small for it stays as it is,
 * with a finding. `dosage` is the dose for each kilogram with the weight: "15 mg/kg × 12.4 kg".
 */
export const measureDose = (directions: Directions, dosage: string, form: DoseForm, caps: DoseCaps = {}): Measured | null => {
  const target = targetOf(form)
  const { doses } = directions
  const [first] = doses
  const factor = first?.unit ? inMg[first.unit] : undefined
  if (!target || !first?.unit || factor === undefined) return null
  if (doses.some(({ unit, amount }) => unit !== first.unit || amount === null)) return null
  const { unit, mg, step } = target
  const times = timesOf(directions)
  const ofDay = (daily: number | undefined) => (daily === undefined || times === null ? Number.POSITIVE_INFINITY : daily / times)
  const limit = Math.min(caps.single ?? Number.POSITIVE_INFINITY, ofDay(caps.daily))
  const mostMg = Math.min(caps.single ?? Number.POSITIVE_INFINITY, ofDay(caps.dailyRounded ?? caps.daily))
  const convert = (amount: number) => {
    const asked = amount * factor
    const allowed = Math.min(asked, limit)
    return { asked, allowed, measured: measurable(allowed / mg, step, mostMg / mg) }
  }
  const all = doses.map(({ amount, amount_max: max }) => [convert(amount!), max === null ? null : convert(max)] as const)
  const flat = all.flat().filter((one) => one !== null)
  const ends = flat.slice(0, all[0]![1] ? 2 : 1)
  const range = (of: (one: (typeof flat)[number]) => number) => ends.map((one) => shown(of(one))).join('–')
  const ofDose = range(({ asked }) => asked / factor)
  const isPerDay = times !== null && perDay.test(dosage)
  const total = isPerDay ? `${range(({ asked }) => (asked * times) / factor)} ${first.unit} a day, ${ofDose}` : ofDose
  const calculated = `${dosage} = ${total} ${first.unit}${isPerDay ? ' a dose' : ''}`
  if (flat.some(({ measured }) => measured <= 0))
    return { directions, text: calculated, findings: [{ kind: 'unmeasurable', strength: strengthWords(form.strength) }] }
  const isCapped = flat.some(({ asked, allowed }) => allowed < asked - TINY)
  const isDaily = isCapped && limit < (caps.single ?? Number.POSITIVE_INFINITY)
  const highest = flat.at(-1)!
  const cap = isCapped
    ? `, limited to ${shown(limit)} mg (${isDaily ? `maximum ${shown(caps.daily!)} mg a day` : 'maximum of one dose'})`
    : ''
  const amount = `${range(({ measured }) => measured)} ${piece(unit, ends.at(-1)!.measured)}`
  const measuredText = `${amount} of ${strengthWords(form.strength)} = ${range(({ measured }) => measured * mg)} mg`
  const off = (highest.measured * mg) / highest.allowed - 1
  const percent = String(Math.round(Math.abs(off) * 100))
  const findings: DoseFinding[] = [
    ...(isCapped ? [{ kind: 'capped' as const, most: shown(limit) }] : []),
    ...(Math.abs(off) > FAR ? [{ kind: off > 0 ? ('rounded up' as const) : ('rounded down' as const), percent }] : []),
  ]
  const most = directions.max_per_day
  return {
    directions: {
      ...directions,
      doses: doses.map((dose, place) => {
        const [low, high] = all[place]!
        const isRange = high !== null && high.measured > low.measured
        return { ...dose, amount: low.measured, amount_max: isRange ? high.measured : null, unit }
      }),
      max_per_day: most === null ? null : Math.max(highest.measured, downTo((most * factor) / mg, step(highest.measured))),
    },
    text: `${calculated}${cap} → ${measuredText}`,
    findings,
  }
}
