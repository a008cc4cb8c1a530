import { useState, type PointerEvent } from 'react'

/**
 * Rows in the order in which they stood, with what is known of them now: what is new comes at the end, and what has gone keeps its place.
 * Rows that move under a hand are clicked wrongly.
 */
export const stillRows = <R extends { id: number }>(stood: readonly R[], now: readonly R[]): R[] => {
  const known = new Map(now.map((row) => [row.id, row]))
  const before = new Set(stood.map(({ id }) => id))
  return [...stood.map((row) => known.get(row.id) ?? row), ...now.filter(({ id }) => !before.has(id))]
}

/** Keeps the rows of a list still while the mouse is over it; `asked` names the question, whose change is shown at once. */
export const useStill = <R extends { id: number }>(rows: R[] | undefined, asked: string) => {
  const [held, setHeld] = useState<{ asked: string; rows: readonly R[] } | null>(null)
  const isHeld = held?.asked === asked && rows !== undefined && rows.length > 0
  return {
    shown: isHeld ? stillRows(held.rows, rows) : rows,
    /** Of what is shown: no longer in the list. */
    isGone: ({ id }: R) => isHeld && !rows.some((row) => row.id === id),
    onPointerEnter: ({ pointerType }: PointerEvent) => pointerType === 'mouse' && setHeld({ asked, rows: rows ?? [] }),
    onPointerLeave: () => setHeld(null),
  }
}
