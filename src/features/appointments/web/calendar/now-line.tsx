import { useNow } from '#web/use-now.ts'
import { clock, wallOf } from './calendar-days.ts'
import { bandHeight, bandTop, type Geometry } from './geometry.ts'
import type { Plan } from './plan.ts'

/** The time it is at the clinic, through the columns of today in every band that is in view. */
export const NowLine = ({ plan, geometry, bands }: { plan: Plan; geometry: Geometry; bands: readonly number[] }) => {
  const { day, at } = wallOf(useNow(), plan.zone)
  const column = plan.days.indexOf(day)
  if (column === -1 || at < geometry.from || at > geometry.to || bandHeight(geometry) === 0) return null
  const isOneDay = plan.days.length === 1
  return bands.map((band) => (
    <div
      key={band}
      className="cal-now num"
      aria-hidden
      style={{
        top: bandTop(geometry, band) + geometry.bandHead + (at - geometry.from) * geometry.minute,
        left: geometry.gutter + (isOneDay ? 0 : column * geometry.column),
        width: isOneDay ? geometry.columns * geometry.column : geometry.column,
      }}
    >
      <span>{clock(at)}</span>
    </div>
  ))
}
