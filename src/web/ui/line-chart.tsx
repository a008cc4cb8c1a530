import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import { clinicZone, dayOf, number, time, today } from '../text/format.ts'
import { shortDay, shortMonthOf } from '../text/short-day.ts'
import { placeBetween, scaleTime, scaleValues, type TimeTick } from './chart-scale.ts'
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
  /** Its position: an instant where the axis is time, else a place among others where some in between are missing. */
  at?: number
}
export interface LineSeries {
  name: string
  /** From the earliest to the latest. */
  points: readonly LinePoint[]
  /** Drawn dashed: what the other is compared with. */
  isQuiet?: true
}
/** What is ordinary: a quiet ground behind the line, with its limits in words. */
export interface LineBand {
  low: number | null
  high: number | null
  text: string
}

interface Props {
  /** What the chart shows, for people who hear it. */
  label: string
  series: readonly LineSeries[]
  bands?: readonly LineBand[]
  /** What the values are in: the title of their axis. */
  unit: string
  /** How a value is written at the axis; a number with as many decimals as tell the values apart when absent. */
  valueText?: (value: number) => string
  /** What stands at the two ends of the axis; absent: `at` of all points is an instant, and the axis is time. */
  ends?: { from: string; to: string }
  /** Drawn from zero: what is counted, not measured. */
  isFromZero?: boolean
}

const MOVES: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}
/** More points than these would be one thick line: only the one that is pointed at is drawn. */
const DENSE = 60

const tickText = ({ at, unit }: TimeTick): string => {
  if (unit === 'time') return time(at)
  const day = today(at)
  return unit === 'day' ? shortDay(day) : unit === 'month' ? shortMonthOf(day) : day.slice(0, 4)
}
/** What is written at the axis of time; and, where that is short, from which day to which. */
const timeAxis = (first: number, last: number) => {
  const scale = scaleTime(first, last, clinicZone())
  const [from, to] = [dayOf(first), dayOf(last)]
  const isShort = scale[0]?.unit === 'time' || scale[0]?.unit === 'day'
  return {
    ticks: scale.map((tick) => ({ at: tick.at, text: tickText(tick) })),
    days: !isShort ? '' : from === to ? from : `${from} – ${to}`,
  }
}

/** The highest of the latest points: the name stands over them, not on the line. */
const UNDER_NAME = 0.35
const peakAtEnd = (points: readonly LinePoint[]) =>
  Math.max(...points.slice(-Math.max(2, Math.ceil(points.length * UNDER_NAME))).map(({ value }) => value))

/**
 * Lines over measurements, each at its distance in time, with round values and the unit at the upright axis. One stop of the Tab key; arrows go
 * from point to point and each is read out. The table beneath says the same in figures.
 */
export const LineChart = ({ label, series, bands = [], unit, valueText, ends, isFromZero = false }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<number | null>(null)
  const placed = series.map(({ points: own, ...line }) => ({ ...line, points: own.map((point, at) => ({ at, ...point })) }))
  const points = placed.flatMap(({ points: own, isQuiet }) => own.map((point) => ({ ...point, isQuiet })))
  const limits = bands.flatMap(({ low, high }) => [low, high]).filter((limit) => limit !== null)
  const { bottom, top, ticks, decimals } = scaleValues([...points.map(({ value }) => value), ...limits], isFromZero)
  const heightOf = (value: number) => ((value - bottom) / (top - bottom)) * 100
  const positions = points.map(({ at }) => at)
  const [first, last] = [Math.min(...positions), Math.max(...positions)]
  const placeOf = placeBetween(first, last)
  const across = ends || points.length === 0 ? null : timeAxis(first, last)
  const written = valueText ?? ((value: number) => number(value, decimals))
  const longest = Math.max(...ticks.map((tick) => written(tick).length))
  const walk = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    if (!move) return
    event.preventDefault()
    box.current?.querySelectorAll<HTMLElement>('button')[move(active ?? 0, points.length - 1)]?.focus()
  }
  return (
    <div
      className={`stack gap-2 ${styles.lineChart}`}
      data-dense={points.length > DENSE || undefined}
      role="group"
      aria-label={label}
      ref={box}
      style={{ '--gutter': `${longest}ch` } as CSSProperties}
    >
      <span className="small t3 pad-3-0" data-part="unit">
        {unit}
      </span>
      <div className={`relative ${styles.plot}`}>
        {bands.map(({ low, high, text }) => {
          const floor = low === null ? 0 : heightOf(low)
          const ceiling = high === null ? 100 : heightOf(high)
          return (
            <span key={text} className={`sunken absolute ${styles.band}`} style={{ bottom: `${floor}%`, height: `${ceiling - floor}%` }}>
              <span className={`small t3 num absolute ${styles.bandText}`}>{text}</span>
            </span>
          )
        })}
        {ticks.map((tick) => (
          <span key={tick} className={`absolute ${styles.tick}`} style={{ bottom: `${heightOf(tick)}%` }} aria-hidden>
            <span className="small t3 num absolute nowrap">{written(tick)}</span>
          </span>
        ))}
        <svg className="full-width absolute" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          {placed.map(({ name, isQuiet, points: own }) => (
            <polyline
              key={name}
              data-quiet={isQuiet}
              points={own.map(({ value, at }) => `${placeOf(at)},${100 - heightOf(value)}`).join(' ')}
            />
          ))}
        </svg>
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
      <div className={`relative small t3 num ${styles.axis}`} aria-hidden>
        {across?.ticks.map(({ at, text }) => (
          <span key={at} className={`absolute nowrap ${styles.instant}`} style={{ insetInlineStart: `${placeOf(at)}%` }}>
            {text}
          </span>
        ))}
        {ends && (
          <span className="row">
            <span className="grow">{ends.from}</span>
            <span>{first === last ? '' : ends.to}</span>
          </span>
        )}
      </div>
      <p className={`small num text-centre ${styles.read}`} aria-hidden>
        {active !== null && points[active] ? points[active].label : across?.days}
      </p>
    </div>
  )
}
