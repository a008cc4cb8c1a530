import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listCriticalCalls } from '#features/laboratory/contract-critical.ts'
import { query } from '#web/api.ts'
import { useRights } from '#web/rights.ts'
import type { CriticalCall } from '../lab-types.ts'
import type { Saved } from './work-types.ts'

/**
 * The open critical calls of a visit, and the one whose dialog is shown: that of a value that was just entered by itself, any other when it
 * is asked for. What is put off stays open in the list.
 */
export const useCalls = (visit: number | undefined) => {
  const { can } = useRights()
  const [wanted, setWanted] = useState<readonly number[]>([])
  const { data } = useQuery({
    ...query(listCriticalCalls, { query: { ...(visit !== undefined && { visit }), limit: 100 } }),
    enabled: visit !== undefined && can(listCriticalCalls),
    placeholderData: keepPreviousData,
  })
  const open: readonly CriticalCall[] = (data ?? []).filter((one) => one.closed_at === null && one.visit === visit)
  const shown = open.find(({ request_panel }) => wanted.includes(request_panel)) ?? null
  return {
    open,
    shown,
    ask: (panels: readonly number[]) => setWanted((all) => [...new Set([...all, ...panels])]),
    askSaved: (saved: readonly Saved[]) => setWanted((all) => [...new Set([...all, ...saved.map(({ id }) => id)])]),
    putOff: () => shown && setWanted((all) => all.filter((id) => id !== shown.request_panel)),
  }
}
