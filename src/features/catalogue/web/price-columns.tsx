import { useMediaQuery } from '@mantine/hooks'
import { date, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Status } from '#web/ui/status.tsx'
import type { PriceList, PriceRow } from '../contract.ts'
import { coPayText } from './co-pay.ts'
import type { CellColumn } from './price-cells.ts'
import { LAPTOP } from '#web/look/tokens.ts'

export type PriceColumn = Column<PriceRow> & { cell?: CellColumn }

const validity = ({ valid_from, valid_until }: PriceRow) => {
  if (valid_from === null) return null
  return valid_until === null ? t('since {day}', { day: date(valid_from) }) : `${date(valid_from)} – ${date(valid_until)}`
}

/** The insurer pays its part of it, by its own price or by the cash price. */
const isCovered = ({ price, cash_price }: PriceRow, { covers_unlisted }: PriceList) =>
  price !== null || (covers_unlisted && cash_price !== null)

const priceOf = (row: PriceRow, { insurance_company, covers_unlisted }: PriceList) => {
  if (row.price !== null) return <span className="strong">{money(row.price)}</span>
  if (insurance_company === null) return <Status tone="attention">{t('No price')}</Status>
  const unlisted = row.cash_price === null ? t('no price yet') : money(row.cash_price)
  return (
    <span className="t3" title={covers_unlisted ? t('Covered at the cash price') : undefined}>
      {covers_unlisted ? unlisted : t('patient pays')}
    </span>
  )
}

interface Shape {
  /** Room for little more than the prices. */
  isNarrow: boolean
  /** Some item has a code. */
  hasCodes: boolean
  /** Some price is planned. */
  hasNext: boolean
}

/** The columns of a price list; the list of those who pay themselves has neither a second price nor a co-pay. */
const priceColumns = (list: PriceList, { isNarrow, hasCodes, hasNext }: Shape): PriceColumn[] => {
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
      render: (row) => coPayText(row) || (isCovered(row, list) && <span className="t3">{coPayText(list)}</span>),
    },
  ]
  const code: PriceColumn = {
    key: 'code',
    title: t('Code'),
    width: 88,
    hideOnPhone: true,
    render: ({ code }) => <span className="num t2">{code}</span>,
  }
  const valid: PriceColumn = {
    key: 'valid',
    title: t('Valid'),
    width: 200,
    hideOnPhone: true,
    render: (row) => <span className="num t2">{validity(row)}</span>,
  }
  const next: PriceColumn = {
    key: 'next',
    title: t('Next price'),
    width: 192,
    hideOnPhone: true,
    render: ({ next_price, next_from }) =>
      next_price !== null && (
        <span className="num">
          {money(next_price)} <span className="t3">{t('from {day}', { day: date(next_from) })}</span>
        </span>
      ),
  }
  return [
    ...(hasCodes ? [code] : []),
    {
      key: 'name',
      title: t('Item'),
      wraps: true,
      render: ({ name, unit }) => (
        <span className="row" title={name}>
          <span className="wrap-text">{name}</span>
          {unit !== 'each' && <span className="t3 not-phone">{unit}</span>}
        </span>
      ),
    },
    ...(isCash ? own : insured),
    ...(isNarrow ? [] : [valid]),
    ...(hasNext ? [next] : []),
  ]
}

/** The columns as this screen and these rows need them. */
export const usePriceColumns = (list: PriceList, rows: readonly PriceRow[] = []): PriceColumn[] => {
  const isNarrow = useMediaQuery(LAPTOP, undefined, { getInitialValueInEffect: false })
  const hasCodes = rows.some(({ code }) => code !== null)
  return priceColumns(list, { isNarrow, hasCodes, hasNext: rows.some(({ next_price }) => next_price !== null) })
}
