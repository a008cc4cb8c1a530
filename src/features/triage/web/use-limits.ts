import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { listVitalLimits } from '../contract.ts'
import type { Limit } from '../limits.ts'

/** A figure of the wire as a number. */
export const numberOrNull = (value: string | null | undefined): number | null => (value == null ? null : Number(value))
const noLimits: Limit[] = []

/** The limits of the clinic as the rules want them. */
export const useLimits = (): Limit[] => {
  const { data } = useQuery({
    ...query(listVitalLimits),
    staleTime: Infinity,
    select: (rows) =>
      rows.map((row) => ({
        ...row,
        low: numberOrNull(row.low),
        high: numberOrNull(row.high),
        low_critical: numberOrNull(row.low_critical),
        high_critical: numberOrNull(row.high_critical),
      })),
  })
  return data ?? noLimits
}
