import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense } from 'react'
import { Id } from '#shared/paging.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { DocumentHead, isMissing, NoSuchDocument } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { getGoodsReceipt, getPurchaseOrder, listBillable } from '../receiving-calls.ts'
import { linesOfDelivery, linesToBill } from './bill-lines.ts'

// What is asked first does not wait for it.
const Form = lazy(async () => ({ default: (await import('./bill-form.tsx')).BillForm }))
const BillForm = (props: ComponentProps<typeof Form>) => (
  <Suspense fallback={<Loading rows={12} height={28} />}>
    <Form {...props} />
  </Suspense>
)

const state = { order: Id, delivery: Id, supplier: Id }
const ADDRESS = '/dashboard/inventory/order-bills'
const back = () => ({ to: ADDRESS, label: t('Bills') })
interface Shared {
  onOrder: (order: number) => void
}

const OfOrder = ({ id, onOrder }: Shared & { id: number }) => {
  const order = useQuery(query(getPurchaseOrder, { params: { id } }))
  const billable = useQuery(query(listBillable, { query: { purchase_order: id } }))
  if (isMissing(order)) return <NoSuchDocument title={t('Order not found')} to={ADDRESS} label={t('All bills')} />
  const known = order.data
  return (
    <FourStates query={billable} loading={<Loading rows={12} height={28} />}>
      {(items) =>
        known ? (
          <>
            <DocumentHead title={t('Record invoice')} sub={[known.supplier_name, known.number].filter(Boolean).join(' · ')} back={back()} />
            <BillForm
              key={id}
              order={known}
              supplier={known.supplier}
              lines={linesToBill(items, known)}
              draftKey={`order-bill-${id}`}
              onOrder={onOrder}
            />
          </>
        ) : (
          <Loading rows={12} height={28} />
        )
      }
    </FourStates>
  )
}
const OfDelivery = ({ id, onOrder }: Shared & { id: number }) => {
  const asked = useQuery(query(getGoodsReceipt, { params: { id } }))
  if (isMissing(asked)) return <NoSuchDocument title={t('Delivery not found')} to={ADDRESS} label={t('All bills')} />
  return (
    <FourStates query={asked} loading={<Loading rows={12} height={28} />}>
      {(delivery) => (
        <>
          <DocumentHead
            title={t('Record invoice')}
            sub={[delivery.supplier_name, delivery.number].filter(Boolean).join(' · ')}
            back={back()}
          />
          <BillForm
            key={id}
            order={null}
            supplier={delivery.supplier}
            lines={linesOfDelivery(delivery)}
            draftKey={`order-bill-of-${id}`}
            onOrder={onOrder}
          />
        </>
      )}
    </FourStates>
  )
}

/** Records a supplier's bill: of an order, of a delivery, or of neither. */
export const BillFormPage = () => {
  const [{ order, delivery, supplier }, setUrl] = useUrlState(state)
  const onOrder = (id: number) => setUrl({ order: String(id), delivery: '' })
  return (
    <div className="page-body">
      {order !== undefined ? (
        <OfOrder id={order} onOrder={onOrder} />
      ) : delivery !== undefined ? (
        <OfDelivery id={delivery} onOrder={onOrder} />
      ) : (
        <>
          <DocumentHead title={t('Record invoice')} sub={t('Without an order')} back={back()} />
          <BillForm key="new" order={null} supplier={supplier ?? null} lines={[]} draftKey="order-bill-new" onOrder={onOrder} />
        </>
      )}
    </div>
  )
}
