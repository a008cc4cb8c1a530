import { Link } from 'react-router'
import { date, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Status } from '#web/ui/status.tsx'
import type { StockRow } from '#features/stock/contract-stock.ts'
import { itemAddress } from '../item-address.ts'
import { StockStatus } from '../stock-status.tsx'

export interface StoreName {
  id: number
  name: string
}

/** Zero is quiet: what is there is what is looked for. */
const count = (quantity: number) => (quantity === 0 ? <span className="t3">0</span> : number(quantity))

const storeColumn = ({ id, name }: StoreName): Column<StockRow> => ({
  key: `store-${id}`,
  title: name,
  width: 96,
  align: 'end',
  hideOnPhone: true,
  render: ({ stores }) => {
    const level = stores.find(({ store }) => store === id)
    if (!level) return <span className="t3">–</span>
    return (
      <span className={level.is_low ? 'stock-short' : undefined} title={level.is_low ? t('Low stock') : undefined}>
        {count(level.usable)}
      </span>
    )
  },
})

interface Options {
  /** A column for each, or the sums of one store where it was chosen. */
  stores: readonly StoreName[]
  /** There is room for what is in quarantine and what is coming. */
  isWide: boolean
  isPhone: boolean
}

/** What the stores have, item by item. */
export const stockColumns = ({ stores, isWide, isPhone }: Options): readonly Column<StockRow>[] => {
  const columns: (Column<StockRow> | false)[] = [
    {
      key: 'name',
      title: t('Item'),
      wraps: true,
      sort: 'name',
      render: ({ id, name, item_code, is_active }) => (
        <span className="row">
          <span className="clip" title={name}>
            <Link className="stock-name strong" to={itemAddress(id)} tabIndex={-1} onClick={(event) => event.stopPropagation()}>
              {name}
            </Link>{' '}
            {item_code && <span className="small t3 num">{item_code}</span>}
          </span>
          {!is_active && <Status tone="inactive">{t('Out of use')}</Status>}
        </span>
      ),
    },
    { key: 'state', title: t('State'), width: isPhone ? 112 : 128, render: (row) => <StockStatus of={row} /> },
    ...stores.map(storeColumn),
    {
      key: 'usable',
      title: t('Usable'),
      width: isPhone ? 84 : 132,
      align: 'end',
      render: ({ usable, units_of_measure: unit }) => (
        <>
          <span className="strong">{number(usable)}</span> <span className="small t3 not-phone-inline">{unit}</span>
        </>
      ),
    },
    isWide && {
      key: 'quarantined',
      title: t('In quarantine'),
      width: 108,
      align: 'end',
      hideOnPhone: true,
      render: ({ quarantined }) => (quarantined === 0 ? '' : number(quarantined)),
    },
    isWide && {
      key: 'coming',
      title: t('Coming'),
      width: 92,
      align: 'end',
      hideOnPhone: true,
      render: ({ in_transit, on_order }) => (
        <span
          title={t('{{transit}} on the way between stores, {{order}} on order', { transit: number(in_transit), order: number(on_order) })}
        >
          {in_transit + on_order === 0 ? '' : number(in_transit + on_order)}
        </span>
      ),
    },
    {
      key: 'expiry',
      title: t('Next expiry'),
      width: 116,
      hideOnPhone: true,
      render: ({ next_expiry }) => <span className="num">{date(next_expiry)}</span>,
    },
    { key: 'value', title: t('Value'), width: 116, align: 'end', hideOnPhone: true, render: ({ value }) => money(value) },
  ]
  return columns.filter((column) => column !== false)
}
