import { getStockItem, scanCode } from '../item-calls.ts'
import { ApiError, call } from '#web/calls/api.ts'
import { queryClient } from '#web/calls/query-client.ts'
import type { Card, Found } from './line-types.ts'

const FRESH_MS = 60_000

/** The card of an item for a line. Not live: two hundred lines would all be asked for again whenever something moves. */
export const cardQuery = (item: number) => ({
  queryKey: ['line-card', item] as const,
  queryFn: ({ signal }: { signal: AbortSignal }): Promise<Card> => call(getStockItem, { params: { id: item } }, { signal }),
  staleTime: FRESH_MS,
})

/** What was chosen by its name. */
export const findItem = async (item: number): Promise<Found> => ({
  card: await queryClient.fetchQuery(cardQuery(item)),
  pack: null,
  lot: null,
  expires_on: null,
  quantity: null,
  isScanned: false,
})

/** What a scanned code means; null when nobody knows it. Throws the server's words when it cannot be read. */
export const findCode = async (code: string): Promise<Found | null> => {
  try {
    const { item, pack, pack_name, pack_units, lot, expires_on, quantity } = await call(scanCode, { query: { code } })
    const card = await queryClient.fetchQuery(cardQuery(item))
    const named = pack === null ? null : { id: pack, name: pack_name ?? '', units: pack_units }
    return { card, pack: named, lot, expires_on, quantity, isScanned: true, code }
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}
