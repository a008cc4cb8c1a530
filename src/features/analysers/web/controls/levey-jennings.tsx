import { useRef, useState, type KeyboardEvent } from 'react'
import { dateTime, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Chart, ControlPoint } from '../analyser-types.ts'
import { ruleWord } from '../words.tsx'
import { heightOf, lines, placesOf, valueAt } from './chart-points.ts'

const tones = { accepted: 'done', warning: 'attention', rejected: 'critical' } as const

/** A measurement in words: when, what, how far from the mean, which rules it breaks. */
export const pointText = ({ measured_at, result, z, broken }: ControlPoint): string =>
  [dateTime(measured_at), result, t('{{z}} SD', { z }), ...broken.map(ruleWord)].join(' · ')

const MOVES: Record<string, (at: number, last: number) => number> = {
  ArrowRight: (at, last) => Math.min(last, at + 1),
  ArrowLeft: (at) => Math.max(0, at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/**
 * Levey and Jennings' chart: the measurements of a control over its mean and one to three spreads, with the broken rules by their names. One
 * stop of the Tab key; arrows go from point to point. The table beneath says the same.
 */
export const LeveyJennings = ({ of: { control, points } }: { of: Chart }) => {
  const box = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState<number | null>(null)
  const places = placesOf(points)
  const walk = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    if (!move) return
    event.preventDefault()
    box.current?.querySelectorAll<HTMLElement>('button')[move(active ?? 0, points.length - 1)]?.focus()
  }
  const stop = Math.min(active ?? points.length - 1, points.length - 1)
  const shown = active === null ? undefined : points[active]
  return (
    <div
      className="lj"
      role="group"
      aria-label={t('Control chart of {{test}}, {{level}}', { test: control.test_panel_name, level: control.level })}
      ref={box}
    >
      <div className="lj-axis small num t3" aria-hidden>
        {lines.map((sds) => (
          <span key={sds} style={{ bottom: `${heightOf(sds)}%` }}>
            {valueAt(control.mean, control.sd, sds)}
          </span>
        ))}
      </div>
      <div className="lj-room">
        {lines.map((sds) => (
          <i key={sds} className="lj-line" data-sds={Math.abs(sds)} style={{ bottom: `${heightOf(sds)}%` }} aria-hidden />
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <polyline points={places.map(({ x, y }) => `${x},${100 - y}`).join(' ')} />
        </svg>
        {places.map(({ point, x, y, isBeyond }, at) => (
          <button
            key={point.id}
            type="button"
            className="plain lj-point"
            data-tone={tones[point.outcome]}
            data-beyond={isBeyond || undefined}
            style={{ insetInlineStart: `${x}%`, bottom: `${y}%` }}
            tabIndex={at === stop ? 0 : -1}
            aria-label={pointText(point)}
            onFocus={() => setActive(at)}
            onPointerEnter={() => setActive(at)}
            onKeyDown={walk}
          >
            {point.broken.some((rule) => rule !== '1-2s') && (
              <span className="lj-rule small" aria-hidden>
                {point.broken.find((rule) => rule !== '1-2s')}
              </span>
            )}
          </button>
        ))}
      </div>
      <div className="lj-sds small num t3" aria-hidden>
        {lines.map((sds) => (
          <span key={sds} style={{ bottom: `${heightOf(sds)}%` }}>
            {sds === 0 ? t('mean') : `${sds > 0 ? '+' : '−'}${Math.abs(sds)} SD`}
          </span>
        ))}
      </div>
      <div className="lj-foot row small t3 num">
        <span>{points[0] && dayOf(points[0].measured_at)}</span>
        <span className="grow lj-said" aria-hidden>
          {shown && pointText(shown)}
        </span>
        <span>{points.length > 1 && dayOf(points.at(-1)?.measured_at ?? 0)}</span>
      </div>
    </div>
  )
}
