import { date, money } from '#web/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Status } from '#web/ui/status.tsx'
import type { PriceList, PriceRow } from '../contract-prices.ts'
import { coPayText } from './co-pay.ts'
import type { CellColumn } from './price-cells.ts'

export type PriceColumn = Column<PriceRow> & { cell?: CellColumn }

const validity = ({ valid_from, valid_until }: PriceRow) => {
  if (valid_from === null) return null
  return valid_until === null ? t('since {{day}}', { day: date(valid_from) }) : `${date(valid_from)} – ${date(valid_until)}`
}

const priceOf = (row: PriceRow, { insurance_company, covers_unlisted }: PriceList) => {
  if (row.price !== null) return <span className="strong">{money(row.price)}</span>
  if (insurance_company === null) return <Status tone="attention">{t('No price')}</Status>
  return <span className="t3">{covers_unlisted && row.cash_price !== null ? money(row.cash_price) : t('patient pays')}</span>
}

/** The columns of a price list; the list of those who pay themselves has neither a second price nor a co-pay. */
export const priceColumns = (list: PriceList): PriceColumn[] => {
  const isCash = list.insurance_company === null
  const own: PriceColumn[] = [
    {
      key: 'price',
      title: isCash ? t('Cash price') : t('Price'),
      width: 120,
      align: 'end',
      cell: 'price',
      render: (row) => priceOf(row, list),
    },
  ]
  const insured: PriceColumn[] = [
    {
      key: 'cash',
      title: t('Cash price'),
      width: 112,
      align: 'end',
      hideOnPhone: true,
      render: ({ cash_price }) => <span className="t2">{money(cash_price)}</span>,
    },
    ...own,
    {
      key: 'co_pay',
      title: t('Co-pay'),
      width: 104,
      align: 'end',
      hideOnPhone: true,
      cell: 'co_pay',
      render: (row) => coPayText(row) || (row.price !== null && <span className="t3">{coPayText(list)}</span>),
    },
  ]
  return [
    { key: 'code', title: t('Code'), width: 88, hideOnPhone: true, render: ({ code }) => <span className="num t2">{code}</span> },
    {
      key: 'name',
      title: t('Item'),
      render: ({ name, unit }) => (
        <span className="row" title={name}>
          <span className="clip">{name}</span>
          <span className="t3 not-phone">{unit}</span>
        </span>
      ),
    },
    ...(isCash ? own : insured),
    {
      key: 'valid',
      title: t('Valid'),
      width: 192,
      hideOnPhone: true,
      render: (row) => <span className="num t2">{validity(row)}</span>,
    },
    {
      key: 'next',
      title: t('Next price'),
      width: 184,
      hideOnPhone: true,
      render: ({ next_price, next_from }) =>
        next_price !== null && (
          <span className="num">
            {money(next_price)} <span className="t3">{t('from {{day}}', { day: date(next_from) })}</span>
          </span>
        ),
    },
  ]
}
