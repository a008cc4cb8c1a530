/** A fraction in whole numbers: thirds and halves stay what they are. */
export type Exact = readonly [bigint, bigint]

const divisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : divisor(b, a % b))
const lowest = (top: bigint, bottom: bigint): Exact => {
  const by = divisor(top, bottom)
  return by > 1n ? [top / by, bottom / by] : [top, bottom]
}

/** A number as a fraction: 0.333 and 0.6667 are thirds, everything else has four decimals at most. */
export const exact = (value: number): Exact => {
  const thirds = Math.round(value * 3)
  const isThird = thirds % 3 !== 0 && Math.abs(value * 3 - thirds) < 0.002
  return isThird ? [BigInt(thirds), 3n] : lowest(BigInt(Math.round(value * 10_000)), 10_000n)
}
export const times = (a: Exact, b: Exact): Exact => lowest(a[0] * b[0], a[1] * b[1])
export const over = (a: Exact, b: Exact): Exact => lowest(a[0] * b[1], a[1] * b[0])
export const plus = (a: Exact, b: Exact): Exact => lowest(a[0] * b[1] + b[0] * a[1], a[1] * b[1])
export const least = (a: Exact, b: Exact): Exact => (a[0] * b[1] <= b[0] * a[1] ? a : b)
/** Rounded up to a whole number. */
export const wholeOf = ([top, bottom]: Exact) => Number((top + bottom - 1n) / bottom)
export const numberOf = ([top, bottom]: Exact) => Number(top) / Number(bottom)
export const isMultipleOf = (a: Exact, b: Exact) => over(a, b)[1] === 1n
