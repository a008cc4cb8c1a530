import { dosesPerDay } from './frequencies.ts'
import type { Directions } from './directions.ts'

/** A dose for each kilogram of somebody who weighs so much, as a dose in the text. */
export interface Weighed {
  /** The text with the dose of this person in the place of the dose for a kilogram. */
  text: string
  /** As it was typed, and the weight that it was computed with. */
  note: string
  /** The dose in the text is that of a whole day, to be divided among its times. */
  isPerDay: boolean
}

const NUMBER = String.raw`\d+(?:\.\d+)?`
const perKg = new RegExp(
  String.raw`(?<![\d.,/-])(?:(${NUMBER})\s*(?:-|to)\s*)?(${NUMBER})\s*(mg|mcg|g|units?)\s*(?:/|per)\s*kg\b(?:\s*(?:/|per|a)\s*(day|d|24\s*h(?:ours?|rs?)?|dose)\b)?`,
  'gi',
)
const inParts = /(?:(?:in|over|as)\s+)?(?:(2|two|3|three|4|four)\s+)?(?:equal(?:ly)?\s+)?divided(?:\s+doses)?\b/i
const partsOf: Record<string, string> = { 2: 'bd', two: 'bd', 3: 'tds', three: 'tds', 4: 'qds', four: 'qds' }

/** To a tenth from ten on, finer below: what can be measured. */
const rounded = (amount: number) => {
  const steps = amount >= 10 ? 10 : amount >= 1 ? 100 : 1000
  return Math.round(amount * steps) / steps
}

/** True where a text names a dose for each kilogram. */
export const isByWeight = (text: string) => /(?:\/|\bper\b)\s*kg\b/i.test(text)

/** A text with one dose for each kilogram, for somebody of this weight; null where it names none, several, or one that is not understood. */
export const weighed = (text: string, weightKg: number): Weighed | null => {
  const [found, ...more] = text.matchAll(perKg)
  if (!found || more.length > 0 || !(weightKg > 0)) return null
  const [whole, low, high = '', unit = '', per = 'dose'] = found
  const isPerDay = per.toLowerCase() !== 'dose'
  const amounts = [...(low === undefined ? [] : [low]), high].map((one) => rounded(Number(one) * weightKg))
  const before = text.slice(0, found.index)
  const after = text.slice(found.index + whole.length)
  const rest = isPerDay ? after.replace(inParts, (_, count?: string) => (count ? (partsOf[count.toLowerCase()] ?? '') : '')) : after
  return { text: `${before}${amounts.join('-')} ${unit}${rest}`, note: `${whole} × ${weightKg} kg`, isPerDay }
}

/** The dose of a day divided among its times; null where these are not said. */
export const dividedByDay = (directions: Directions): Directions | null => {
  const rates = directions.doses.map(({ frequency }) => (frequency === null || frequency === 'STAT' ? null : dosesPerDay(frequency)))
  const times = rates.reduce<number | null>((sum, one) => (sum === null || one === null || one < 1 ? null : sum + one), 0)
  if (!times || directions.doses.some(({ days }) => days !== null)) return null
  const part = (amount: number | null) => amount && rounded(amount / times)
  return {
    ...directions,
    doses: directions.doses.map((dose) => ({ ...dose, amount: part(dose.amount), amount_max: part(dose.amount_max) })),
  }
}
