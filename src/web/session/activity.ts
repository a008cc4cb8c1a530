import { readLocal, writeLocal } from '../state/local.ts'

const USUAL_MINUTES = 30
const LIMIT = 'idle_minutes'
const WRITE_EVERY_MS = 5_000
const KEY = 'active_at'

let written = 0

/** After how many minutes without a key or a pointer the clinic wants the screen locked; kept for the next start. */
export const setIdleLimit = (minutes: number) => writeLocal(LIMIT, String(minutes))
const idleMs = () => (Number(readLocal(LIMIT)) || USUAL_MINUTES) * 60_000

/** Notes that the person is at the screen; every tab of the browser sees it. */
export const noteActivity = (now = Date.now()) => {
  if (now - written < WRITE_EVERY_MS) return
  written = now
  writeLocal(KEY, String(now))
}

/** True when nobody has touched any tab for the idle limit. */
export const isIdle = (now = Date.now()) => {
  const at = Number(readLocal(KEY) ?? Number.NaN)
  return Number.isFinite(at) && now - at > idleMs()
}

export const watchActivity = () => {
  for (const event of ['keydown', 'pointerdown', 'pointermove', 'wheel', 'touchstart'])
    window.addEventListener(event, () => noteActivity(), { passive: true, capture: true })
}
