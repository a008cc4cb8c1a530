import { dictionary } from '#shared/dictionary.ts'
import { quantityOf, type Directions, type UnitCode } from '#features/directions/rules.ts'
import type { Strength } from '#features/drugs/rules.ts'

const counted = new Set(['tablet', 'capsule', 'pill', 'suppository', 'pessary', 'sachet', 'vial', 'ampoule', 'patch', 'lozenge'])
const pieces = new Set(['each', 'piece', 'pc', 'unit', 'tab', 'cap', 'caplet', 'supp', 'amp', 'dose'])
const written: Record<string, string> = dictionary<string>({
  millilitre: 'ml',
  milliliter: 'ml',
  mls: 'ml',
  gram: 'g',
  gramme: 'g',
  iu: 'unit',
})

// A bare number beyond these is more likely milligrams than tablets.
const MAX_BARE = 4
const swallowed: Record<string, UnitCode> = dictionary<UnitCode>({ tab: 'tablet', caplet: 'tablet', cap: 'capsule', supp: 'suppository' })
const bareUnits = new Set<UnitCode>(['tablet', 'capsule', 'pill', 'suppository', 'pessary', 'lozenge'])

const nameOfUnit = (unitOfItem: string): string => {
  const plain = unitOfItem.trim().toLowerCase()
  const singular =
    plain === 'mls' ? plain : plain.replace(/(?<=(ch|sh|ss))es$|(?<=pessar|suppositor)ies$|s$/, (end) => (end === 'ies' ? 'y' : ''))
  return written[singular] ?? singular
}

/** True when what directions are counted in is what the item is counted, and priced, in: a syrup by the bottle is not counted in ml. */
export const isCountedAlike = (unitOfItem: string, unit: UnitCode): boolean => {
  const name = nameOfUnit(unitOfItem)
  if (name === unit) return true
  return counted.has(unit) && (counted.has(name) || pieces.has(name))
}

const holders: Record<string, UnitCode> = dictionary<UnitCode>({
  tablet: 'tablet',
  capsule: 'capsule',
  suppository: 'suppository',
  pessary: 'pessary',
  sachet: 'sachet',
  patch: 'patch',
  lozenge: 'lozenge',
  injection: 'vial',
})

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
const quantityText = (quantity: number): string | null => {
  const text = (Math.ceil(Math.round(quantity * 1e6) / 1e3) / 1000).toFixed(3).replace(/\.?0+$/, '')
  return quantity > 0 && quantity < 100_000 ? text : null
}

/** A line's item, as far as it says what is counted. */
interface Counted {
  name: string
  unit: string
}

/** "2 od" of 2 mg tablets: two of them, or 2 mg. */
const isNamedNumber = (amount: number, name: string) =>
  amount !== 1 && (name.match(/\d+(?:\.\d+)?/g) ?? []).some((one) => Number(one) === amount)

/** "1 bd": a count without a unit is in the unit of an item that is counted, unless it may be meant in milligrams. */
const inUnitOf = (structure: Directions, { name, unit: unitOfItem }: Counted): Directions => {
  const plain = nameOfUnit(unitOfItem)
  const unit = [...bareUnits].find((one) => one === (swallowed[plain] ?? plain))
  const isCount = ({ amount, amount_max: max, unit: own }: Directions['doses'][number]) =>
    own === null && amount !== null && (max ?? amount) <= MAX_BARE && !isNamedNumber(amount, name) && !isNamedNumber(max ?? amount, name)
  if (unit === undefined || !structure.doses.every(isCount)) return structure
  return { ...structure, doses: structure.doses.map((dose) => ({ ...dose, unit })) }
}

/** How much of an item directions come to, as the wire writes it; null where it cannot be said in what the item is counted in. */
export const quantityFor = (
  structure: Directions,
  item: Counted,
  { strength = null }: { strength?: ReturnType<typeof countedStrength> } = {},
): string | null => {
  const amount = quantityOf(inUnitOf(structure, item), { strength })
  return amount && isCountedAlike(item.unit, amount.unit) ? quantityText(amount.quantity) : null
}
