import { readLocal, writeLocal } from '../state/local.ts'
import { createStore } from '../state/store.ts'

const USUAL_MINUTES = 30
const LIMIT = 'idle_minutes'
const WRITE_EVERY_MS = 5_000
const KEY = 'active_at'
const WARNING_MS = 60_000

let written = 0

/** After how many minutes without a key or a pointer the clinic wants the screen locked; kept for the next start. */
export const setIdleLimit = (minutes: number) => writeLocal(LIMIT, String(minutes))
const idleMs = () => (Number(readLocal(LIMIT)) || USUAL_MINUTES) * 60_000

/** True in the last minute before the screen locks. */
export const isLockNear = createStore(false)

/** Notes that the person is at the screen; every tab of the browser sees it. */
export const noteActivity = (now = Date.now()) => {
  isLockNear.set(false)
  if (now - written < WRITE_EVERY_MS) return
  written = now
  writeLocal(KEY, String(now))
}

/** How long until the screen locks, if it is left alone: less than nothing once it should be locked. */
const untilLock = (now: number) => {
  const at = Number(readLocal(KEY) ?? Number.NaN)
  return Number.isFinite(at) ? at + idleMs() - now : Number.POSITIVE_INFINITY
}

/** True when no tab has been used for the idle limit. */
export const isIdle = (now = Date.now()) => untilLock(now) < 0

/** Warns a minute before the screen locks. */
export const warnWhenNear = (now = Date.now()) => isLockNear.set(untilLock(now) < WARNING_MS)

let isQuiet = false
/** Does something that moves the focus by itself: the focus that goes where a card has gone is no use of the screen. */
export const quietly = (run: () => void) => {
  isQuiet = true
  run()
  isQuiet = false
}

/** A screen reader moves the focus, selects or clicks without a key or a pointer that the page hears of. */
const EVENTS = ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart', 'click', 'focusin', 'selectionchange']

/** Listens for use of the screen, but not while it is locked: the focus that goes into the sign-in would keep other tabs open. */
export const watchActivity = (isLocked: () => boolean) => {
  for (const event of EVENTS)
    window.addEventListener(event, () => isQuiet || isLocked() || noteActivity(), { passive: true, capture: true })
}
