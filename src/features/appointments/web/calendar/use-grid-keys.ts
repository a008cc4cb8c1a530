import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { weekday } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useStore } from '#web/state/store.ts'
import { nameOf, span } from './entry-words.ts'
import { LENGTH_STEP, nextTime } from './free-times.ts'
import { bandHeight, boxOf, cellAt, type Geometry, placeOf } from './geometry.ts'
import { held, isChanged, lengthOf, type Held } from './held.ts'
import type { Entry, Plan } from './plan.ts'
import { firstStop, stopAfter, type Stop } from './walk.ts'

interface Options {
  plan: Plan
  geometry: Geometry
  scroller: RefObject<HTMLElement | null>
  mayChange: (entry: Entry) => boolean
  onDrop: (what: Held) => void
}

const LONGEST = 8 * 60

/** The appointment that has the focus, as a stop of the walk. */
export const focusedStop = (): Stop | null => {
  const id = Number(document.activeElement?.closest<HTMLElement>('[data-entry]')?.dataset['entry'])
  const key = document.activeElement?.closest<HTMLElement>('[data-cell]')?.dataset['cell']
  return id && key ? { id, key } : null
}

const carried = (now: Held, key: string, isLong: boolean, plan: Plan, geometry: Geometry): Held => {
  const { to } = now
  const cell = cellAt(plan, geometry, to)
  const down = key === 'ArrowDown' ? 1 : -1
  if (key === 'ArrowDown' || key === 'ArrowUp') {
    if (isLong) return { ...now, minutes: Math.min(LONGEST, Math.max(LENGTH_STEP, now.minutes + down * LENGTH_STEP)) }
    const at = cell ? nextTime(cell, to.at, down) : to.at + 15 * down
    return { ...now, to: { ...to, at: Math.max(geometry.from, Math.min(geometry.to - LENGTH_STEP, at)) } }
  }
  const column = to.column + (key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0)
  const band = to.band + (key === 'PageDown' ? 1 : key === 'PageUp' ? -1 : 0)
  if (column < 0 || column >= geometry.columns || band < 0 || band >= geometry.bands.length) return now
  return { ...now, to: { ...to, band, column } }
}

/** Where what is held would come down, in words. */
const sayHeld = ({ to, minutes }: Held, plan: Plan, geometry: Geometry) => {
  const cell = cellAt(plan, geometry, to)
  return cell ? `${span(to.at, to.at + minutes)}, ${weekday(cell.day, { withYear: false })}, ${cell.resource.name}` : ''
}

/** Everything that the mouse can do, by keys: arrows walk from one appointment to the next, or carry the one that is held. */
export const useGridKeys = ({ plan, geometry, scroller, mayChange, onDrop }: Options) => {
  const now = useStore(held)
  const [said, say] = useState('')
  const wanted = useRef<number | null>(null)

  const reveal = (box: ReturnType<typeof boxOf>) => {
    const view = scroller.current
    if (!view) return
    const { scrollLeft, scrollTop, clientWidth, clientHeight } = view
    const above = box.top - geometry.head - geometry.bandHead - 8
    const below = box.top + box.height + 24 - clientHeight
    const before = box.left - geometry.gutter - 8
    const after = box.left + box.width + 8 - clientWidth
    view.scrollTo({
      top: above < scrollTop ? above : below > scrollTop ? Math.min(below, above) : scrollTop,
      left: before < scrollLeft ? before : after > scrollLeft ? Math.min(after, before) : scrollLeft,
    })
  }
  const spotOf = ({ key, id }: Stop) => {
    const place = placeOf(geometry, key)
    const placed = plan.cells.get(key)?.placed.find(({ entry, isRest }) => entry.id === id && !isRest)
    return place && placed ? { ...place, at: placed.at, entry: placed.entry } : null
  }
  const block = (id: number) => scroller.current?.querySelector<HTMLElement>(`[data-entry="${id}"]`)
  const focusOn = (stop: Stop | undefined) => {
    const spot = stop && spotOf(stop)
    if (!spot) return
    reveal(boxOf(geometry, spot, lengthOf(spot.entry)))
    wanted.current = stop.id
    block(stop.id)?.focus({ preventScroll: true })
  }
  // What was out of view, or stands in another column now, gets the focus once it is there.
  useEffect(() => {
    if (wanted.current === null) return
    const found = block(wanted.current)
    if (!found) return
    if (document.activeElement !== found) found.focus({ preventScroll: true })
    wanted.current = null
  })

  const take = () => {
    const stop = focusedStop()
    const spot = stop && spotOf(stop)
    if (!spot || held.get()) return
    if (!mayChange(spot.entry)) return say(t('This appointment cannot be moved any more.'))
    const { entry, ...from } = spot
    held.set({ entry, kind: 'move', by: 'keys', from, to: from, minutes: lengthOf(entry) })
    say(
      t('{{name}} is held. Arrow keys move, Shift with arrows changes the length, Enter puts down, Esc puts back.', {
        name: nameOf(entry),
      }),
    )
  }
  const release = (isDropped: boolean) => {
    const what = held.get()
    held.set(null)
    if (!what) return
    wanted.current = what.entry.id
    if (isDropped && isChanged(what)) onDrop(what)
    else say(t('Put back.'))
  }
  const carry = (event: KeyboardEvent, what: Held) => {
    if (event.key === 'Tab') return release(false)
    event.preventDefault()
    event.stopPropagation()
    if (event.key === 'Escape') return release(false)
    if (event.key === 'Enter') return release(true)
    const next = carried(what, event.key, event.shiftKey, plan, geometry)
    if (next === what) return
    held.set(next)
    say(sayHeld(next, plan, geometry))
    reveal(boxOf(geometry, next.to, Math.min(next.minutes, bandHeight(geometry))))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const what = held.get()
    if (what?.by === 'keys') return carry(event, what)
    if (event.altKey || event.ctrlKey || event.metaKey || what) return
    if (!/^(Arrow|Home|End|Page)/.test(event.key)) return
    const from = focusedStop()
    const to = from ? stopAfter(plan, geometry, from, event.key) : firstStop(plan, geometry)
    if (!to) return
    event.preventDefault()
    focusOn(to)
  }
  return { onKeyDown, take, release, said, isCarrying: now?.by === 'keys', focusOn }
}
