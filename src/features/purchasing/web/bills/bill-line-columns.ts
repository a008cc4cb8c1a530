import { type LineBox, type LineColumn, packBox } from '#features/stock/web/lines-field.tsx'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { sumOf } from '../line-sums.ts'
import type { BillLine } from './bill-lines.ts'

const typed = (key: 'quantity' | 'unit_price' | 'tax_rate', more: Partial<LineBox<BillLine>>): LineBox<BillLine> => ({
  value: (line) => line[key],
  write: (line, text) => ({ ...line, [key]: text }),
  ...more,
})
const packs = (count: number) => number(Math.round(count * 100) / 100)

/** What was ordered, what came and what the supplier bills, side by side. */
export const billLineColumns = (hasOrder: boolean): readonly LineColumn<BillLine>[] => {
  const columns: (LineColumn<BillLine> | false)[] = [
    { key: 'pack', title: t('Counted in'), width: 132, box: { ...packBox<BillLine>(), isOff: ({ order_item }) => order_item !== null } },
    hasOrder && {
      key: 'ordered',
      title: t('Ordered'),
      width: 128,
      align: 'end',
      render: ({ ordered, ordered_price }) => (ordered === null ? '–' : `${number(ordered)} × ${money(ordered_price)}`),
    },
    {
      key: 'received',
      title: t('To be billed'),
      width: 96,
      align: 'end',
      render: ({ received }) => (received === null ? '–' : packs(received)),
    },
    { key: 'quantity', title: t('Billed'), width: 80, align: 'end', box: typed('quantity', { mode: 'numeric', maxLength: 9 }) },
    { key: 'unit_price', title: t('Price'), width: 104, align: 'end', box: typed('unit_price', { mode: 'decimal' }) },
    { key: 'tax_rate', title: t('Tax %'), width: 64, align: 'end', box: typed('tax_rate', { mode: 'decimal', maxLength: 6 }) },
    { key: 'total', title: t('With tax'), width: 112, align: 'end', render: (line) => money(sumOf([line]).total) },
  ]
  return columns.filter((column) => column !== false)
}
