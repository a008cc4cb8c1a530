import type { ReactNode } from 'react'
import { date, dayOf, money } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { DocumentHead } from '#web/ui/document.tsx'
import { OrderStatus } from './order-status.tsx'
import type { PurchaseOrder } from './order-types.ts'

/** Which order it is, how it stands, from whom, where to and by when. */
export const OrderHead = ({ of, actions }: { of: PurchaseOrder; actions: ReactNode }) => (
  <DocumentHead
    title={of.number}
    back={{ to: '/dashboard/inventory/purchase-orders', label: t('All orders') }}
    status={<OrderStatus of={of.status} chip />}
    sub={[
      of.supplier_name,
      t('to {store}', { store: of.store_name }),
      t('made by {who} on {date}', { who: of.requested_by_name, date: dayOf(of.date_created) }),
      of.expected_on && t('expected {date}', { date: date(of.expected_on) }),
      money(of.total_amount, { withCurrency: true }),
    ]
      .filter(Boolean)
      .join(' · ')}
    actions={actions}
  />
)
