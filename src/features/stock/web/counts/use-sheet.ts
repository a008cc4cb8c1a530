import { useRef, useState } from 'react'
import { ApiError, call, messageOf, query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { queryClient } from '#web/calls/query-client.ts'
import { enterCounts, getCount } from '#features/stock/contract-counts.ts'
import { readCount, type Line, type Sheet, withLines } from './sheet-rows.ts'

export interface Typed {
  counted?: string
  reason?: string
  /** Why it was not taken. */
  why?: string
}
const without = (all: Record<number, Typed>, id: number) => Object.fromEntries(Object.entries(all).filter(([key]) => Number(key) !== id))

const keep = (id: number, saved: readonly Line[]) =>
  queryClient.setQueryData<Sheet>(query(getCount, { params: { id } }).queryKey, (sheet) => sheet && withLines(sheet, saved))

/**
 * Counts and reasons of a sheet as they are typed: shown at once, saved one after the other, kept with the reason where they are refused.
 * Nothing that was typed is lost while it is not saved.
 */
export const useSheet = (id: number) => {
  const [typed, setTyped] = useState<Record<number, Typed>>({})
  const [saving, setSaving] = useState(0)
  /** Lines that were saved since another part of the sheet was chosen: they stay in sight. */
  const [touched, setTouched] = useState<ReadonlySet<number>>(new Set())
  const queue = useRef(Promise.resolve())

  const type = (line: number, part: Typed) => setTyped((all) => ({ ...all, [line]: { ...all[line], ...part, why: undefined } }))
  const refuse = (line: number, why: string) => setTyped((all) => ({ ...all, [line]: { ...all[line], why } }))
  /** What was saved is not typed any more, unless something else was typed meanwhile. */
  const settle = (line: number, was: Typed) =>
    setTyped((all) => {
      const now = all[line]
      const isSame = now?.counted === was.counted && now?.reason === was.reason
      return isSame ? without(all, line) : all
    })

  const send = async (line: Line, was: Typed, counted: number | null | undefined) => {
    try {
      const body = {
        lines: [{ id: line.id, ...(counted !== undefined && { counted }), ...(was.reason !== undefined && { reason: was.reason }) }],
      }
      keep(id, await call(enterCounts, { params: { id }, body }))
      settle(line.id, was)
    } catch (error) {
      refuse(line.id, messageOf(error))
      // Somebody handed it in meanwhile: everything is asked for again.
      if (error instanceof ApiError && error.status === 409) void queryClient.invalidateQueries()
    }
    setSaving((n) => n - 1)
  }

  const enqueue = (line: Line, was: Typed, counted: number | null | undefined) => {
    setTouched((all) => new Set([...all, line.id]))
    setSaving((n) => n + 1)
    queue.current = queue.current.then(() => send(line, was, counted))
  }

  /** Saves what was typed into a line; false when it is no count. */
  const save = (line: Line): boolean => {
    const was = typed[line.id]
    if (!was) return true
    const counted = was.counted === undefined ? undefined : readCount(was.counted)
    if (was.counted !== undefined && counted === undefined) {
      refuse(line.id, t('Enter a whole number, zero or more.'))
      return false
    }
    const isSame = (counted === undefined || counted === line.counted) && (was.reason === undefined || was.reason === line.reason)
    // The same number typed once more is a new count: the books may have moved since.
    if (isSame && (was.counted === undefined || line.counted === null)) {
      settle(line.id, was)
      return true
    }
    enqueue(line, was, counted)
    return true
  }
  /** A reason that was given in a dialog. */
  const explain = (line: Line, reason: string) => {
    type(line.id, { reason })
    enqueue(line, { reason }, undefined)
  }
  const forget = () => setTouched(new Set())
  return { typed, type, save, explain, touched, forget, isSaving: saving > 0 }
}
export type SheetEditing = ReturnType<typeof useSheet>
