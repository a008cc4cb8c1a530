import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { DocumentHead, isMissing, NoSuchDocument } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { getPurchaseOrder } from '../receiving-calls.ts'

// Who chooses an order does not need the form yet, nor the other way round.
const ReceiveForm = lazy(async () => ({ default: (await import('./receive-form.tsx')).ReceiveForm }))
const WaitingOrders = lazy(async () => ({ default: (await import('./waiting-orders.tsx')).WaitingOrders }))

const state = { order: Id, kind: z.enum(['bought', 'given']) }
const ADDRESS = '/dashboard/inventory/incoming-items'
const back = () => ({ to: ADDRESS, label: t('Deliveries') })

const OfOrder = ({ id }: { id: number }) => {
  const asked = useQuery(query(getPurchaseOrder, { params: { id } }))
  if (isMissing(asked)) return <NoSuchDocument title={t('Order not found')} to={`${ADDRESS}/new`} label={t('Awaiting delivery')} />
  return (
    <FourStates query={asked} loading={<Loading rows={12} height={28} />}>
      {(order) => (
        <>
          <DocumentHead
            title={t('Receive {number}', { number: order.number })}
            sub={[order.supplier_name, order.store_name].filter(Boolean).join(' · ')}
            back={back()}
          />
          <Suspense fallback={<Loading rows={12} height={28} />}>
            <ReceiveForm key={order.id} order={order} isDonation={false} />
          </Suspense>
        </>
      )}
    </FourStates>
  )
}

/** Takes in a delivery: of the order in the address, or without one; first asks which. */
export const ReceivePage = () => {
  const [{ order, kind }, setUrl] = useUrlState(state)
  if (order === undefined && kind === undefined)
    return (
      <Suspense fallback={<Loading rows={12} height={28} />}>
        <WaitingOrders choose={setUrl} />
      </Suspense>
    )
  return (
    <div className="page-body">
      {order === undefined ? (
        <>
          <DocumentHead
            title={kind === 'given' ? t('Receive donation') : t('Receive delivery')}
            sub={kind === 'given' ? undefined : t('Without an order')}
            back={back()}
          />
          <Suspense fallback={<Loading rows={12} height={28} />}>
            <ReceiveForm key={kind} order={null} isDonation={kind === 'given'} />
          </Suspense>
        </>
      ) : (
        <OfOrder id={order} />
      )}
    </div>
  )
}
