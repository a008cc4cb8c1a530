import { cents, fromCents } from '#shared/money.ts'

/** What goes back of cash that was handed over, as text; null when it is not enough. */
export const changeOf = (amount: string, tendered: string): string | null => {
  const change = cents(tendered) - cents(amount)
  return change < 0 ? null : fromCents(change)
}

/** The sum of amounts, as text. */
export const sumOf = (amounts: readonly string[]): string => fromCents(amounts.reduce((sum, amount) => sum + cents(amount), 0))
