import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useOptimisticVisits, withChanges } from '#features/attendance/web/use-visit-changes.ts'
import { query } from '#web/calls/api.ts'
import { pollAfter } from '#web/calls/query-client.ts'
import { useNow } from '#web/state/use-now.ts'
import { getBoard } from '../contract.ts'
import { byColumn, changedSince, targetsOf, type Board, type Visit } from './board-rules.ts'

const TICK_MS = 5_000
const FRESH_MS = 2_000
const noVisits: Visit[] = []

/** Who is shown: nobody when the list could not be fetched, whatever was known before. */
export const visitsOf = (
  { data, error, dataUpdatedAt }: { data: Board | undefined; error: unknown; dataUpdatedAt: number },
  changes: Parameters<typeof withChanges>[1],
) => (error || !data ? noVisits : withChanges(data.visits, changes, dataUpdatedAt))

/** The ids that changed with the latest news, for a moment. The first board is not news. */
const useFresh = (visits: readonly Visit[] | undefined): ReadonlySet<number> => {
  const known = useRef<ReadonlyMap<number, number> | null>(null)
  const [fresh, setFresh] = useState<ReadonlySet<number>>(new Set())
  // News comes from outside React, and its mark goes by the clock.
  useEffect(() => {
    if (!visits) return undefined
    const changed = known.current ? changedSince(known.current, visits) : []
    known.current = new Map(visits.map(({ id, version }) => [id, version]))
    if (changed.length === 0) return undefined
    setFresh(new Set(changed))
    const timer = setTimeout(() => setFresh(new Set()), FRESH_MS)
    return () => clearTimeout(timer)
  }, [visits])
  return fresh
}

/**
 * The house as it is now: what the server said, with this browser's own changes laid over it, and the time by the server's clock. When the
 * list cannot be fetched it is empty, and `error` says so.
 */
export const useBoard = () => {
  const asked = useQuery({
    ...query(getBoard, { query: {} }),
    refetchInterval: ({ state }) => (state.status === 'error' ? pollAfter(0, state) : false),
  })
  const { data, error, dataUpdatedAt, refetch } = asked
  const changes = useOptimisticVisits()
  const clock = useNow(TICK_MS)
  const visits = useMemo(() => visitsOf({ data, error, dataUpdatedAt }, changes), [data, error, changes, dataUpdatedAt])
  const fresh = useFresh(data?.visits)
  // Waits are counted by the server's clock: those of the clinic's machines differ.
  const now = data ? Math.max(clock, dataUpdatedAt) + Date.parse(data.at) - dataUpdatedAt : clock
  return {
    isLoading: data === undefined && !error,
    error,
    refetch: () => void refetch(),
    visits,
    columns: useMemo(() => byColumn(visits), [visits]),
    targets: useMemo(() => targetsOf(data?.waits ?? []), [data?.waits]),
    now,
    fresh,
  }
}
export type LiveBoard = ReturnType<typeof useBoard>
