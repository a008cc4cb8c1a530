import { useRef, useState, type KeyboardEvent } from 'react'
import styles from './line-chart.module.css'

export interface LinePoint {
  key: string
  /** When, and what: read out. */
  label: string
  value: number
  /** Drawn as a serious one. */
  isMarked?: boolean
  /** Drawn open: the true value lies beyond it. */
  isOpen?: boolean
  /** Its place on the axis, where some in between are missing. */
  at?: number
}
export interface LineSeries {
  name: string
  /** From the earliest to the latest. */
  points: readonly LinePoint[]
  /** Drawn dashed: what the other is compared with. */
  isQuiet?: true
}

interface Props {
  /** What the chart shows, for people who hear it. */
  label: string
  series: readonly LineSeries[]
  /** What is ordinary: a quiet band behind the line. */
  band?: { low: number | null; high: number | null }
  /** What stands at the two ends of the axis. */
  from: string
  to: string
  /** What the greatest value is, in words: it stands at its height. */
  scale?: string
  /** Drawn from zero: what is counted, not measured. */
  isFromZero?: boolean
}

const MOVES: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}
const MARGIN = 0.12
/** More points than these would be one thick line: only the one that is pointed at is drawn. */
const DENSE = 60

/** The least and the greatest that is drawn, with some room around. */
const rangeOf = ({ series, band, isFromZero }: Pick<Props, 'series' | 'band' | 'isFromZero'>) => {
  const values = series.flatMap(({ points }) => points.map(({ value }) => value))
  const all = [...values, ...[band?.low, band?.high].filter((value) => value !== null && value !== undefined)]
  const least = Math.min(...all, ...(isFromZero ? [0] : []))
  const most = Math.max(...all)
  const room = (most - least || 1) * MARGIN
  return { bottom: isFromZero && least === 0 ? 0 : least - room, top: most + room }
}

/** The highest of the latest points: the name stands over them, not on the line. */
const UNDER_NAME = 0.35
const peakAtEnd = (points: readonly LinePoint[]) =>
  Math.max(...points.slice(-Math.max(2, Math.ceil(points.length * UNDER_NAME))).map(({ value }) => value))

/**
 * Lines over evenly spaced measurements. One stop of the Tab key; arrows go from point to point and each is read out. The table beneath says
 * the same in figures.
 */
export const LineChart = ({ label, series, band, from, to, scale, isFromZero }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<number | null>(null)
  const { bottom, top } = rangeOf({ series, band, isFromZero })
  const heightOf = (value: number) => ((value - bottom) / (top - bottom)) * 100
  const placed = series.map(({ points: own, ...line }) => ({ ...line, points: own.map((point, at) => ({ at, ...point })) }))
  const points = placed.flatMap(({ points: own, isQuiet }) => own.map((point) => ({ ...point, isQuiet })))
  const last = Math.max(0, ...points.map(({ at }) => at))
  const placeOf = (at: number) => (last === 0 ? 50 : (at / last) * 100)
  const walk = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    if (!move) return
    event.preventDefault()
    box.current?.querySelectorAll<HTMLElement>('button')[move(active ?? 0, points.length - 1)]?.focus()
  }
  const greatest = Math.max(...points.map(({ value }) => value))
  const low = band?.low ?? null
  const high = band?.high ?? null
  const floor = low === null ? 0 : heightOf(low)
  const ceiling = high === null ? 100 : heightOf(high)
  return (
    <div className={`stack gap-2 ${styles.lineChart}`} data-dense={last > DENSE || undefined} role="group" aria-label={label} ref={box}>
      <div className={`relative ${styles.plot}`}>
        {(low !== null || high !== null) && (
          <span className={`sunken absolute ${styles.band}`} style={{ bottom: `${floor}%`, height: `${ceiling - floor}%` }} aria-hidden />
        )}
        <svg className="full-width absolute" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          {placed.map(({ name, isQuiet, points: own }) => (
            <polyline
              key={name}
              data-quiet={isQuiet}
              points={own.map(({ value, at }) => `${placeOf(at)},${100 - heightOf(value)}`).join(' ')}
            />
          ))}
        </svg>
        {scale && (
          <span className={`small t3 num absolute ${styles.scale}`} style={{ bottom: `${heightOf(greatest)}%` }}>
            {scale}
          </span>
        )}
        {series.length > 1 &&
          series
            .filter(({ points: own }) => own.length > 0)
            .map(({ name, points: own }) => (
              <span
                key={name}
                className={`small t3 pad-0-2 absolute ${styles.name}`}
                style={{ bottom: `${heightOf(peakAtEnd(own))}%` }}
                aria-hidden
              >
                {name}
              </span>
            ))}
        {points.map(({ key, label: text, value, isMarked, isOpen, isQuiet, at }, index) => (
          <button
            key={key}
            type="button"
            className={`plain grid centred absolute ${styles.point}`}
            data-marked={isMarked || undefined}
            data-open={isOpen || isQuiet || undefined}
            style={{ insetInlineStart: `${placeOf(at)}%`, bottom: `${heightOf(value)}%` }}
            tabIndex={index === Math.min(active ?? points.length - 1, points.length - 1) ? 0 : -1}
            aria-label={text}
            onFocus={() => setActive(index)}
            onPointerEnter={() => setActive(index)}
            onKeyDown={walk}
          />
        ))}
      </div>
      <div className={`row small t3 num ${styles.axis}`}>
        <span>{from}</span>
        <span className="grow text-centre t1" aria-hidden>
          {active !== null && points[active]?.label}
        </span>
        <span>{last === 0 ? '' : to}</span>
      </div>
    </div>
  )
}
