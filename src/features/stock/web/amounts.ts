import { unitName } from '#features/directions/web/quantity-name.tsx'
import { fromCents } from '#shared/money.ts'
import { number } from '#web/text/format.ts'
import { withSign } from '#web/text/with-sign.ts'

/** A cost of one unit: two decimals, and more where it has them. */
export const unitCost = (cost: string): string => {
  const more = /\.\d\d(\d*?)0*$/.exec(cost)?.[1]?.length ?? 0
  return number(cost, 2 + more)
}

/** What so many units cost together, as text with two decimals; exact until it is rounded to cents. */
export const worthOf = (quantity: number, cost: string): string => {
  const [whole = '0', part = ''] = cost.split('.')
  const millionths = BigInt(whole + part.padEnd(6, '0').slice(0, 6)) * BigInt(Math.abs(quantity))
  const rounded = (millionths + 5000n) / 10_000n
  return fromCents(Number(rounded) * Math.sign(quantity || 1))
}

/** A quantity with its sign: what came and what left. */
export const signed = (quantity: number): string => withSign(String(quantity))

interface Pack {
  name: string
  units: number
}
/** What a pack is called, with its units where the name does not tell them. */
export const packName = ({ name, units }: Pack): string => (name.includes(String(units)) ? name : `${name} (${number(units)})`)

/** So many units in the largest pack that they fill, and what is left over; empty where no pack is filled. */
export const inPacks = (quantity: number, packs: readonly Pack[], unit: string): string => {
  const largest = packs.filter(({ units }) => units <= quantity).toSorted((a, b) => b.units - a.units)[0]
  if (!largest) return ''
  const whole = Math.floor(quantity / largest.units)
  const rest = quantity % largest.units
  return [`${number(whole)} × ${largest.name}`, rest > 0 && `${number(rest)} ${unitName(unit, rest)}`].filter(Boolean).join(' + ')
}
