import { useState, type KeyboardEvent, type RefObject } from 'react'
import { useFirstRow } from '#web/keyboard/use-first-row.ts'

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Which lines are selected and which one the keyboard is at: the first from the start. Arrows walk, the space bar selects and goes on, Enter opens. */
export const useApproveKeys = (keys: readonly string[], box: RefObject<HTMLElement | null>, open: (key: string) => void) => {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [at, setAt] = useState<string | null>(null)
  const current = at !== null && keys.includes(at) ? at : keys[0]
  const focus = (key: string | undefined) => box.current?.querySelector<HTMLElement>(`[data-key="${key}"]`)?.focus()
  useFirstRow(keys.length > 0, () => focus(current))
  const toggle = (key: string) =>
    setSelected((all) => {
      const next = new Set(all)
      if (!next.delete(key)) next.add(key)
      return next
    })
  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const key = target.dataset['key']
    if (key === undefined) return
    const place = keys.indexOf(key)
    const step = STEPS[event.key]
    if (step) focus(keys[step(place, keys.length - 1)])
    else if (event.key === ' ') {
      if (target.dataset['own'] === undefined) toggle(key)
      focus(keys[Math.min(keys.length - 1, place + 1)])
    } else if (event.key === 'Enter') open(key)
    else return
    event.preventDefault()
  }
  return { selected, current, toggle, onKeyDown, goTo: setAt, clear: () => setSelected(new Set()) }
}
