import { useLayoutEffect, useRef, useState } from 'react'

const ALL_UP_TO = 120
const OVERSCAN = 24

/** The rows that are drawn, and the height of those that are not, in px. */
export interface RowWindow {
  from: number
  to: number
  above: number
  below: number
}

/** Which of `count` rows of one height to draw for a view of `height` px scrolled to `top`. Short lists are drawn whole. */
export const windowOf = (count: number, rowHeight: number, top: number, height: number): RowWindow => {
  if (count <= ALL_UP_TO || rowHeight <= 0) return { from: 0, to: count, above: 0, below: 0 }
  // Steps of half the overscan: scrolling by a line draws nothing new.
  const step = OVERSCAN / 2
  const first = Math.floor(top / rowHeight / step) * step
  const from = Math.max(0, Math.min(first - OVERSCAN, count - 1))
  const to = Math.min(count, first + Math.ceil(height / rowHeight) + 2 * OVERSCAN)
  return { from, to, above: from * rowHeight, below: (count - to) * rowHeight }
}

const NEAR_END_PX = 600

interface View {
  top: number
  height: number
  row: number
}
const stepAt = ({ top, row }: View) => Math.floor(top / row / (OVERSCAN / 2))

/** Draws only the rows near the view, and asks for more when the end comes near. */
export const useRowWindow = (count: number, { hasMore, fetchMore }: { hasMore: boolean; fetchMore: () => void }) => {
  const box = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<View>({ top: 0, height: 800, row: 36 })
  const measure = () => {
    const node = box.current
    if (!node) return
    const row = node.querySelector<HTMLElement>('tbody tr[data-row]')?.offsetHeight ?? view.row
    const next = { top: node.scrollTop, height: node.clientHeight, row }
    // Followed while all rows are drawn, too: when more arrive, the row with the focus must be among those that stay.
    if (stepAt(next) !== stepAt(view) || next.row !== view.row || next.height !== view.height) setView(next)
    if (hasMore && node.scrollHeight - node.scrollTop - node.clientHeight < NEAR_END_PX) fetchMore()
  }
  // The height of the box and of a row are known only after drawing; the next rows may be due at once.
  useLayoutEffect(measure)
  return { box, onScroll: measure, drawn: windowOf(count, view.row, view.top, view.height), rowHeight: view.row }
}
