import { queryOptions, useQuery } from '@tanstack/react-query'
import { listItems } from '#features/catalogue/contract.ts'
import { callPage } from '#web/calls/api.ts'
import type { LiveMeta } from '#web/calls/news-about.ts'
import { useRights } from '#web/session/rights.ts'
import type { ChosenTest } from './chosen-tests.ts'

const STILL_MS = 5 * 60_000
const PAGE = 100

/** The price of every laboratory item, page by page. */
const allPrices = async (signal: AbortSignal): Promise<ReadonlyMap<number, string | null>> => {
  const prices = new Map<number, string | null>()
  let cursor: string | null = null
  do {
    const asked = { category: 'laboratory', active: 'true', limit: PAGE, ...(cursor !== null && { cursor }) } as const
    const page: Awaited<ReturnType<typeof callPage<typeof listItems>>> = await callPage(listItems, { query: asked }, { signal })
    for (const { id, price } of page.rows) prices.set(id, price)
    cursor = page.next
  } while (cursor !== null)
  return prices
}
const pricesQuery = queryOptions({
  queryKey: [listItems.path, 'laboratory prices'],
  queryFn: ({ signal }) => allPrices(signal),
  meta: { live: listItems.live } satisfies LiveMeta,
  staleTime: STILL_MS,
})

/** Cash prices of laboratory tests for those who may see them. A profile whose tests are charged one by one has none of its own. */
export const usePrices = () => {
  const { can } = useRights()
  const mayPrice = can(listItems)
  const { data } = useQuery({ ...pricesQuery, enabled: mayPrice })
  const priceOf = ({ item }: Pick<ChosenTest, 'item'>): string | null => (item === null ? null : (data?.get(item) ?? null))
  return {
    mayPrice,
    priceOf,
  }
}
