import type { Directions, UnitCode } from '#features/directions/rules.ts'
import type { Strength } from '#features/drugs/rules.ts'

const counted = new Set(['tablet', 'capsule', 'pill', 'suppository', 'pessary', 'sachet', 'vial', 'ampoule', 'patch', 'lozenge'])
const pieces = new Set(['each', 'piece', 'pc', 'unit', 'tab', 'cap', 'caplet', 'supp', 'amp', 'dose'])
const written: Record<string, string> = { millilitre: 'ml', milliliter: 'ml', mls: 'ml', gram: 'g', gramme: 'g', iu: 'unit' }

/** True when what directions are counted in is what the item is counted, and priced, in: a syrup by the bottle is not counted in ml. */
export const isCountedAlike = (unitOfItem: string, unit: UnitCode): boolean => {
  const plain = unitOfItem.trim().toLowerCase()
  const singular = plain === 'mls' ? plain : plain.replace(/(?<=(ch|sh|ss))es$|s$/, '')
  const name = written[singular] ?? singular
  if (name === unit) return true
  return counted.has(unit) && (counted.has(name) || pieces.has(name))
}

const holders: Record<string, UnitCode> = {
  tablet: 'tablet',
  capsule: 'capsule',
  suppository: 'suppository',
  pessary: 'pessary',
  sachet: 'sachet',
  patch: 'patch',
  lozenge: 'lozenge',
  injection: 'vial',
}

interface Facts {
  substances: readonly string[]
  strengths: readonly (Strength | null)[]
  form: string | null
}

/** How much of its one substance is in what is counted out: 250 mg in a tablet, 125 mg in 5 ml; null where doses cannot be converted. */
export const countedStrength = ({ substances, strengths, form }: Facts) => {
  const [strength] = strengths
  if (!strength || substances.length !== 1) return null
  const of = holders[form ?? '']
  return { ...strength, ...(of && !strength.per && { of }) }
}

/** The days of the whole course; one for a single dose; null where nothing says when it ends. */
export const courseDays = ({ days, doses }: Directions): number | null => {
  if (days !== null) return days
  if (doses.every((dose) => dose.days !== null)) return doses.reduce((sum, dose) => sum + (dose.days ?? 0), 0)
  return doses.every(({ frequency }) => frequency === 'STAT') ? 1 : null
}

/** A quantity as the wire writes it, rounded up to what can be counted: a part of a thousandth is a thousandth. */
export const quantityText = (quantity: number): string | null => {
  const text = (Math.ceil(Math.round(quantity * 1e6) / 1e3) / 1000).toFixed(3).replace(/\.?0+$/, '')
  return quantity > 0 && quantity < 100_000 ? text : null
}
