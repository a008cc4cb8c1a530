import { countOf, priceOf } from '#features/stock/web/lines-field.tsx'
import { fromCents } from '#shared/money.ts'
import { amountOf, lineTotals } from '../rules.ts'

interface Priced {
  quantity: string
  unit_price: string
  tax_rate?: string
}
/** What lines cost together, as text with two decimals; lines that are not whole yet count nothing. */
export const sumOf = (lines: readonly Priced[]) => {
  const sum = { net: 0n, tax: 0n, total: 0n }
  for (const { quantity, unit_price, tax_rate } of lines) {
    const [count, price] = [countOf(quantity), priceOf(unit_price)]
    if (count === null || price === null) continue
    const line = lineTotals({ quantity: count, unit_price: price, tax_rate: tax_rate || '0' })
    sum.net += line.net
    sum.tax += line.tax
    sum.total += line.total
  }
  return { net: amountOf(sum.net), tax: amountOf(sum.tax), total: amountOf(sum.total) }
}

/** A cost of one unit, six decimals at most, in millionths. */
export const millionths = (unitCost: string): bigint => {
  const [whole = '0', part = ''] = unitCost.split('.')
  return BigInt(whole + part.padEnd(6, '0').slice(0, 6))
}

/** What so many units cost when one costs that, to the cent. */
export const costOfUnits = (unitCost: string, units: number): string =>
  fromCents(Number((millionths(unitCost) * BigInt(units) + 5_000n) / 10_000n))

/** A rate without the zeros behind the point. */
export const bareRate = (rate: string): string => rate.replace(/\.?0+$/, '') || '0'
