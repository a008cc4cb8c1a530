import { useNow } from '#web/state/use-now.ts'
import { clock, toWallTime } from './calendar-days.ts'
import { bandTop, type Geometry } from './geometry.ts'
import type { Plan } from './plan.ts'
import styles from './entries.module.css'

interface Props {
  plan: Plan
  geometry: Geometry
}

const nowIn = ({ plan, geometry }: Props, now: number) => {
  const { day, at } = toWallTime(now, plan.zone)
  const column = plan.days.indexOf(day)
  return column === -1 || at < geometry.from || at > geometry.to ? null : { column, at, top: (at - geometry.from) * geometry.minute }
}

/** The time it is at the clinic, among the hours of today. */
export const NowTime = (props: Props) => {
  const now = nowIn(props, useNow())
  return (
    now && (
      <b className="round-s pad-0-2" style={{ top: now.top }}>
        {clock(now.at)}
      </b>
    )
  )
}

/** A line at the time it is, through the columns of today in every band that is in view. */
export const NowLine = ({ bands, ...props }: Props & { bands: readonly number[] }) => {
  const { plan, geometry } = props
  const now = nowIn(props, useNow())
  if (!now) return null
  const isOneDay = plan.days.length === 1
  return bands.map((band) => (
    <div
      key={band}
      className={`absolute ${styles.now}`}
      aria-hidden
      style={{
        top: bandTop(geometry, band) + geometry.bandHead + now.top,
        left: geometry.gutter + (isOneDay ? 0 : now.column * geometry.column),
        width: isOneDay ? geometry.columns * geometry.column : geometry.column,
      }}
    />
  ))
}
