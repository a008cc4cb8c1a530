import { countOf, type Line, type LineColumn, lineFromRow, packBox, packWord, priceOf, textBox } from '#features/stock/web/lines-field.tsx'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { amountOf, lineTotals } from '../order-calls.ts'
import { type OrderLine, repacked } from './order-lines.ts'
import type { PurchaseOrderItem } from './order-types.ts'
import { ReceivedBar } from './received-bar.tsx'

const none = <span className="t3">–</span>
const Net = ({ quantity, unit_price }: OrderLine) => {
  const [count, price] = [countOf(quantity), priceOf(unit_price)]
  if (count === null || price === null) return none
  return money(amountOf(lineTotals({ quantity: count, unit_price: price, tax_rate: '0' }).net))
}

/** The columns of an order that is being written. */
export const orderColumns = (): readonly LineColumn<OrderLine>[] => [
  {
    key: 'quantity',
    title: t('Quantity'),
    width: 88,
    align: 'end',
    box: textBox('quantity', { mode: 'numeric', path: 'quantity_purchased' }),
  },
  { key: 'pack', title: t('Pack'), width: 152, box: packBox<OrderLine>(repacked) },
  { key: 'price', title: t('Price'), width: 112, align: 'end', box: textBox('unit_price', { mode: 'decimal', path: 'unit_price' }) },
  {
    key: 'tax',
    title: t('Tax %'),
    width: 72,
    align: 'end',
    onlyWide: true,
    box: textBox('tax_rate', { mode: 'decimal', path: 'tax_rate', maxLength: 6 }),
  },
  { key: 'net', title: t('Net'), width: 112, align: 'end', render: Net },
]

/** A row of an order that is only read. */
export interface ShownLine extends Line {
  row: PurchaseOrderItem
}
export const shownLine = (row: PurchaseOrderItem): ShownLine => ({
  ...lineFromRow(row, String(row.id)),
  row,
})

/** The columns of an order that is read; once it is approved with what has come. */
export const viewColumns = (withArrival: boolean): readonly LineColumn<ShownLine>[] => {
  const columns: (LineColumn<ShownLine> | false)[] = [
    { key: 'quantity', title: t('Quantity'), width: 76, align: 'end', render: ({ row }) => number(row.quantity_purchased) },
    {
      key: 'pack',
      title: t('Pack'),
      width: 116,
      render: ({ row: { pack_name, pack_units, unit } }) => (pack_name === null ? unit : packWord(pack_name, pack_units)),
    },
    { key: 'price', title: t('Price'), width: 88, align: 'end', render: ({ row }) => money(row.unit_price) },
    {
      key: 'tax',
      title: t('Tax'),
      width: 76,
      align: 'end',
      onlyWide: true,
      render: ({ row }) => (Number(row.tax) === 0 ? none : <span title={`${row.tax_rate} %`}>{money(row.tax)}</span>),
    },
    { key: 'total', title: t('Total'), width: 100, align: 'end', render: ({ row }) => <span className="strong">{money(row.total)}</span> },
    withArrival && {
      key: 'came',
      title: t('Received'),
      width: 108,
      render: ({ row: { received_units, units } }) => <ReceivedBar received={received_units} ordered={units} />,
    },
  ]
  return columns.filter((column) => column !== false)
}
