import { dictionary } from '#shared/dictionary.ts'
import { countOf, packsFor, type Directions, type UnitCode } from '#features/directions/rules.ts'
import { dividesInto, type Contents, type Divides, type Strength } from '#features/drugs/rules.ts'
import type { Uncounted } from './uncounted.ts'

export type { Uncounted } from './uncounted.ts'

const counted = new Set<UnitCode>(['tablet', 'capsule', 'pill', 'suppository', 'pessary', 'sachet', 'vial', 'ampoule', 'patch', 'lozenge'])
const isPiece = (name: string) => [...counted].some((one) => one === name)
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
  return counted.has(unit) && (isPiece(name) || pieces.has(name))
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

/**
 * How much of its one substance is in what is counted out: 250 mg in a tablet, 125 mg in 5 ml; null where doses cannot be converted. Where
 * the form is not known, what the item is counted in says what one of it is.
 */
export const countedStrength = ({ substances, strengths, form }: Facts, unitOfItem = '') => {
  const [strength] = strengths
  if (!strength || substances.length !== 1) return null
  const plain = nameOfUnit(unitOfItem)
  const of = form === null ? [...counted].find((one) => one === (swallowed[plain] ?? plain)) : holders[form]
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

/** What to enter, and why it cannot be computed, in words. */
export const uncountedWords: Readonly<Record<Uncounted, string>> = {
  unread: 'Enter a quantity above 0 and below 100,000: the directions could not be read.',
  dose: 'Enter a quantity above 0 and below 100,000: the directions give no single dose.',
  units: 'Enter a quantity above 0 and below 100,000: the dose needs one unit, such as tablets, ml or mg.',
  sides: 'Enter a quantity above 0 and below 100,000: doses for both sides cannot be counted.',
  frequency: 'Enter a quantity above 0 and below 100,000: the directions give no frequency.',
  days: 'Enter a quantity above 0 and below 100,000: the directions give no number of days.',
  maximum: 'Enter a quantity above 0 and below 100,000: the directions give no maximum in 24 hours.',
  strength: 'Enter a quantity above 0 and below 100,000: the strength of the item is unknown in the unit of the dose.',
  parts: 'Enter a quantity above 0 and below 100,000: this item cannot be divided into such a dose. Or choose another strength.',
  weight: 'Enter a quantity above 0 and below 100,000: the dose is per kilogram, and no weight was recorded in the last 180 days.',
  'old weight':
    'Enter a quantity above 0 and below 100,000: the dose is per kilogram, and the last weight is too old for the age of the patient.',
  contents: 'Enter a quantity above 0 and below 100,000: the contents of one package are unknown.',
  size: 'Enter a quantity above 0 and below 100,000: the directions add up to more than that.',
}

/** What is known of the item besides its name and unit. */
export interface Supplied {
  strength?: ReturnType<typeof countedStrength>
  divides?: Divides | null
  /** How much one of what it is counted in holds. */
  contents?: Contents | null
}

const masses = new Set<UnitCode>(['mg', 'mcg', 'g', 'unit'])
const puffs = new Set<UnitCode>(['puff', 'spray', 'dose'])
const isMeasuredAlike = ({ unit }: Contents, dose: UnitCode) => unit === dose || (unit === 'puff' && puffs.has(dose))

/** How much of an item directions come to, as the wire writes it and in what the item is counted in, or what is missing to say so. */
export const countFor = (
  structure: Directions,
  item: Counted,
  { strength = null, divides, contents }: Supplied = {},
): { quantity: string } | { missing: Uncounted } => {
  const amount = countOf(inUnitOf(structure, item), { strength, divides: divides ?? dividesInto(item) })
  if ('missing' in amount) return amount
  const ofItem = nameOfUnit(item.unit)
  // 12 units of insulin are not 12 of what the shelf counts in "units".
  const isAlike = isCountedAlike(item.unit, amount.unit) && (amount.unit !== 'unit' || /^i\.?u/i.test(item.unit.trim()))
  const isPacked = !isAlike && contents && isMeasuredAlike(contents, amount.unit)
  const isOfPiece = isPiece(ofItem) || pieces.has(ofItem)
  if (!isAlike && !isPacked) return { missing: masses.has(amount.unit) && (amount.unit !== 'g' || isOfPiece) ? 'strength' : 'contents' }
  const quantity = quantityText(isPacked ? packsFor(amount.quantity, contents.amount) : amount.quantity)
  return quantity === null ? { missing: 'size' } : { quantity }
}

/** The quantity of `countFor`; null where something is missing. */
export const quantityFor = (structure: Directions, item: Counted, supplied: Supplied = {}): string | null => {
  const found = countFor(structure, item, supplied)
  return 'missing' in found ? null : found.quantity
}
