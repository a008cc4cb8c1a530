import { queryOptions } from '@tanstack/react-query'

/** How many rows a list has: only the number is wanted, not the rows. */
export const counted = <Name extends string>(
  name: Name,
  live: readonly string[],
  ask: () => Promise<{ total: number | null; rows: unknown[] }>,
) =>
  queryOptions({
    queryKey: ['count', name],
    queryFn: async () => {
      const { total, rows } = await ask()
      return total ?? rows.length
    },
    meta: { live },
  })

/** The query of a list of which only the number is wanted. */
export const one = { limit: 1, count: 'true' } as const
