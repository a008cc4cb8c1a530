import { useState, type CSSProperties } from 'react'
import { number } from '../text/format.ts'
import { t } from '../i18n.ts'
import styles from './pie-chart.module.css'

export interface PieSlice {
  key: string
  label: string
  /** Above zero. */
  value: number
  /** The value as it is written. */
  text: string
}

interface Props {
  /** What the chart shows, for people who hear it. */
  label: string
  slices: readonly PieSlice[]
  /** A sum as it is written: what all the others come to. */
  sumText: (sum: number) => string
}

/** More slices than these cannot be told apart. */
const MAX_SLICES = 7
const RADIUS = 50
/** A slice below this share has no room for its number. */
const NUMBERED = 0.05

const sumOf = (slices: readonly PieSlice[]) => slices.reduce((sum, { value }) => sum + value, 0)

/** The greatest first, and what all the others come to last. */
export const topSlices = (slices: readonly PieSlice[], sumText: Props['sumText']): PieSlice[] => {
  const sorted = slices.toSorted((a, b) => b.value - a.value)
  if (sorted.length <= MAX_SLICES) return sorted
  const others = sorted.slice(MAX_SLICES)
  const sum = sumOf(others)
  return [
    ...sorted.slice(0, MAX_SLICES),
    {
      key: 'others',
      label: t('{count, plural, one {{n} other} other {{n} others}}', { count: others.length, n: number(others.length) }),
      value: sum,
      text: sumText(sum),
    },
  ]
}

const placeAt = (share: number, radius: number) => {
  const angle = share * 2 * Math.PI
  return [Math.sin(angle) * radius, -Math.cos(angle) * radius].map((place) => place.toFixed(3)).join(' ')
}
/** A slice from one share of the circle to another; the whole circle is two halves, as no arc ends where it begins. */
const pathOf = (from: number, to: number) =>
  to - from > 0.9999
    ? `M0 ${-RADIUS}A${RADIUS} ${RADIUS} 0 0 1 0 ${RADIUS}A${RADIUS} ${RADIUS} 0 0 1 0 ${-RADIUS}Z`
    : `M0 0L${placeAt(from, RADIUS)}A${RADIUS} ${RADIUS} 0 ${to - from > 0.5 ? 1 : 0} 1 ${placeAt(to, RADIUS)}Z`

/** Shares of a whole, the greatest first from the top, each with its number; the list beside it says their names and figures. */
export const PieChart = ({ label, slices, sumText }: Props) => {
  const [active, setActive] = useState<string | null>(null)
  const top = topSlices(slices, sumText)
  const whole = sumOf(top) || 1
  const drawn = top.map((slice, at) => ({ ...slice, share: slice.value / whole, from: sumOf(top.slice(0, at)) / whole }))
  const pointed = (key: string) => ({
    'data-quiet': (active !== null && active !== key) || undefined,
    onPointerEnter: () => setActive(key),
    onPointerLeave: () => setActive(null),
  })
  return (
    <div className={`small in-row wrap ${styles.pie}`} role="group" aria-label={label}>
      <svg viewBox="-52 -52 104 104" aria-hidden>
        {drawn.map(({ key, from, share }, at) => (
          <path
            key={key}
            className={styles.slice}
            data-slice={key === 'others' ? 'others' : at}
            d={pathOf(from, from + share)}
            {...pointed(key)}
          />
        ))}
        {drawn.map(
          ({ key, from, share }, at) =>
            share >= NUMBERED && (
              <text
                key={key}
                className={`strong ${styles.number}`}
                data-slice={key === 'others' ? 'others' : at}
                transform={`translate(${placeAt(from + share / 2, share > 0.9999 ? 0 : RADIUS * 0.68)})`}
              >
                {at + 1}
              </text>
            ),
        )}
      </svg>
      <ol className={styles.legend} data-part="pie-legend">
        {drawn.map(({ key, label: name, text, share }, at) => (
          <li key={key} {...pointed(key)}>
            <span
              className={`grid centred round-s strong ${styles.mark} num`}
              data-slice={key === 'others' ? 'others' : at}
              style={{ '--mark': `'${at + 1}'` } as CSSProperties}
              aria-hidden
            />
            <span className="break-anywhere">{name}</span>
            <span className="num semi">{text}</span>
            <span className="num t3">{number(share * 100, 1)} %</span>
          </li>
        ))}
      </ol>
    </div>
  )
}
