import { useQuery } from '@tanstack/react-query'
import { listLow } from '#features/stock/contract-ledger.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { callPage } from '#web/calls/api.ts'
import { useRights } from '#web/session/rights.ts'

export type LowRow = ResponseOf<typeof listLow>[number]

const FRESH_MS = 60_000
const PAGE = 100
/** A document bears no more lines than this. */
const MOST = 500

const askAll = async (store: number | undefined, signal: AbortSignal): Promise<LowRow[]> => {
  const rows: LowRow[] = []
  for (let cursor: string | undefined; ;) {
    const page = await callPage(listLow, { query: { store, limit: PAGE, cursor } }, { signal })
    rows.push(...page.rows)
    if (page.next === null || rows.length >= MOST) return rows
    cursor = page.next
  }
}
const byItem = (rows: LowRow[]): ReadonlyMap<number, LowRow> => new Map(rows.map((row) => [row.id, row]))

/** What a store has too little of, by item, with what to order. Asked for once, not live: the lines that were filled from it stay. */
export const useLow = (store: number | undefined) => {
  const { can } = useRights()
  return useQuery({
    queryKey: ['low-for-lines', store ?? null],
    queryFn: ({ signal }) => askAll(store, signal),
    select: byItem,
    staleTime: FRESH_MS,
    enabled: can(listLow),
  })
}
