import { readLocal, writeLocal } from './local.ts'

/** After so long without a key or a pointer the session is no longer renewed. */
export const IDLE_MS = 30 * 60_000
const WRITE_EVERY_MS = 5_000
const KEY = 'active_at'

let written = 0

/** Notes that the person is at the screen; every tab of the browser sees it. */
export const noteActivity = (now = Date.now()) => {
  if (now - written < WRITE_EVERY_MS) return
  written = now
  writeLocal(KEY, String(now))
}

/** True when nobody has touched any tab for the idle limit. */
export const isIdle = (now = Date.now()) => {
  const at = Number(readLocal(KEY) ?? Number.NaN)
  return Number.isFinite(at) && now - at > IDLE_MS
}

export const watchActivity = () => {
  for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'])
    window.addEventListener(event, () => noteActivity(), { passive: true, capture: true })
}
