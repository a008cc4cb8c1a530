import { countOf, priceOf } from '#features/stock/web/lines-field.tsx'
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
