import { useMemo, useState } from 'react'
import { isOutOfOrder, stillRows } from './work-rows.ts'
import type { Work, WorkPanel, WorkRow } from './work-types.ts'

const keyed = (panels: readonly WorkPanel[]) => panels.map((panel) => ({ key: String(panel.id), panel }))

/** A work list that stands still while it is worked on: rows that are done stay, others come last, until it is put in order. */
export const useStillWork = (work: Work) => {
  const [before, setBefore] = useState<{ rows: readonly WorkRow[]; panels: readonly WorkPanel[] }>(work)
  const rows = stillRows(before.rows, work.rows)
  const known = new Set(before.panels.map(({ id }) => id))
  const more = work.panels.filter(({ id }) => !known.has(id))
  if (rows !== before.rows || more.length > 0) setBefore({ rows, panels: more.length > 0 ? [...before.panels, ...more] : before.panels })
  const isMoved = useMemo(
    () => isOutOfOrder(rows, work.rows) || isOutOfOrder(keyed(before.panels), keyed(work.panels)),
    [rows, before, work],
  )
  return { rows, panels: before.panels, isOutOfOrder: isMoved, putInOrder: () => setBefore(work) }
}
