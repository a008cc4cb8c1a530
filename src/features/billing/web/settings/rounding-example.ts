import { cents, fromCents } from '#shared/money.ts'

/** An amount rounded to a step, half up, as bills are: 123.37 in steps of 0.05 is 123.35. */
export const roundTo = (amount: string, step: string): string => {
  const size = cents(step)
  return fromCents(Math.floor((cents(amount) + size / 2) / size) * size)
}
