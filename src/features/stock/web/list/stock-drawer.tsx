import { unitName } from '#features/directions/web/quantity-name.tsx'
import { Button, Drawer } from '@mantine/core'
import { Link } from 'react-router'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { unitCost } from '../amounts.ts'
import { placedBatches } from '../batches/batch-rows.ts'
import { BatchState } from '../batches/batch-state.tsx'
import { ExpiryText } from '../expiry-text.tsx'
import { itemAddress } from '../item-address.ts'
import { toStockStatus } from '../item/item-status.ts'
import { StockStatus } from '../stock-status.tsx'
import { useItem } from '../use-item.ts'
import type { StockItemCard } from '../stock-types.ts'

const Batches = ({ item, store }: { item: StockItemCard; store: number | undefined }) => {
  const rows = placedBatches(item, store)
  if (rows.length === 0) return <p className="t3">{t('No stock')}</p>
  return (
    <div className="table-box rigid">
      <table className="k-table">
        <thead>
          <tr>
            <th scope="col">{t('Lot')}</th>
            <th scope="col" style={{ width: 156 }}>
              {t('Expiry')}
            </th>
            <th scope="col">{t('Store')}</th>
            <th scope="col" className="not-phone" style={{ width: 128 }}>
              {t('Status')}
            </th>
            <th scope="col" className="r not-phone" style={{ width: 96 }}>
              {t('Unit cost')}
            </th>
            <th scope="col" className="r" style={{ width: 88 }}>
              {t('Quantity')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row" className="names num">
                {row.lot || <span className="t3">–</span>}
              </th>
              <td>
                <ExpiryText day={row.expires_on} />
              </td>
              <td title={row.store_name}>{row.store_name}</td>
              <td className="not-phone">
                <BatchState state={row.state} isRecalled={row.is_recalled} expiresOn={row.expires_on} />
              </td>
              <td className="r not-phone">{unitCost(row.unit_cost)}</td>
              <td className="r strong">{number(row.quantity)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const Body = ({ item, store }: { item: StockItemCard; store: number | undefined }) => (
  <>
    <div className="row wrap">
      <StockStatus state={toStockStatus(item)} sayEnough />
      <span className="grow t2 num">
        {t('{n} {unit} usable', { n: number(item.usable), unit: unitName(item.units_of_measure, item.usable) })} ·{' '}
        {money(item.value, { withCurrency: true })}
      </span>
      <Button component={Link} to={itemAddress(item.id)} variant="filled" data-autofocus autoFocus>
        {t('Open item')}
      </Button>
    </div>
    <Batches item={item} store={store} />
  </>
)

/** The batches of an item, beside the list that it was opened from. */
export const StockDrawer = ({ id, name, store, onClose }: { id: number; name: string; store: number | undefined; onClose: () => void }) => {
  const asked = useItem(id)
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={720}
      title={asked.data?.name ?? name}
      closeButtonProps={{ 'aria-label': t('Close') }}
    >
      <div className="form-stack">
        <FourStates query={asked} loading={<Loading rows={6} height={28} />}>
          {(item) => <Body item={item} store={store} />}
        </FourStates>
      </div>
    </Drawer>
  )
}
