import { unitName } from '#features/directions/web/quantity-name.tsx'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { BillDifference } from '../receiving-calls.ts'
import type { BillLine } from './bill-lines.ts'

/** What a pack was to cost; of a few tenths of a cent as well. */
const priceWord = (price: string) => (/\.\d{3,}$/.test(price) ? number(price) : money(price))

/** Where a bill does not agree, in the person's language; without the item's name beside its line. */
export const differenceWord = ({ kind, billed, expected }: Pick<BillDifference, 'kind' | 'billed' | 'expected'>): string => {
  switch (kind) {
    case 'quantity':
      return t('{billed} invoiced, {expected} to be invoiced', { billed: number(billed), expected: number(expected) })
    case 'price':
      return t('{billed} invoiced, {expected} agreed', { billed: money(billed), expected: priceWord(expected) })
    case 'tax':
      return t('{billed} % tax invoiced, {expected} % expected', { billed: number(billed), expected: number(expected) })
    case 'item':
      return t('Not ordered')
    default:
      return t('Invoice total {billed}, sum of its lines {expected}', { billed: money(billed), expected: money(expected) })
  }
}

/** What is to be known about a line before its bill is believed: another price at receipt, and damaged goods. */
export const hintsOf = ({ receipt_price, ordered_price, damaged_units, unit }: BillLine): string[] => [
  ...(receipt_price == null
    ? []
    : [t('price at receipt {price}, ordered at {was}', { price: money(receipt_price), was: money(ordered_price) })]),
  ...(damaged_units ? [t('{n} {unit} arrived damaged', { n: number(damaged_units), unit: unitName(unit, damaged_units) })] : []),
]
