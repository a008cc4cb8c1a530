import {
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useRef,
  type MouseEvent,
  type PointerEvent,
  type Ref,
  useState,
  type RefObject,
  type KeyboardEvent,
} from 'react'
import { useCallbackRef } from '@mantine/hooks'
import { t } from '#web/i18n.ts'
import { useNow } from '#web/state/use-now.ts'
import { BandRow, Heads } from './band-rows.tsx'
import { DAY_MINUTES, toWallTime } from './calendar-days.ts'
import { type Names, nameOf, span } from './entry-labels.ts'
import { freeTimes, snapped, LENGTH_STEP, nextTime } from './free-times.ts'
import {
  cellAt,
  geometryOf,
  placeOf,
  spotAt,
  wholeHeight,
  wholeWidth,
  type Spot,
  boxOf,
  type Geometry,
  visibleIn,
  type Visible,
  bandHeight,
} from './geometry.ts'
import { held, type Held, isChanged, lengthOf } from './drag-state.ts'
import { NowLine } from './now-line.tsx'
import type { Cell, Entry, Plan } from './plan.ts'
import { useDrag } from './use-drag.ts'
import { createStore, useStore } from '#web/state/store.ts'
import entriesStyles from './entries.module.css'
import { useTextScale } from './use-text-scale.ts'
import hoursStyles from './hours.module.css'
import { weekday } from '#web/text/format.ts'
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
const focusedStop = (): Stop | null => {
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
const useGridKeys = ({ plan, geometry, scroller, mayChange, onDrop }: Options) => {
  const now = useStore(held)
  const [message, say] = useState('')
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
  const toSpot = ({ key, id }: Stop) => {
    const place = placeOf(geometry, key)
    const placed = plan.cells.get(key)?.placed.find(({ entry, isRest }) => entry.id === id && !isRest)
    return place && placed ? { ...place, at: placed.at, entry: placed.entry } : null
  }
  const block = (id: number) => scroller.current?.querySelector<HTMLElement>(`[data-entry="${id}"]`)
  const focusOn = (stop: Stop | undefined) => {
    const spot = stop && toSpot(stop)
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
    const spot = stop && toSpot(stop)
    if (!spot || held.get()) return
    if (!mayChange(spot.entry)) return say(t('This appointment can no longer be moved.'))
    const { entry, ...from } = spot
    held.set({ entry, kind: 'move', by: 'keys', from, to: from, minutes: lengthOf(entry) })
    say(
      t('{name} selected. Arrow keys move, Shift with arrows changes the length, Enter drops, Esc cancels.', {
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
    else say(t('Move cancelled.'))
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
  return { onKeyDown, take, release, message, isCarrying: now?.by === 'keys', focusOn }
}

const isSame = (a: Visible, b: Visible) =>
  a.firstBand === b.firstBand && a.lastBand === b.lastBand && a.firstColumn === b.firstColumn && a.lastColumn === b.lastColumn

/** The width of an element, followed. */
const useWidth = (element: RefObject<HTMLElement | null>): number => {
  const [width, setWidth] = useState(0)
  // The size of the window is outside React.
  useEffect(() => {
    if (!element.current) return undefined
    const watched = element.current
    const observer = new ResizeObserver(() => setWidth(watched.clientWidth))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return width
}

/** The bands and columns in view; drawn again only when others come into view. */
const useVisible = (scroller: RefObject<HTMLElement | null>, geometry: Geometry): Visible => {
  const read = () => {
    const { scrollLeft: left = 0, scrollTop: top = 0, clientWidth: width = 0, clientHeight: height = 0 } = scroller.current ?? {}
    return visibleIn(geometry, { left, top, width: width || window.innerWidth, height: height || window.innerHeight })
  }
  const [, setSeen] = useState(0)
  const visible = read()
  // Scrolling is outside React.
  useEffect(() => {
    const view = scroller.current
    if (!view) return undefined
    const look = () => {
      if (!isSame(visible, read())) setSeen((seen) => seen + 1)
    }
    view.addEventListener('scroll', look, { passive: true })
    return () => view.removeEventListener('scroll', look)
  })
  return visible
}

/** The free time under the mouse, with how long it takes. */
const hovered = createStore<{ spot: Spot; minutes: number } | null>(null)

/** What is held, where it would come down. Only this is drawn again while it moves. */
const DraggedPreview = ({ geometry }: { geometry: Geometry }) => {
  const now = useStore(held)
  if (!now) return null
  const { entry, to, minutes } = now
  return (
    <div
      className={`small flex clipped nowrap round-s gap-3 accent-text absolute layer-2 ${entriesStyles.dragPreview} num`}
      data-part="cal-ghost"
      data-held=""
      style={boxOf(geometry, to, minutes)}
      aria-hidden
    >
      <b>{span(to.at, to.at + minutes)}</b>
      <span className="clip">{nameOf(entry)}</span>
    </div>
  )
}

/** Where a click would book. */
const FreePreview = ({ geometry }: { geometry: Geometry }) => {
  const now = useStore(hovered)
  if (!now) return null
  const { at } = now.spot
  return (
    <div
      className={`small flex clipped nowrap round-s gap-3 accent-text absolute layer-2 ${entriesStyles.dragPreview} num`}
      data-part="cal-ghost"
      style={boxOf(geometry, now.spot, now.minutes)}
      aria-hidden
    >
      <b>{span(at, at + now.minutes)}</b>
      <span className="clip">{t('Book')}</span>
    </div>
  )
}

/** A free time that was chosen. */
export interface FreeTime {
  cell: Cell
  at: number
}
/** What keys of the screen ask of the grid. */
export interface GridHandle {
  /** Takes the appointment in focus into the hand. */
  take: () => void
  focused: () => Entry | null
  focusedCell: () => Cell | null
}

interface Props {
  plan: Plan
  names: Names
  /** Pixels of an hour. */
  hour: number
  mayChange: (entry: Entry) => boolean
  onOpen: (id: number) => void
  /** Absent for people who may not book. */
  onBook?: ((time: FreeTime) => void) | undefined
  onDrop: (what: Held, to: FreeTime) => void
  onDay: (day: string) => void
  onOnly: (resource: number) => void
  handle: Ref<GridHandle>
}

const USUAL_MINUTES = 20

/** Days of doctors or rooms by the hour. Only what is in view is there; times are the clinic's. */
export const TimeGrid = ({ plan, names, hour, mayChange, onOpen, onBook, onDrop, onDay, onOnly, handle }: Props) => {
  const scroller = useRef<HTMLDivElement>(null)
  const geometry = geometryOf(plan, hour, useWidth(scroller) || 1100, useTextScale())
  const visible = useVisible(scroller, geometry)
  const now = toWallTime(useNow(), plan.zone)
  const since = (day: string) => (day < now.day ? DAY_MINUTES : day === now.day ? now.at : 0)
  const isPast = (cell: Cell, at: number) => at < since(cell.day)

  const drop = (what: Held) => {
    const cell = cellAt(plan, geometry, what.to)
    if (cell) onDrop(what, { cell, at: what.to.at })
  }
  const keys = useGridKeys({ plan, geometry, scroller, mayChange, onDrop: drop })
  const entryOf = (id: number) => {
    for (const cell of plan.cells.values()) {
      const placed = cell.placed.find(({ entry, isRest }) => entry.id === id && !isRest)
      const place = placed && placeOf(geometry, cell.key)
      if (placed && place) return { entry: placed.entry, spot: { ...place, at: placed.at } satisfies Spot }
    }
    return undefined
  }
  const { onPointerDown } = useDrag({ plan, geometry, scroller, entryOf, mayChange, onDrop: drop })
  const mayMove = useCallbackRef(mayChange)

  useImperativeHandle(handle, () => ({
    take: keys.take,
    focused: () => {
      const stop = focusedStop()
      return stop ? (entryOf(stop.id)?.entry ?? null) : null
    },
    focusedCell: () => plan.cells.get(document.activeElement?.closest<HTMLElement>('[data-cell]')?.dataset['cell'] ?? '') ?? null,
  }))

  const isOneBand = geometry.bands.length === 1
  const firstTop = isOneBand && plan.days.includes(now.day) ? (now.at - geometry.from - 90) * geometry.minute : 0
  const shownDays = `${plan.days[0]} ${plan.days.length}`
  const toFirst = useEffectEvent(() => scroller.current?.scrollTo({ top: Math.max(0, firstTop) }))
  const shown = useRef('')
  // Another day begins where the day is now; scrolling belongs to the page.
  useEffect(() => {
    if (shown.current !== shownDays) toFirst()
    shown.current = shownDays
  }, [shownDays])

  const freeAt = (event: MouseEvent): { spot: Spot; cell: Cell; minutes: number } | null => {
    const target = event.target as HTMLElement
    if (
      !onBook ||
      target.closest('[data-part="cal-entry"], [data-part="cal-top"], [data-part="cal-name"], [data-part="cal-hours"]') ||
      !target.closest('[data-part="cal-column"]')
    )
      return null
    const box = scroller.current?.getBoundingClientRect()
    const { scrollLeft = 0, scrollTop = 0 } = scroller.current ?? {}
    const spot = spotAt(geometry, event.clientX - (box?.left ?? 0) + scrollLeft, event.clientY - (box?.top ?? 0) + scrollTop)
    const cell = cellAt(plan, geometry, spot)
    if (!cell) return null
    const at = snapped(cell, spot.at)
    const session = cell.open.find((one) => one.at <= at && at < one.to)?.session
    return isPast(cell, at) ? null : { spot: { ...spot, at }, cell, minutes: session?.slot_minutes ?? USUAL_MINUTES }
  }
  const hover = (event: PointerEvent) => {
    if (event.pointerType !== 'mouse' || held.get()) return hovered.set(null)
    const free = freeAt(event)
    const before = hovered.get()
    if (before && free && before.spot.at === free.spot.at && before.spot.column === free.spot.column && before.spot.band === free.spot.band)
      return
    hovered.set(free && { spot: free.spot, minutes: free.minutes })
  }
  const press = (event: MouseEvent) => {
    if (held.get()) return keys.release(false)
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-entry]')?.dataset['entry']
    if (id) return onOpen(Number(id))
    const free = freeAt(event)
    if (free) {
      hovered.set(null)
      onBook?.({ cell: free.cell, at: free.spot.at })
    }
  }
  const bookFirst = onBook && ((cell: Cell) => onBook({ cell, at: freeTimes(cell, since(cell.day))[0] ?? plan.from }))
  const inView = Array.from({ length: visible.lastBand - visible.firstBand + 1 }, (_, at) => visible.firstBand + at)
  const shared = { plan, geometry, visible, since, onBook: bookFirst }

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons inside are handled in one place */}
      <div
        ref={scroller}
        className={`scroll rows-box outlined round-l canvas ${hoursStyles.scroll}`}
        role="group"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by Tab, and arrows go on to its buttons
        tabIndex={0}
        aria-label={t('Appointments: arrow keys go from one to the next, Enter opens, M moves')}
        data-carrying={keys.isCarrying || undefined}
        onKeyDown={keys.onKeyDown}
        onPointerDown={onPointerDown}
        onPointerMove={hover}
        onPointerLeave={() => hovered.set(null)}
        // A finger that lifts an appointment wants no menu.
        onContextMenu={(event) => held.get() && event.preventDefault()}
        onClick={press}
      >
        <div className={`relative ${hoursStyles.content}`} style={{ width: wholeWidth(geometry), height: wholeHeight(geometry) }}>
          <Heads {...shared} onDay={onDay} />
          {inView.map((band) => (
            <BandRow key={geometry.bands[band]?.key ?? band} {...shared} band={band} names={names} mayChange={mayMove} onOnly={onOnly} />
          ))}
          <NowLine plan={plan} geometry={geometry} bands={inView} />
          <FreePreview geometry={geometry} />
          <DraggedPreview geometry={geometry} />
        </div>
      </div>
      <p className={`clipped absolute ${entriesStyles.dragText}`} role="status">
        {keys.message}
      </p>
    </>
  )
}
