import { unitName } from '#features/directions/web/quantity-name.tsx'
import { date, dateTime, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Column } from '#web/ui/data-table.tsx'
import { Status } from '#web/ui/status.tsx'
import type { DeliveryRow, Incoming } from '../receiving-calls.ts'

const dash = <span className="t3">–</span>

/** Whose goods they are: bought of somebody, or given. */
export const sourceOf = ({ supplier_name, is_donation }: Pick<DeliveryRow, 'supplier_name' | 'is_donation'>): string =>
  is_donation ? [t('Donation'), supplier_name].filter(Boolean).join(' · ') : (supplier_name ?? '')

/** Nothing while a delivery simply stands. */
export const DeliveryStatus = ({ delivery, chip }: { delivery: Pick<DeliveryRow, 'reverses' | 'reversed_by'>; chip?: boolean }) =>
  delivery.reversed_by !== null ? (
    <Status tone="inactive" chip={chip}>
      {t('Reversed')}
    </Status>
  ) : delivery.reverses !== null ? (
    <Status tone="attention" chip={chip}>
      {t('Reverses')}
    </Status>
  ) : null

export const deliveryListColumns = ({ isNarrow, isWide }: { isNarrow: boolean; isWide: boolean }): readonly Column<DeliveryRow>[] => {
  const columns: (Column<DeliveryRow> | false)[] = [
    {
      key: 'number',
      title: t('Number'),
      width: 160,
      hideOnPhone: true,
      render: ({ number: name }) => <span className="num strong">{name}</span>,
    },
    {
      key: 'day',
      title: t('Day'),
      width: 112,
      render: ({ received_on, received_at }) => (
        <span className="num" title={dateTime(received_at)}>
          {date(received_on)}
        </span>
      ),
    },
    {
      key: 'from',
      title: t('From'),
      render: (row) => (
        <span className="clip">
          {sourceOf(row)} <DeliveryStatus delivery={row} />
        </span>
      ),
    },
    {
      key: 'order',
      title: t('Order'),
      width: 136,
      hideOnPhone: true,
      render: ({ purchase_order_number }) => (purchase_order_number === null ? dash : <span className="num">{purchase_order_number}</span>),
    },
    !isNarrow && {
      key: 'note',
      title: t('Delivery note'),
      width: 136,
      hideOnPhone: true,
      render: ({ delivery_note }) => (delivery_note === '' ? dash : <span className="num">{delivery_note}</span>),
    },
    isWide && { key: 'store', title: t('Store'), width: 128, hideOnPhone: true, render: ({ store_name }) => store_name },
    { key: 'who', title: t('By'), width: 152, hideOnPhone: true, render: ({ received_by_name }) => received_by_name },
    { key: 'items', title: t('Items'), width: 64, align: 'end', hideOnPhone: true, render: ({ item_count }) => number(item_count) },
    { key: 'total', title: t('Total'), width: 120, align: 'end', hideOnPhone: true, render: ({ total }) => money(total) },
  ]
  return columns.filter((column) => column !== false)
}

export const incomingColumns = ({ isNarrow }: { isNarrow: boolean }): readonly Column<Incoming>[] => {
  const columns: (Column<Incoming> | false)[] = [
    {
      key: 'item',
      title: t('Item'),
      wraps: true,
      render: ({ item_name, item_code }) => (
        <span className="clip">
          <span className="strong">{item_name}</span> <span className="small t3 num">{item_code}</span>
        </span>
      ),
    },
    {
      key: 'units',
      title: t('Received'),
      width: 136,
      align: 'end',
      render: ({ units, unit }) => (
        <>
          {number(units)} <span className="t3">{unitName(unit, units)}</span>
        </>
      ),
    },
    { key: 'lot', title: t('Lot'), width: 112, render: ({ lot_no }) => (lot_no === '' ? dash : <span className="num">{lot_no}</span>) },
    {
      key: 'expiry',
      title: t('Expires'),
      width: 112,
      hideOnPhone: true,
      render: ({ expiry_date }) => (expiry_date === null ? dash : <span className="num">{date(expiry_date)}</span>),
    },
    !isNarrow && {
      key: 'price',
      title: t('Price'),
      width: 96,
      align: 'end' as const,
      hideOnPhone: true,
      render: ({ purchase_price }) => money(purchase_price),
    },
    { key: 'supplier', title: t('From'), width: 192, hideOnPhone: true, render: sourceOf },
    {
      key: 'number',
      title: t('Delivery'),
      width: 160,
      hideOnPhone: true,
      render: ({ number: name, is_reversed }) => <span className={is_reversed ? 't3 num' : 'num'}>{name}</span>,
    },
    !isNarrow && { key: 'day', title: t('Day'), width: 112, hideOnPhone: true, render: ({ received_on }) => date(received_on) },
  ]
  return columns.filter((column) => column !== false)
}
