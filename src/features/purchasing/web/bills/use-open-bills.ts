import { useEffect } from 'react'
import { pages } from '#web/calls/api.ts'
import { usePages } from '#web/calls/rows.ts'
import { listOrderBills, type BillRow } from '../receiving-calls.ts'

const PAGE = 100
/** One payment takes so many bills. */
const MOST = 200

const useAll = (supplier: number, payment_status: 'unpaid' | 'partial') => {
  const { data, error, hasMore, isFetchingMore, fetchMore } = usePages(
    pages(listOrderBills, { query: { supplier, payment_status, limit: PAGE } }),
  )
  // All bills are needed before the one that is due first can come first.
  useEffect(() => {
    if (hasMore && !isFetchingMore && (data?.length ?? 0) < MOST) fetchMore()
  }, [hasMore, isFetchingMore, data, fetchMore])
  return { bills: hasMore && (data?.length ?? 0) < MOST ? undefined : data, error }
}

/** What a supplier still gets: the bills that are due first before the others; undefined until all of them are known. */
export const useOpenBills = (supplier: number): { bills: BillRow[] | undefined; error: unknown } => {
  const unpaid = useAll(supplier, 'unpaid')
  const partial = useAll(supplier, 'partial')
  const bills =
    unpaid.bills &&
    partial.bills &&
    [...unpaid.bills, ...partial.bills]
      .filter(({ is_cancelled }) => !is_cancelled)
      .toSorted((a, b) => a.due_on.localeCompare(b.due_on) || a.id - b.id)
      .slice(0, MOST)
  return { bills, error: unpaid.error ?? partial.error }
}
