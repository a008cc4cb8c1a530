import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import styles from './bar-chart.module.css'

export interface Bar {
  key: string
  /** What it stands for, in full. */
  label: string
  /** The same in a few letters, for the axis. */
  short?: string
  value: number
  /** The value as it is written. */
  text: string
  /** What it is compared with: a line across its room. */
  against?: number
}

interface Props {
  /** What the chart shows, for people who hear it. */
  label: string
  /** Upright for days, lying for names, which need room. */
  kind: 'columns' | 'rows'
  bars: readonly Bar[]
  /** Click or Enter on a bar. */
  onPick?: (key: string) => void
}

/** Above so many columns only the highest says its value; the one that is pointed at always does. */
const MAX_LABELLED = 12
const AXIS_MARKS = 6

const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowDown: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  ArrowUp: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Where a bar begins and how long it is, in percent of the whole; what is below zero goes the other way. */
const extents = (bars: readonly Bar[]) => {
  const values = bars.flatMap(({ value, against = 0 }) => [value, against])
  const top = Math.max(0, ...values)
  const bottom = Math.min(0, ...values)
  const span = top - bottom || 1
  return ({ value, against }: Pick<Bar, 'value' | 'against'>) => ({
    '--from': `${((Math.min(0, value) - bottom) / span) * 100}%`,
    '--size': `${(Math.abs(value) / span) * 100}%`,
    ...(against !== undefined && { '--against': `${((against - bottom) / span) * 100}%` }),
  })
}

/**
 * Bars with their values beside them. One stop of the Tab key; arrows go from bar to bar and each is read out. The table that belongs to
 * it says the same in figures.
 */
export const BarChart = ({ label, kind, bars, onPick }: Props) => {
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<number | null>(null)
  const extent = extents(bars)
  const highest = bars.reduce((best, { value }, at) => (value > (bars[best]?.value ?? 0) ? at : best), 0)
  const every = Math.max(1, Math.ceil(bars.length / AXIS_MARKS))
  // A name begins at its bar and needs the room of the next ones.
  const isMarked = (at: number) => at % every === 0 && at + every <= bars.length
  const isStated = (at: number) => kind === 'rows' || bars.length <= MAX_LABELLED || at === (active ?? highest)
  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step) return
    event.preventDefault()
    const next = step(active ?? 0, bars.length - 1)
    box.current?.querySelectorAll<HTMLElement>('button')[next]?.focus()
  }
  return (
    <div
      ref={box}
      className={`small grid ${styles.bars}`}
      data-kind={kind}
      data-opens={onPick ? true : undefined}
      role="group"
      aria-label={label}
      style={{ '--count': bars.length } as CSSProperties}
    >
      {bars.map(({ key, label: name, short, value, text, against }, at) => (
        <div
          key={key}
          className={`min-w-0 relative ${styles.bar}`}
          data-active={at === active || undefined}
          data-below={value < 0 || undefined}
          data-late={at > bars.length / 2 || undefined}
          style={extent({ value, against }) as CSSProperties}
        >
          <span className={`${styles.name} ${kind === 'rows' ? 'wrap-text' : 'clip'}`} aria-hidden>
            {kind === 'rows' ? name : isMarked(at) && (short ?? name)}
          </span>
          <span className={styles.plot} aria-hidden>
            <span className={styles.fill} />
            {against !== undefined && <span className={`absolute ${styles.against}`} />}
            {kind === 'columns' && isStated(at) && (
              <span className={`${styles.text} num`}>{bars.length > MAX_LABELLED ? `${name}: ${text}` : text}</span>
            )}
          </span>
          {kind === 'rows' && (
            <span className={`${styles.text} num`} aria-hidden>
              {text}
            </span>
          )}
          <button
            type="button"
            className={`plain absolute ${styles.touch}`}
            tabIndex={at === Math.min(active ?? 0, bars.length - 1) ? 0 : -1}
            aria-label={`${name}: ${text}`}
            onFocus={() => setActive(at)}
            onPointerEnter={() => setActive(at)}
            onPointerLeave={() => setActive(null)}
            onKeyDown={walk}
            onClick={() => onPick?.(key)}
          />
        </div>
      ))}
    </div>
  )
}
