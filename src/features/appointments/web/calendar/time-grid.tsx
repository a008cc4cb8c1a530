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
} from 'react'
import { useCallbackRef } from '@mantine/hooks'
import { t } from '#web/i18n.ts'
import { useNow } from '#web/state/use-now.ts'
import { BandRow, Heads } from './band-rows.tsx'
import { DAY_MINUTES, wallOf } from './calendar-days.ts'
import { type Names, nameOf, span } from './entry-words.ts'
import { freeTimes, snapped } from './free-times.ts'
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
} from './geometry.ts'
import { held, type Held } from './held.ts'
import { NowLine } from './now-line.tsx'
import type { Cell, Entry, Plan } from './plan.ts'
import { useDrag } from './use-drag.ts'
import { focusedStop, useGridKeys } from './use-grid-keys.ts'
import { createStore, useStore } from '#web/state/store.ts'
import entriesStyles from './entries.module.css'
import hoursStyles from './hours.module.css'

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
const HeldGhost = ({ geometry }: { geometry: Geometry }) => {
  const now = useStore(held)
  if (!now) return null
  const { entry, to, minutes } = now
  return (
    <div className={`${entriesStyles.ghost} num`} data-part="cal-ghost" data-held="" style={boxOf(geometry, to, minutes)} aria-hidden>
      <b>{span(to.at, to.at + minutes)}</b>
      <span className="clip">{nameOf(entry)}</span>
    </div>
  )
}

/** Where a click would book. */
const FreeGhost = ({ geometry }: { geometry: Geometry }) => {
  const now = useStore(hovered)
  if (!now) return null
  const { at } = now.spot
  return (
    <div className={`${entriesStyles.ghost} num`} data-part="cal-ghost" style={boxOf(geometry, now.spot, now.minutes)} aria-hidden>
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
  const geometry = geometryOf(plan, hour, useWidth(scroller) || 1100)
  const visible = useVisible(scroller, geometry)
  const now = wallOf(useNow(), plan.zone)
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
        className={hoursStyles.scroll}
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
        <div className={hoursStyles.content} style={{ width: wholeWidth(geometry), height: wholeHeight(geometry) }}>
          <Heads {...shared} onDay={onDay} />
          {inView.map((band) => (
            <BandRow key={geometry.bands[band]?.key ?? band} {...shared} band={band} names={names} mayChange={mayMove} onOnly={onOnly} />
          ))}
          <NowLine plan={plan} geometry={geometry} bands={inView} />
          <FreeGhost geometry={geometry} />
          <HeldGhost geometry={geometry} />
        </div>
      </div>
      <p className={entriesStyles.said} role="status">
        {keys.said}
      </p>
    </>
  )
}
