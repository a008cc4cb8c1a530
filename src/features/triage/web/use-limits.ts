import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { listVitalLimits } from '../contract.ts'
import type { Limit } from '../limits.ts'

const asNumber = (value: string | null) => (value === null ? null : Number(value))
const noLimits: Limit[] = []

/** The limits of the clinic as the rules want them. */
export const useLimits = (): Limit[] => {
  const { data } = useQuery({
    ...query(listVitalLimits),
    staleTime: Infinity,
    select: (rows) =>
      rows.map((row) => ({
        ...row,
        low: asNumber(row.low),
        high: asNumber(row.high),
        low_critical: asNumber(row.low_critical),
        high_critical: asNumber(row.high_critical),
      })),
  })
  return data ?? noLimits
}
