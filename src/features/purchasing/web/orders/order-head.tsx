import type { ReactNode } from 'react'
import { date, dayOf, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { DocumentHead } from '#web/ui/document.tsx'
import { OrderStatus } from './order-status.tsx'
import type { PurchaseOrder } from './order-types.ts'

/** Which order it is, how it stands, from whom, where to and by when. */
export const OrderHead = ({ order, actions }: { order: PurchaseOrder; actions: ReactNode }) => (
  <DocumentHead
    title={order.number}
    back={{ to: '/dashboard/inventory/purchase-orders', label: t('All orders') }}
    status={<OrderStatus state={order.status} chip />}
    sub={[
      order.supplier_name,
      t('to {store}', { store: order.store_name }),
      t('created by {who} on {date}', { who: order.requested_by_name, date: dayOf(order.date_created) }),
      order.expected_on && t('expected {date}', { date: date(order.expected_on) }),
      money(order.total_amount, { withCurrency: true }),
    ]
      .filter(Boolean)
      .join(' · ')}
    actions={actions}
  />
)
