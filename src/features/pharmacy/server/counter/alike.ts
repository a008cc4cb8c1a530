import { dictionary } from '#shared/dictionary.ts'
import { strengthText, type DrugFacts } from '#features/drugs/public.ts'

const IN_MG: Record<string, number> = dictionary<number>({ mg: 1, g: 1000, mcg: 0.001 })
/** How much of its one substance is in one unit, as far as it can be compared; null otherwise. */
const amountIn = ({ substances, strengths }: DrugFacts) => {
  const [strength] = strengths
  if (substances.length !== 1 || !strength || strength.per) return null
  const factor = IN_MG[strength.unit]
  return factor === undefined ? { amount: strength.amount, of: strength.unit } : { amount: strength.amount * factor, of: 'mg' }
}

interface Alike {
  facts: DrugFacts
  unit: string | null
}
/** True where one is taken just as the other: the same strength, form and unit, all of them known. */
export const isAlike = (own: Alike, other: Alike): boolean => {
  const strength = strengthText(own.facts)
  return strength !== null && strengthText(other.facts) === strength && other.facts.form === own.facts.form && other.unit === own.unit
}

/** So many thousandths of `own` are covered by so many units of `other`; null where that cannot be computed. */
export const coveredUnits = (own: DrugFacts, other: DrugFacts, units: number): number | null => {
  const [a, b] = [amountIn(own), amountIn(other)]
  return a && b && a.of === b.of && own.form === other.form ? Math.floor(units * 1000 * (b.amount / a.amount) + 1e-6) : null
}

/** So many units of `other` come to so many thousandths of `own`; null where that cannot be computed, or does not come out even. */
export const unitsFor = (own: DrugFacts, other: DrugFacts, left: number): number | null => {
  const [a, b] = [amountIn(own), amountIn(other)]
  if (!a || !b || a.of !== b.of || own.form !== other.form) return null
  return Math.ceil(Math.round((left / 1000) * (a.amount / b.amount) * 1e6) / 1e6)
}
