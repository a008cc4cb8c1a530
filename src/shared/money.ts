import { z } from 'zod'

/** The greatest amount of one line or payment. */
export const MAX_AMOUNT = 9_999_999_999.99

const pattern = /^\d{1,10}(\.\d{1,2})?$/
const twoDecimals = (text: string) => {
  const [whole = '0', cents = ''] = text.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`
}
const wanted = { error: 'Enter an amount, for example 500.00.' }

/** An amount of the clinic's currency, zero or more, as text; two decimals once read. */
export const Amount = z
  .string(wanted)
  .overwrite((text) => text.trim())
  .check(
    z.regex(pattern, { ...wanted, abort: true }),
    z.overwrite((text) => (pattern.test(text) ? twoDecimals(text) : text)),
  )

/** The same, more than zero. */
export const PositiveAmount = Amount.check(z.refine((text) => !/^[0.]*$/.test(text), 'Enter an amount above zero.'))

/** A part of a hundred, two decimals at most, as text. */
export const Percent = z
  .string()
  .overwrite((text) => text.trim())
  .check(z.regex(/^(100(\.0{1,2})?|\d{1,2}(\.\d{1,2})?)$/, 'Enter a percentage from 0 to 100 with up to two decimals, for example 12.5.'))

/** How much of something, three decimals at most, more than zero, as text. */
export const Quantity = z
  .string({ error: 'Enter a quantity, for example 1 or 2.5.' })
  .overwrite((text) => text.trim())
  .check(
    z.regex(/^\d{1,5}(\.\d{1,3})?$/, { error: 'Enter a quantity up to 99999, for example 1 or 2.5.', abort: true }),
    z.refine((text) => Number(text) > 0, 'Enter a quantity above zero.'),
  )

/** Whole cents of an amount as the database or the wire writes it. Exact: no amount of ours exceeds 2^53 cents. */
export const cents = (amount: string): number => {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(amount) ?? []
  return (sign ? -1 : 1) * (Number(whole) * 100 + Number(part.padEnd(2, '0')))
}

/** The amount of so many cents, as text with two decimals. */
export const fromCents = (value: number): string => {
  const whole = Math.abs(Math.round(value))
  return `${value < 0 && whole > 0 ? '-' : ''}${Math.floor(whole / 100)}.${String(whole % 100).padStart(2, '0')}`
}

/** The sum of amounts, as text. */
export const sumOf = (amounts: readonly string[]): string => fromCents(amounts.reduce((sum, amount) => sum + cents(amount), 0))

/** The whole number nearest to a fraction of numbers that are not negative, halves up. */
const halfUp = (numerator: bigint, denominator: bigint) => (2n * numerator + denominator) / (2n * denominator)
const toAmount = (value: bigint, unit: bigint) => {
  const sum = value * unit
  return `${sum / 100n}.${String(sum % 100n).padStart(2, '0')}`
}
/** How many cents the least sum of a currency has: 1, or 100 of a currency without cents. */
const leastSum = (decimals: number) => BigInt(10 ** Math.max(0, 2 - decimals))

/** Thousandths of a quantity as the database or the wire writes it. */
export const thousandths = (quantity: string): number => {
  const [whole = '0', part = ''] = quantity.split('.')
  return Number(whole) * 1000 + Number(part.slice(0, 3).padEnd(3, '0'))
}

/**
 * What a quantity costs at the price of one, rounded half up to the decimals of its currency. Exact, as the database reckons it: 1.005 at 1.00
 * is 1.01.
 */
export const grossOf = (quantity: string, price: string, decimals = 2): string => {
  const unit = leastSum(decimals)
  return toAmount(halfUp(BigInt(thousandths(quantity)) * BigInt(cents(price)), 1000n * unit), unit)
}

/** So many percent of an amount, rounded half up to the decimals of its currency; exact. Neither is negative. */
export const percentOf = (amount: string, percent: string, decimals = 2): string => {
  const unit = leastSum(decimals)
  return toAmount(halfUp(BigInt(cents(amount)) * BigInt(cents(percent)), 10_000n * unit), unit)
}

// A document asks once for each of its amounts, and the platform takes long to answer.
const knownDecimals = new Map<string, number>()

/** How many decimals a currency is paid in (ISO 4217 as the platform knows it). */
export const currencyDecimals = (currency: string): number => {
  const known = knownDecimals.get(currency)
  if (known !== undefined) return known
  const decimals = new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2
  knownDecimals.set(currency, decimals)
  return decimals
}

/** True when an amount has decimals that its currency does not: 10.50 of a currency without cents. */
export const hasTooManyDecimals = (amount: string, currency: string): boolean =>
  cents(amount) % 10 ** Math.max(0, 2 - currencyDecimals(currency)) !== 0

/**
 * Splits `cents` over `parts` in proportion to them, to the cent: the pieces add up and none is greater than its part. `value` is
 * between zero and the sum of the parts, all of them whole and not negative.
 */
export const splitCents = (value: number, parts: readonly number[]): number[] => {
  const all = parts.reduce((sum, part) => sum + part, 0)
  if (all === 0) return parts.map(() => 0)
  // Whole numbers throughout: a product of two amounts does not fit a double.
  const shares = parts.map((part) => ({
    floor: Number((BigInt(value) * BigInt(part)) / BigInt(all)),
    rest: (BigInt(value) * BigInt(part)) % BigInt(all),
  }))
  let left = value - shares.reduce((sum, { floor }) => sum + floor, 0)
  const byRest = shares
    .map(({ rest }, index) => ({ rest, index }))
    .toSorted((a, b) => (a.rest === b.rest ? a.index - b.index : a.rest < b.rest ? 1 : -1))
  const pieces = shares.map(({ floor }) => floor)
  for (const { rest, index } of byRest) {
    if (left === 0 || rest === 0n) break
    pieces[index]! += 1
    left -= 1
  }
  return pieces
}
