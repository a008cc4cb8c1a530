import { useEffect, useEffectEvent, useRef, type PointerEvent as ReactPointerEvent, type RefObject } from 'react'
import { LENGTH_STEP, snapped } from './free-times.ts'
import { cellAt, spotAt, type Geometry, type Spot } from './geometry.ts'
import { held, lengthOf, type Held } from './drag-state.ts'
import type { Entry, Plan } from './plan.ts'

/** Pixels before a press becomes a drag. */
const THRESHOLD = 4
/** A finger holds still this long before it lifts an appointment; otherwise it scrolls. */
const HOLD_MS = 350
const EDGE = 48
/** Pixels a step near an edge. */
const SPEED = 14
const FRAME_MS = 16

interface Options {
  plan: Plan
  geometry: Geometry
  scroller: RefObject<HTMLElement | null>
  entryOf: (id: number) => { entry: Entry; spot: Spot } | undefined
  mayChange: (entry: Entry) => boolean
  onDrop: (what: Held) => void
}

interface Press {
  entry: Entry
  spot: Spot
  kind: Held['kind']
  x: number
  y: number
  /** Minutes between the top of the appointment and the hand. */
  grip: number
  isTouch: boolean
  timer?: ReturnType<typeof setTimeout> | undefined
}

/** Drags appointments with the mouse or a finger. The grid is not drawn again meanwhile: only the ghost of what is held follows. */
export const useDrag = ({ plan, geometry, scroller, entryOf, mayChange, onDrop }: Options) => {
  const press = useRef<Press | null>(null)
  const pointer = useRef({ x: 0, y: 0, isFine: false })
  const timer = useRef<ReturnType<typeof setInterval>>(undefined)

  const point = () => {
    const box = scroller.current?.getBoundingClientRect()
    const { scrollLeft = 0, scrollTop = 0 } = scroller.current ?? {}
    return { x: pointer.current.x - (box?.left ?? 0) + scrollLeft, y: pointer.current.y - (box?.top ?? 0) + scrollTop }
  }
  const follow = useEffectEvent(() => {
    const now = held.get()
    if (!now || !press.current) return
    const { x, y } = point()
    const spot = spotAt(geometry, x, y)
    if (now.kind === 'resize') {
      const minutes = Math.max(LENGTH_STEP, Math.round((spot.at - now.from.at) / LENGTH_STEP) * LENGTH_STEP)
      if (minutes !== now.minutes) held.set({ ...now, minutes })
      return
    }
    const cell = cellAt(plan, geometry, spot)
    const at = Math.max(geometry.from, spot.at - press.current.grip)
    const to = { ...spot, at: pointer.current.isFine || !cell ? Math.round(at / LENGTH_STEP) * LENGTH_STEP : snapped(cell, at + 2) }
    if (to.at !== now.to.at || to.band !== now.to.band || to.column !== now.to.column) held.set({ ...now, to })
  })
  const scrollAtEdge = useEffectEvent(() => {
    const view = scroller.current
    if (!view || !held.get()) return
    const box = view.getBoundingClientRect()
    const { x, y } = pointer.current
    const pull = (at: number, from: number, to: number) => (at < from + EDGE ? -SPEED : at > to - EDGE ? SPEED : 0)
    view.scrollBy(pull(x, box.left + geometry.gutter, box.right), pull(y, box.top + geometry.head, box.bottom))
    follow()
  })
  const lift = useEffectEvent(() => {
    const now = press.current
    if (!now) return
    held.set({ entry: now.entry, kind: now.kind, by: 'pointer', from: now.spot, to: now.spot, minutes: lengthOf(now.entry) })
    timer.current = setInterval(() => scrollAtEdge(), FRAME_MS)
  })
  const end = useEffectEvent((isDropped: boolean) => {
    const now = held.get()
    clearTimeout(press.current?.timer)
    clearInterval(timer.current)
    press.current = null
    if (!now || now.by !== 'pointer') return
    held.set(null)
    // The click that ends a drag opens nothing.
    const swallow = (event: Event) => event.stopPropagation()
    window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
    if (isDropped) onDrop(now)
  })

  const onMove = useEffectEvent((event: PointerEvent) => {
    const now = press.current
    if (!now) return
    pointer.current = { x: event.clientX, y: event.clientY, isFine: event.altKey }
    const isFar = Math.hypot(event.clientX - now.x, event.clientY - now.y) > THRESHOLD
    if (!held.get()) {
      if (!isFar) return
      if (now.isTouch) return end(false)
      lift()
    }
    follow()
  })
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || held.get()?.by !== 'pointer') return
    event.preventDefault()
    event.stopPropagation()
    end(false)
  })

  // The pointer is followed outside of the grid and whatever happens to the block under it.
  useEffect(() => {
    const up = () => end(true)
    const cancel = () => end(false)
    const still = (event: TouchEvent) => {
      if (held.get()?.by === 'pointer') event.preventDefault()
    }
    const move = (event: PointerEvent) => onMove(event)
    const key = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('pointermove', move)
    window.addEventListener('pointerup', up)
    window.addEventListener('pointercancel', cancel)
    window.addEventListener('keydown', key, { capture: true })
    window.addEventListener('touchmove', still, { passive: false })
    return () => {
      window.removeEventListener('pointermove', move)
      window.removeEventListener('pointerup', up)
      window.removeEventListener('pointercancel', cancel)
      window.removeEventListener('keydown', key, { capture: true })
      window.removeEventListener('touchmove', still)
      held.set(null)
    }
  }, [])

  const onPointerDown = (event: ReactPointerEvent<HTMLElement>) => {
    if (event.button !== 0 || held.get()) return
    const target = event.target as HTMLElement
    const id = Number(target.closest<HTMLElement>('[data-entry]')?.dataset['entry'])
    const known = id ? entryOf(id) : undefined
    if (!known || !mayChange(known.entry)) return
    pointer.current = { x: event.clientX, y: event.clientY, isFine: event.altKey }
    const { x, y } = point()
    const isTouch = event.pointerType !== 'mouse'
    press.current = {
      ...known,
      kind: target.closest('[data-part="cal-grip"]') ? 'resize' : 'move',
      x: event.clientX,
      y: event.clientY,
      grip: spotAt(geometry, x, y).at - known.spot.at,
      isTouch,
      timer: isTouch ? setTimeout(() => lift(), HOLD_MS) : undefined,
    }
  }
  return { onPointerDown }
}
