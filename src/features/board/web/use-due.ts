import { useQuery } from '@tanstack/react-query'
import type { Track } from '#features/attendance/rules.ts'
import { listCashierQueue } from '#features/billing/contract.ts'
import { query } from '#web/calls/api.ts'
import { useRights } from '#web/session/rights.ts'
import type { Visit } from './board-rules.ts'

/** Where an unpaid bill holds somebody up. */
const paidFirst: readonly Track[] = ['lab', 'pharmacy', 'billing']

/** What a patient has still to pay, where it holds them up, for who may see bills; undefined when there is nothing. */
export const useDue = ({ id, track }: Visit): string | undefined => {
  const { can } = useRights()
  const { data } = useQuery({
    ...query(listCashierQueue, { query: {} }),
    enabled: can(listCashierQueue) && paidFirst.includes(track),
    select: (rows) => rows.find((row) => row.id === id)?.due,
  })
  return data !== undefined && Number(data) > 0 && paidFirst.includes(track) ? data : undefined
}
