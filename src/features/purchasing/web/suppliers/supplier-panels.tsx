import { IconCoins, IconReceipt, IconReceiptRefund, IconRotate, IconTag, IconTruckReturn, type Icon } from '@tabler/icons-react'
import { useNavigate } from 'react-router'
import { pages } from '#web/calls/api.ts'
import { date, dayOf, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { usePages } from '#web/calls/rows.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { listPurchaseOrders } from '../order-calls.ts'
import { listSupplierLedger, listSupplierPrices } from '../supplier-calls.ts'
import { OrderStatus } from '../orders/order-status.tsx'
import { ReceivedBar } from '../orders/received-bar.tsx'
import { packPrice } from '../orders/order-lines.ts'
import type { LedgerRow, PriceRow } from './supplier-types.ts'

const PAGE = 50
const at = '/dashboard/inventory'

const kinds: Record<LedgerRow['kind'], { label: string; icon: Icon; sign: string }> = {
  bill: { label: 'Bill', icon: IconReceipt, sign: '' },
  payment: { label: 'Payment', icon: IconCoins, sign: '−' },
  credit: { label: 'Credit', icon: IconReceiptRefund, sign: '−' },
  reversal: { label: 'Payment taken back', icon: IconRotate, sign: '' },
  return: { label: 'Return', icon: IconTruckReturn, sign: '' },
}
const addresses: Partial<Record<LedgerRow['kind'], string>> = { bill: 'order-bills', return: 'supplier-returns' }

/** Bills, payments, credits and returns, newest first, with what was owed after each. */
export const AccountPanel = ({ supplier }: { supplier: number }) => {
  const go = useNavigate()
  const rows = usePages(pages(listSupplierLedger, { params: { id: supplier }, query: { limit: PAGE } }))
  return (
    <DataTable
      label={t('Account')}
      of={rows}
      rowKey={({ id }) => id}
      onOpen={({ kind, document }) => {
        const place = addresses[kind]
        void go(place ? `${at}/${place}/${document}` : `${at}/order-bills?show=payments&payment=${document}`)
      }}
      empty={
        <Empty icon={IconReceipt} title={t('Nothing was billed yet')}>
          {t('Bills of this supplier, what was paid on them and what went back stand here.')}
        </Empty>
      }
      columns={[
        { key: 'date', title: t('Date'), width: 112, render: (row) => <span className="num">{date(row.date)}</span> },
        {
          key: 'kind',
          title: t('What'),
          render: ({ kind, number: name, is_cancelled }) => {
            const { label, icon: Sign } = kinds[kind]
            return (
              <span className="row">
                <Sign size={16} stroke={1.5} className="t3 not-phone" aria-hidden />
                <span className="clip">
                  {is_cancelled ? <s>{t(label)}</s> : t(label)} <span className="num t2">{name}</span>
                </span>
                {is_cancelled && <Status tone="inactive">{t('Cancelled')}</Status>}
              </span>
            )
          },
        },
        {
          key: 'amount',
          title: t('Amount'),
          width: 128,
          align: 'end',
          render: ({ kind, amount }) => `${kinds[kind].sign}${money(amount)}`,
        },
        {
          key: 'balance',
          title: t('Owed then'),
          width: 128,
          align: 'end',
          hideOnPhone: true,
          render: ({ balance }) => <b>{money(balance)}</b>,
        },
      ]}
    />
  )
}

/** What was ordered from a supplier, newest first. */
export const OrdersPanel = ({ supplier }: { supplier: number }) => {
  const go = useNavigate()
  const rows = usePages(pages(listPurchaseOrders, { query: { supplier, limit: PAGE } }))
  return (
    <DataTable
      label={t('Purchase orders')}
      of={rows}
      rowKey={({ id }) => id}
      onOpen={({ id }) => void go(`${at}/purchase-orders/${id}`)}
      empty={<Empty icon={IconTag} title={t('Nothing was ordered yet')} />}
      columns={[
        { key: 'number', title: t('Number'), width: 136, render: ({ number: name }) => <span className="num strong">{name}</span> },
        { key: 'date', title: t('Date'), width: 112, hideOnPhone: true, render: ({ date_created }) => dayOf(date_created) },
        { key: 'store', title: t('Deliver to'), hideOnPhone: true, render: ({ store_name }) => store_name },
        { key: 'total', title: t('Total'), width: 120, align: 'end', render: ({ total_amount }) => money(total_amount) },
        {
          key: 'came',
          title: t('Came'),
          width: 128,
          hideOnPhone: true,
          render: ({ received_units, ordered_units }) => <ReceivedBar received={received_units} ordered={ordered_units} />,
        },
        { key: 'status', title: t('State'), width: 136, render: ({ status }) => <OrderStatus of={status} /> },
      ]}
    />
  )
}

const sources: Record<PriceRow['source'], { label: string; place: string }> = {
  order: { label: 'Order', place: 'purchase-orders' },
  delivery: { label: 'Delivery', place: 'incoming-items' },
  bill: { label: 'Bill', place: 'order-bills' },
}

/** What a supplier asked for items, newest first. */
export const PricesPanel = ({ supplier }: { supplier: number }) => {
  const go = useNavigate()
  const rows = usePages(pages(listSupplierPrices, { params: { id: supplier }, query: { limit: PAGE } }))
  return (
    <DataTable
      label={t('Prices')}
      of={rows}
      rowKey={({ id, source }) => `${source}-${id}`}
      onOpen={({ source, document }) => void go(`${at}/${sources[source].place}/${document}`)}
      empty={
        <Empty icon={IconTag} title={t('No prices yet')}>
          {t('What this supplier asked in orders, deliveries and bills stands here.')}
        </Empty>
      }
      columns={[
        { key: 'date', title: t('Date'), width: 112, hideOnPhone: true, render: (row) => <span className="num">{dayOf(row.at)}</span> },
        { key: 'item', title: t('Item'), wraps: true, render: ({ item_name }) => <span className="strong">{item_name}</span> },
        {
          key: 'source',
          title: t('Where'),
          width: 200,
          hideOnPhone: true,
          render: ({ source, number: name }) => (
            <>
              {t(sources[source].label)} <span className="num t3">{name}</span>
            </>
          ),
        },
        {
          key: 'price',
          title: t('Price of a pack'),
          width: 144,
          align: 'end',
          hideOnPhone: true,
          render: ({ price, pack_units }) => (pack_units === 1 ? <span className="t3">–</span> : `${money(price)} / ${number(pack_units)}`),
        },
        {
          key: 'unit',
          title: t('Of one unit'),
          width: 144,
          align: 'end',
          render: ({ unit_cost, unit }) => (
            <>
              <b title={unit_cost}>{money(packPrice(unit_cost, 1))}</b> <span className="t3 small">{unit}</span>
            </>
          ),
        },
      ]}
    />
  )
}
