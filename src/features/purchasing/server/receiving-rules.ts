import { cents, fromCents } from '#shared/money.ts'

/** Half away from zero, of whole numbers. */
const divided = (value: bigint, by: bigint) => (value * 2n + by) / (by * 2n)

/** What one unit costs, six decimals as text: the price of a pack over its units. */
export const unitCostOf = (price: string, packUnits: number): string => {
  const millionths = divided(BigInt(cents(price)) * 10_000n, BigInt(packUnits))
    .toString()
    .padStart(7, '0')
  return `${millionths.slice(0, -6)}.${millionths.slice(-6)}`
}

/** The price of a pack of `to` units when one of `from` units costs `price`, to the cent. */
export const priceOfPack = (price: string, from: number, to: number): string =>
  fromCents(Number(divided(BigInt(cents(price)) * BigInt(to), BigInt(from))))

const YEARS_AHEAD = 20

/** Why nobody receives what bears this last day, on a day of the clinic; null when that is right. */
export const expiryFault = (expires_on: string, today: string): string | null => {
  if (expires_on < today) return 'This has expired: refuse it on delivery; it cannot be received.'
  if (expires_on === today) return 'This expires today: refuse it on delivery; it cannot be received.'
  const latest = `${Number(today.slice(0, 4)) + YEARS_AHEAD}${today.slice(4)}`
  return expires_on > latest ? `This is more than ${YEARS_AHEAD} years ahead.` : null
}
