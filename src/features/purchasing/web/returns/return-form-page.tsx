import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { listInventories } from '#features/stock/contract-ledger.ts'
import { Id } from '#shared/paging.ts'
import { call, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { DocumentHead, isMissing, NoSuchDocument } from '#web/ui/document.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { getGoodsReceipt, type Delivery } from '../receiving-calls.ts'
import { damagedLines } from './return-lines.ts'

const ReturnForm = lazy(async () => ({ default: (await import('./return-form.tsx')).ReturnForm }))

const state = { supplier: Id, store: Id, delivery: Id }
const MOST = 100
const back = () => ({ to: '/dashboard/inventory/supplier-returns', label: t('Sent back') })

/** What of the damaged goods of a delivery still lies in quarantine. */
const askHeld = ({ id, supplier, store, items }: Delivery) => ({
  queryKey: ['damaged-of', id] as const,
  queryFn: async ({ signal }: { signal: AbortSignal }) => {
    const wanted = new Set(items.filter(({ damaged_units }) => damaged_units > 0).map(({ item }) => item))
    const found = await Promise.all(
      [...wanted].map((item) =>
        call(listInventories, { query: { item, store, supplier: supplier ?? undefined, state: 'quarantined', limit: MOST } }, { signal }),
      ),
    )
    return found.flat()
  },
  gcTime: 0,
})

const DamagedOf = ({ delivery }: { delivery: Delivery }) => {
  const held = useQuery(askHeld(delivery))
  const { supplier, store, id } = delivery
  return (
    <FourStates query={held} loading={<Loading rows={12} height={28} />}>
      {(there) => (
        <ReturnForm
          asked={{
            supplier,
            store,
            delivery: id,
            reason: t('Damaged on delivery {number}', { number: delivery.number }),
            lines: damagedLines(delivery.items, there),
          }}
        />
      )}
    </FourStates>
  )
}
const OfDelivery = ({ id }: { id: number }) => {
  const asked = useQuery(query(getGoodsReceipt, { params: { id } }))
  if (isMissing(asked)) return <NoSuchDocument title={t('Delivery not found')} {...back()} />
  return (
    <FourStates query={asked} loading={<Loading rows={12} height={28} />}>
      {(delivery) => <DamagedOf delivery={delivery} />}
    </FourStates>
  )
}

/** Sends batches back to a supplier: chosen by hand, or what came damaged with a delivery. */
export const ReturnFormPage = () => {
  const [{ supplier = null, store = null, delivery }] = useUrlState(state)
  return (
    <div className="page-body">
      <DocumentHead title={t('Return goods')} back={back()} />
      <Suspense fallback={<Loading rows={12} height={28} />}>
        {delivery === undefined ? <ReturnForm asked={{ supplier, store }} /> : <OfDelivery id={delivery} />}
      </Suspense>
    </div>
  )
}
