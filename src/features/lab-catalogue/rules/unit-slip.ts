import { sentence, type Sentence } from '#shared/sentence.ts'
import { quantities, type AskBeyond, type CommonUnit, type Quantity } from './common-units.ts'
import { isSameUnit } from './ucum.ts'

/** A result that may have been typed in another unit. */
export interface UnitSlip {
  value: number
  unit: string
  least: number
  most: number
  text: Sentence
  /** What it is in the unit of the test, if it was meant as said; empty where no factor says it. */
  meant: { value: number; as: string }[]
  source: string
}

interface Measured {
  loinc: string | null
  /** Of the test, which counts where it has no LOINC code. */
  code?: string
  unit: string | null
  value: string | null
  /** Of the test; null or left out: one is shown. */
  decimals?: number | null
  /** Null where the birthday is not known. */
  ageDays: number | null
}

const ADULT_DAYS = 6574

const quantityOf = ({ loinc, code }: Measured): Quantity | undefined =>
  loinc === null
    ? quantities.find(({ codes }) => code !== undefined && codes.includes(code))
    : quantities.find((one) => one.loinc.includes(loinc))

/** The units of a quantity, its own first. */
const unitsOf = ({ unit, others }: Quantity): CommonUnit[] => [{ unit, factor: 1 }, ...others]
const ownUnit = (quantity: Quantity, { unit, loinc }: Measured) => {
  const same = unitsOf(quantity).filter((one) => isSameUnit(one.unit, unit))
  return same.find((one) => loinc !== null && one.loinc?.includes(loinc)) ?? same[0]
}

const into = ({ factor, offset = 0 }: CommonUnit, number: number) => number * factor + offset
const back = ({ factor, offset = 0 }: CommonUnit, number: number) => (number - offset) / factor
const isFraction = (number: number) => !Number.isInteger(number)
const rounded = (value: number, decimals: number) => Number(value.toFixed(decimals))

const isFor = ({ from_days = 0, to_days = null }: AskBeyond, age: number) => age >= from_days && (to_days === null || age < to_days)

/** As people say the other unit: with what is measured, where the unit is that of two things. */
const asWritten = (number: number, { unit, of }: CommonUnit) => (of === undefined ? `${number} ${unit}` : `${number} ${unit} (${of})`)

/**
 * Whether a result looks as if it had been typed in another unit than that of its test, in either direction: it lies beyond what is expected at
 * this age, and the same number in another common unit is one that patients have. Null for everything else, and for a test of no quantity that
 * is listed.
 */
export const unitSlipOf = (measured: Measured): UnitSlip | null => {
  const { unit, value, decimals } = measured
  const quantity = quantityOf(measured)
  const own = quantity && ownUnit(quantity, measured)
  if (!quantity || !own || unit === null || value === null) return null
  const age = measured.ageDays ?? ADULT_DAYS
  const expected = quantity.expected.find((one) => isFor(one, age))
  const number = Number(value)
  const read = into(own, number)
  // What was converted is given back within the last digit.
  const isWithin = (limit: number) => Math.abs(read - limit) < Math.abs(limit) * 1e-9
  if (!expected) return null
  const isBeyond = (read < expected.low && !isWithin(expected.low)) || (read > expected.high && !isWithin(expected.high))
  const isOddFraction = own.unit === quantity.unit && (decimals ?? 0) === 0 && isFraction(number) && read < (quantity.fraction_below ?? 0)
  if (!isBeyond && !isOddFraction) return null
  const digits = decimals ?? 1
  const [least, most] = quantity.possible
  const meant = unitsOf(quantity).flatMap((other) => {
    const right = into(other, number)
    if (isSameUnit(other.unit, own.unit) || right < least || right > most || (other.isFraction && !isFraction(number))) return []
    return [{ value: rounded(back(own, right), digits), as: asWritten(number, other) }]
  })
  const isPercent = quantity.may_be_percent === true && read > expected.high && number <= 100
  if (meant.length === 0 && !isPercent) return null
  const low = rounded(back(own, expected.low), 2)
  const high = rounded(back(own, expected.high), 2)
  const values = { value: number, unit, least: low, most: high }
  const [first, second] = meant
  const text =
    first === undefined
      ? sentence('{value} {unit} is very unusual: {least} to {most} is expected. Is {value} a percentage? Enter the count.', values)
      : second === undefined
        ? sentence('{value} {unit} is very unusual: {least} to {most} is expected. Did you mean {as} = {right} {unit}?', {
            ...values,
            as: first.as,
            right: first.value,
          })
        : sentence(
            '{value} {unit} is very unusual: {least} to {most} is expected. Did you mean {as} = {right} {unit}, or {other} = {otherRight} {unit}?',
            { ...values, as: first.as, right: first.value, other: second.as, otherRight: second.value },
          )
  return { value: number, unit, least: low, most: high, text, meant, source: expected.source }
}
