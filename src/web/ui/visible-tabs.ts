import { useLayoutEffect, useState, type RefObject } from 'react'

/** Pixels kept for the button "More" where not all parts fit. */
const MORE = 88

/**
 * The places of the parts that fit into `room` pixels beside "More", in order. All parts when they fit without it. The open part is always
 * among them: it takes the place of those that would stand last.
 */
export const visibleTabs = (widths: readonly number[], room: number, open: number): ReadonlySet<number> => {
  const places = widths.map((_, place) => place)
  if (widths.reduce((sum, width) => sum + width, 0) <= room) return new Set(places)
  const fitting = new Set(open in widths ? [open] : [])
  let left = room - MORE - (widths[open] ?? 0)
  for (const place of places) {
    if (place === open) continue
    left -= widths[place] ?? 0
    if (left < 0) break
    fitting.add(place)
  }
  return fitting
}

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && [...one].every((place) => other.has(place))

/** The places of the parts in `list` that fit into it, measured again whenever the list or a part has another size; null before the first time. */
export const useVisibleTabs = (list: RefObject<HTMLElement | null>, count: number, open: number): ReadonlySet<number> | null => {
  const [fitting, setFitting] = useState<ReadonlySet<number> | null>(null)
  // Sizes are outside React. Before the first paint, so that nothing jumps.
  useLayoutEffect(() => {
    const box = list.current
    if (!box) return undefined
    const parts = ([...box.children] as HTMLElement[]).slice(0, count)
    const measure = () => {
      const next = visibleTabs(
        parts.map((part) => part.offsetWidth),
        box.parentElement?.clientWidth ?? 0,
        open,
      )
      setFitting((now) => (now && isSame(now, next) ? now : next))
    }
    measure()
    const sizes = new ResizeObserver(measure)
    for (const one of [box.parentElement, ...parts]) if (one) sizes.observe(one)
    return () => sizes.disconnect()
  }, [list, count, open])
  return fitting
}
