/** An exact number: numerator and denominator, the latter above zero, in lowest terms. */
export type Fraction = readonly [bigint, bigint]

const DECIMAL = /^-?\d{1,40}(\.\d{1,40})?$/

/** True for a decimal as results keep it: `-5.40`, up to 40 digits before the point and after it. */
export const isDecimal = (text: string): boolean => DECIMAL.test(text)

const divisor = (a: bigint, b: bigint): bigint => {
  let [top, bottom] = [a, b]
  while (bottom !== 0n) [top, bottom] = [bottom, top % bottom]
  return top
}
const lowest = (top: bigint, bottom: bigint): Fraction => {
  const by = divisor(top < 0n ? -top : top, bottom)
  return by > 1n ? [top / by, bottom / by] : [top, bottom]
}

/** The number a decimal stands for. @throws RangeError for text that is none. */
export const fractionOf = (decimal: string): Fraction => {
  if (!isDecimal(decimal)) throw new RangeError('Not a decimal.')
  const [whole = '', part = ''] = decimal.split('.')
  return lowest(BigInt(whole + part), 10n ** BigInt(part.length))
}
/** A floating number to twelve decimals; null when it is infinite, not a number or above 10^18. */
export const fractionOfNumber = (value: number): Fraction | null =>
  Number.isFinite(value) && Math.abs(value) < 1e18 ? fractionOf(value.toFixed(12)) : null

export const plus = (a: Fraction, b: Fraction): Fraction => lowest(a[0] * b[1] + b[0] * a[1], a[1] * b[1])
export const minus = (a: Fraction, b: Fraction): Fraction => plus(a, [-b[0], b[1]])
export const times = (a: Fraction, b: Fraction): Fraction => lowest(a[0] * b[0], a[1] * b[1])
/** @throws RangeError when `b` is zero. */
export const over = (a: Fraction, b: Fraction): Fraction => {
  const sign = b[0] < 0n ? -1n : 1n
  return lowest(a[0] * b[1] * sign, a[1] * b[0] * sign)
}
export const absolute = ([top, bottom]: Fraction): Fraction => [top < 0n ? -top : top, bottom]

/** Below zero, zero or above zero as `a` is less than, equal to or greater than `b`. */
export const compare = (a: Fraction, b: Fraction): -1 | 0 | 1 => {
  const difference = a[0] * b[1] - b[0] * a[1]
  return difference < 0n ? -1 : difference > 0n ? 1 : 0
}
/** The same for decimals. @throws RangeError for text that is none. */
export const compareDecimals = (a: string, b: string) => compare(fractionOf(a), fractionOf(b))

// Of the number without its sign.
const unitsOf = ([top, bottom]: Fraction, decimals: number) =>
  ((top < 0n ? -top : top) * 10n ** BigInt(decimals) * 2n + bottom) / (2n * bottom)

/** The number with so many decimals, halves rounded away from zero as laboratories do. */
export const rounded = (value: Fraction, decimals: number): Fraction =>
  lowest((value[0] < 0n ? -1n : 1n) * unitsOf(value, decimals), 10n ** BigInt(decimals))

/** The same as a decimal; zero has no sign. */
export const toDecimal = (value: Fraction, decimals: number): string => {
  const units = unitsOf(value, decimals)
  const digits = String(units).padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return `${value[0] < 0n && units > 0n ? '-' : ''}${digits.slice(0, point)}${decimals > 0 ? `.${digits.slice(point)}` : ''}`
}

/** The nearest floating number, for functions that are not arithmetic and for charts. */
export const toNumber = ([top, bottom]: Fraction): number => Number(top) / Number(bottom)

/** A decimal without the zeros that say nothing: `3.500000` as `3.5`, for limits as the database writes them. */
export const shortDecimal = (decimal: string): string => (decimal.includes('.') ? decimal.replace(/\.?0+$/, '') : decimal)

/** How many decimals a decimal is written with. */
export const decimalsIn = (decimal: string): number => decimal.split('.')[1]?.length ?? 0
