import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { listLabTestRequests } from '../contract.ts'
import { ordersOf } from './asked-orders.ts'

/** How many laboratory orders of a visit were sent: of the same answer as the panel shows. */
export const useSentOrders = (process: number | null): number => {
  const { data } = useQuery({ ...query(listLabTestRequests, { query: { process: process ?? 0, limit: 100 } }), enabled: process !== null })
  return ordersOf(data ?? []).length
}
