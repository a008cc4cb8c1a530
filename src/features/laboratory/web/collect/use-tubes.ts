import { useState, type KeyboardEvent, type RefObject } from 'react'
import type { SampleRow } from '../lab-types.ts'
import { toggledAll, toggledIn } from './collect-groups.ts'

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Which tubes are selected and which one the keyboard is at; `shown` as they stand one under another. */
export const useTubes = (shown: readonly SampleRow[], box: RefObject<HTMLElement | null>) => {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [at, setAt] = useState<number | null>(null)
  const current = shown.some(({ id }) => id === at) ? (at ?? undefined) : shown[0]?.id
  // What went out of the list is no longer selected.
  const chosen = shown.filter(({ id }) => selected.has(id))
  const focus = (id: number | undefined) => box.current?.querySelector<HTMLElement>(`[data-tube="${id}"]`)?.focus()
  return {
    selected,
    chosen,
    current,
    /** What a key is about: what is selected, else the tube that the keyboard is at. */
    subjects: chosen.length > 0 ? chosen : shown.filter(({ id }) => id === at),
    goTo: setAt,
    focus,
    toggle: (id: number) => {
      setAt(id)
      setSelected(toggledIn(selected, id))
    },
    toggleAll: (ids: readonly number[]) => setSelected(toggledAll(selected, ids)),
    clear: () => setSelected(new Set()),
    onKeyDown: (event: KeyboardEvent) => {
      const step = STEPS[event.key]
      if (!step || !(event.target instanceof HTMLElement) || event.target.dataset['tube'] === undefined) return
      event.preventDefault()
      const place = shown.findIndex(({ id }) => String(id) === (event.target as HTMLElement).dataset['tube'])
      focus(shown[step(place, shown.length - 1)]?.id)
    },
  }
}
