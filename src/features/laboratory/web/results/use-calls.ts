import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState, useEffect } from 'react'
import { listCriticalCalls } from '#calls/laboratory/contract-results.ts'
import { query } from '#web/calls/api.ts'
import { useRights } from '#web/session/rights.ts'
import type { CriticalCall } from '../lab-types.ts'
import type { Saved } from './work-types.ts'

const isDialogOpen = () => document.querySelector('[role="dialog"][aria-modal="true"]') !== null

/**
 * True once nobody has pressed a key for a while since it was wanted and no other dialog is open: a dialog that opens by itself takes no letter
 * that was meant for a box, and covers no question.
 */
const useQuiet = (isWanted: boolean, forMs = 700): boolean => {
  const [isQuiet, setQuiet] = useState(false)
  // The keyboard is outside React.
  useEffect(() => {
    if (!isWanted) return undefined
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => (isDialogOpen() ? wait() : setQuiet(true)), forMs)
    }
    wait()
    window.addEventListener('keydown', wait, true)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('keydown', wait, true)
      setQuiet(false)
    }
  }, [isWanted, forMs])
  return isWanted && isQuiet
}

/** Critical values of a visit, or of all, that nobody was told of yet. */
export const openCalls = (visit?: number) => query(listCriticalCalls, { query: { ...(visit !== undefined && { visit }), limit: 100 } })

/**
 * The open critical calls of a visit, and the one whose dialog is shown: that of a value that was just entered by itself, as soon as nobody
 * types; any other when it is asked for. What is put off stays open in the list. `others` are those that the same call may be about.
 */
export const useCalls = (visit: number | undefined) => {
  const { can } = useRights()
  const [asked, setAsked] = useState<number | null>(null)
  const [entered, setEntered] = useState<readonly number[]>([])
  const { data } = useQuery({
    ...openCalls(visit),
    enabled: visit !== undefined && can(listCriticalCalls),
    placeholderData: keepPreviousData,
  })
  const open: readonly CriticalCall[] = (data ?? []).filter((one) => one.closed_at === null && one.visit === visit)
  const wanted = open.find(({ request_panel }) => entered.includes(request_panel))
  const isQuiet = useQuiet(wanted !== undefined)
  const shown = open.find(({ request_panel }) => request_panel === asked) ?? (isQuiet ? wanted : undefined) ?? null
  return {
    open,
    shown,
    others: open.filter(({ id }) => id !== shown?.id),
    ask: (panel: number) => setAsked(panel),
    askSaved: (saved: readonly Saved[]) => setEntered((all) => [...new Set([...all, ...saved.map(({ id }) => id)])]),
    /** All that were just entered: the dialog of the next one would be in the way. */
    putOff: () => {
      setAsked(null)
      setEntered([])
    },
  }
}
