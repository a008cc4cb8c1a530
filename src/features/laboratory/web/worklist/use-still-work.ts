import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { RequestOf } from '#shared/endpoint.ts'
import { getWorklist } from '#features/laboratory/contract-results.ts'
import { query } from '#web/calls/api.ts'
import { isOutOfOrder, stillRows } from '../results/work-rows.ts'
import type { Work, WorkPanel, WorkRow } from '../results/work-types.ts'

export type WorkAsked = RequestOf<typeof getWorklist>['query']

const keyed = (panels: readonly WorkPanel[]) => panels.map((panel) => ({ key: String(panel.id), panel }))
const none: readonly WorkRow[] = []

/**
 * A work list that stands still while it is worked on: rows that are done stay, whoever did them, and others come last, until it is put in
 * order.
 */
export const useStillWork = (work: Work, asked: WorkAsked) => {
  const [before, setBefore] = useState<{ rows: readonly WorkRow[]; panels: readonly WorkPanel[] }>(work)
  const there = new Set(work.rows.map(({ key }) => key))
  const hasDone = before.rows.some(({ key }) => !there.has(key))
  const { data: done } = useQuery({ ...query(getWorklist, { query: { ...asked, show: 'approve' } }), enabled: hasDone })
  const rows = stillRows(before.rows, work.rows, done?.rows ?? none)
  const known = new Set(before.panels.map(({ id }) => id))
  const more = work.panels.filter(({ id }) => !known.has(id))
  if (rows !== before.rows || more.length > 0) setBefore({ rows, panels: more.length > 0 ? [...before.panels, ...more] : before.panels })
  const isMoved = useMemo(
    () => isOutOfOrder(rows, work.rows) || isOutOfOrder(keyed(before.panels), keyed(work.panels)),
    [rows, before, work],
  )
  return { rows, panels: before.panels, isOutOfOrder: isMoved, putInOrder: () => setBefore(work) }
}
