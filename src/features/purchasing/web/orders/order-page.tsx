import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { DocumentPage, useIdInAddress } from '#web/ui/document.tsx'
import { Loading } from '#web/ui/four-states.tsx'
import { getPurchaseOrder, updatePurchaseOrder } from '../order-calls.ts'

// The boxes of a draft are not needed to read an order, nor the other way round.
const OrderDraft = lazy(async () => ({ default: (await import('./order-draft.tsx')).OrderDraft }))
const OrderView = lazy(async () => ({ default: (await import('./order-view.tsx')).OrderView }))

/** One order: written as long as it is a draft, then followed until all of it has come. */
export const OrderPage = () => {
  const { can } = useRights()
  const id = useIdInAddress()
  const order = useQuery(query(getPurchaseOrder, { params: { id } }))
  const missing = { title: t('Order not found'), to: '/dashboard/inventory/purchase-orders', label: t('All orders') }
  return (
    <DocumentPage document={order} missing={missing}>
      {(order) => (
        <Suspense fallback={<Loading rows={12} height={28} />}>
          {order.status === 'draft' && can(updatePurchaseOrder) ? (
            <OrderDraft key={order.id} order={order} />
          ) : (
            <OrderView key={order.id} order={order} />
          )}
        </Suspense>
      )}
    </DocumentPage>
  )
}
