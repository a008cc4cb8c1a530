import {
  useInfiniteQuery,
  useQuery,
  type QueryKey,
  type UseInfiniteQueryOptions,
  type InfiniteData,
  type UseQueryOptions,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { RowPage } from './api.ts'

/** A list as tables want it: rows so far, and the way to get more of them. */
export interface Rows<Row> {
  data: Row[] | undefined
  error: unknown
  dataUpdatedAt: number
  refetch: () => unknown
  hasMore: boolean
  isFetchingMore: boolean
  fetchMore: () => void
  total: number | null
}

type PagesOptions<Row, Key extends QueryKey> = UseInfiniteQueryOptions<RowPage<Row>, Error, InfiniteData<RowPage<Row>>, Key, string | null>

/** Rows of a paged list: `usePages(pages(listPatients, { query }))`. */
export const usePages = <Row, Key extends QueryKey>(options: PagesOptions<Row, Key>): Rows<Row> => {
  const { data, error, dataUpdatedAt, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(options)
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows), [data])
  return {
    data: rows,
    error,
    dataUpdatedAt,
    refetch,
    hasMore: hasNextPage,
    isFetchingMore: isFetchingNextPage,
    fetchMore: () => void fetchNextPage(),
    total: data?.pages[0]?.total ?? null,
  }
}

/** Rows of a list that answers whole: `useRows(query(listGroups))`. */
export const useRows = <Row, Key extends QueryKey>(options: UseQueryOptions<Row[], Error, Row[], Key>): Rows<Row> => {
  const { data, error, dataUpdatedAt, refetch } = useQuery(options)
  return { data, error, dataUpdatedAt, refetch, hasMore: false, isFetchingMore: false, fetchMore: () => {}, total: data?.length ?? null }
}
