import { queryOptions, useQuery } from '@tanstack/react-query'
import { listOrderBills } from '#calls/purchasing/contract-bills.ts'
import { listPurchaseOrders } from '#calls/purchasing/contract-orders.ts'
import { listRequisitions } from '#calls/purchasing/contract-requisitions.ts'
import { callPage } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { listRecalls } from '#features/stock/contract-recalls.ts'

/** Only the number is wanted, not the rows. */
const counted = <Name extends string>(name: Name, live: readonly string[], ask: () => Promise<{ total: number | null; rows: unknown[] }>) =>
  queryOptions({
    queryKey: ['count', name],
    queryFn: async () => {
      const { total, rows } = await ask()
      return total ?? rows.length
    },
    meta: { live },
  })
const one = { limit: 1, count: 'true' } as const

/** Recalls in force, and what waits for somebody's word in purchasing, for those who may see it. */
export const useWaiting = () => {
  const { can } = useRights()
  const mayBuy = can(listRequisitions)
  const recalls = useQuery(counted('open recalls', ['stock'], () => callPage(listRecalls, { query: { status: 'open', ...one } })))
  const requisitions = useQuery({
    ...counted('waiting requisitions', ['purchasing'], () => callPage(listRequisitions, { query: { waiting: 'true', ...one } })),
    enabled: mayBuy,
  })
  const orders = useQuery({
    ...counted('waiting orders', ['purchasing'], () => callPage(listPurchaseOrders, { query: { waiting: 'true', ...one } })),
    enabled: mayBuy,
  })
  const bills = useQuery({
    ...counted('differing bills', ['purchasing'], () => callPage(listOrderBills, { query: { differs: 'true', ...one } })),
    enabled: mayBuy,
  })
  const approvals = [
    { key: 'requisitions', to: '/dashboard/inventory/requisitions?tab=waiting', label: t('Requisitions'), count: requisitions.data },
    { key: 'orders', to: '/dashboard/inventory/purchase-orders?tab=waiting', label: t('Purchase orders'), count: orders.data },
    { key: 'bills', to: '/dashboard/inventory/order-bills?state=differs', label: t('Order bills'), count: bills.data },
  ]
  return {
    recalls: recalls.data ?? 0,
    // Nothing to approve is no tile.
    approvals: approvals.flatMap(({ count, ...tile }) => (count ? [{ ...tile, count }] : [])),
  }
}
