import { createStore, useStore } from '#web/state/store.ts'
import { t } from '#web/i18n.ts'
import { nameOf, span } from './entry-words.ts'
import { boxOf, type Geometry, type Spot } from './geometry.ts'
import { held } from './held.ts'

/** The free time under the mouse, with how long it takes. */
export const hovered = createStore<{ spot: Spot; minutes: number } | null>(null)

/** What is held, where it would come down. Only this is drawn again while it moves. */
export const HeldGhost = ({ geometry }: { geometry: Geometry }) => {
  const now = useStore(held)
  if (!now) return null
  const { entry, to, minutes } = now
  return (
    <div className="cal-ghost num" data-held="" style={boxOf(geometry, to, minutes)} aria-hidden>
      <b>{span(to.at, to.at + minutes)}</b>
      <span className="clip">{nameOf(entry)}</span>
    </div>
  )
}

/** Where a click would book. */
export const FreeGhost = ({ geometry }: { geometry: Geometry }) => {
  const now = useStore(hovered)
  if (!now) return null
  const { at } = now.spot
  return (
    <div className="cal-ghost num" style={boxOf(geometry, now.spot, now.minutes)} aria-hidden>
      <b>{span(at, at + now.minutes)}</b>
      <span className="clip">{t('Book')}</span>
    </div>
  )
}
