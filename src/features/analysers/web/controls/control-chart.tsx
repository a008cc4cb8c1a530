import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState, useRef, type KeyboardEvent } from 'react'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { query } from '#web/calls/api.ts'
import { date, dateTime, number, dayOf } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { useRights } from '#web/session/rights.ts'
import { enterControlResult, getControlChart } from '#features/analysers/contract-controls.ts'
import type { Chart, Control, ControlPoint } from '../analyser-types.ts'
import { ruleWord, VerdictMark } from '../labels.tsx'
import { heightOf, lines, placesOf, valueAt } from './chart-points.ts'
import controlsStyles from '../controls.module.css'
import listsStyles from '../lists.module.css'

const tones = { accepted: 'done', warning: 'attention', rejected: 'critical' } as const

/** A measurement in words: when, what, how far from the mean, which rules it breaks. */
const pointText = ({ measured_at, result, z, broken }: ControlPoint): string =>
  [dateTime(measured_at), result, t('{z} SD', { z }), ...broken.map(ruleWord)].join(' · ')

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
const LeveyJennings = ({ chart: { control, points } }: { chart: Chart }) => {
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
      className={`grid ${controlsStyles.lj}`}
      role="group"
      aria-label={t('Control chart of {test}, {level}', { test: control.test_panel_name, level: control.level })}
      ref={box}
    >
      <div className={`relative ${controlsStyles.ljAxis} small num t3`} aria-hidden>
        {lines.map((sds) => (
          <span key={sds} style={{ bottom: `${heightOf(sds)}%` }}>
            {valueAt(control.mean, control.sd, sds)}
          </span>
        ))}
      </div>
      <div className={`relative ${controlsStyles.ljPlot}`}>
        {lines.map((sds) => (
          <i
            key={sds}
            className={`line-top absolute ${controlsStyles.ljLine}`}
            data-sds={Math.abs(sds)}
            style={{ bottom: `${heightOf(sds)}%` }}
            aria-hidden
          />
        ))}
        <svg className="full-width absolute" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
          <polyline points={places.map(({ x, y }) => `${x},${100 - y}`).join(' ')} />
        </svg>
        {places.map(({ point, x, y, isBeyond }, at) => (
          <button
            key={point.id}
            type="button"
            className={`plain absolute ${controlsStyles.ljPoint}`}
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
              <span className={`nowrap strong critical-text absolute ${controlsStyles.ljRule} small`} aria-hidden>
                {point.broken.find((rule) => rule !== '1-2s')}
              </span>
            )}
          </button>
        ))}
      </div>
      <div className={`not-phone relative ${controlsStyles.ljSds} small num t3`} aria-hidden>
        {lines.map((sds) => (
          <span key={sds} style={{ bottom: `${heightOf(sds)}%` }}>
            {sds === 0 ? t('mean') : `${sds > 0 ? '+' : '−'}${Math.abs(sds)} SD`}
          </span>
        ))}
      </div>
      <div className={`span-all ${controlsStyles.ljFoot} row small t3 num`}>
        <span>{points[0] && dayOf(points[0].measured_at)}</span>
        <span className="grow text-centre" aria-hidden>
          {shown && pointText(shown)}
        </span>
        <span>{points.length > 1 && dayOf(points.at(-1)?.measured_at ?? 0)}</span>
      </div>
    </div>
  )
}

const ControlResultDialog = lazy(async () => ({ default: (await import('./control-result-dialog.tsx')).ControlResultDialog }))

const PointTable = ({ chart: { points } }: { chart: Chart }) => (
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and nothing inside takes the focus
  <div className={`line-top overflow-auto ${controlsStyles.anScroll}`} tabIndex={0} role="region" aria-label={t('Measurements')}>
    <table className="k-table num" aria-label={t('Measurements')}>
      <thead>
        <tr>
          <th scope="col" style={{ width: 152 }}>
            {t('When')}
          </th>
          <th scope="col" className="r">
            {t('Result')}
          </th>
          <th scope="col" className="r not-phone">
            {t('SD from mean')}
          </th>
          <th scope="col" style={{ width: 128 }}>
            {t('Evaluation')}
          </th>
          <th scope="col" className="not-phone" style={{ width: '40%' }}>
            {t('Rule violations')}
          </th>
        </tr>
      </thead>
      <tbody>
        {points.toReversed().map((point) => (
          <tr key={point.id}>
            <th scope="row">
              {dateTime(point.measured_at)}
              {point.entered_by_name !== null && (
                <span className={`stack min-w-0 ${listsStyles.cell} small t3`}>
                  {[t('By hand'), point.entered_by_name, point.note].filter(Boolean).join(' · ')}
                </span>
              )}
            </th>
            <td className="r strong">{point.result}</td>
            <td className="r not-phone">{number(point.z, 2)}</td>
            <td>
              <VerdictMark outcome={point.outcome} />
            </td>
            <td className="not-phone">{point.broken.map(ruleWord).join('; ')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

const own = ({ control, own: stats }: Chart): string => {
  const message = t('Mean {mean}, SD {sd} {unit}', { mean: control.mean, sd: control.sd, unit: unitText(control.unit) }).trim()
  if (!stats) return message
  return `${message} · ${t('of these {n}: mean {mean}, SD {sd}', { n: number(stats.count), mean: stats.mean, sd: stats.sd })}`
}

/** The chart of a control, and beneath it the same in figures. */
export const ControlChart = ({ id, onChange }: { id: number; onChange: ((control: Control) => void) | undefined }) => {
  const asked = useQuery(query(getControlChart, { params: { id } }))
  const control = asked.data?.control
  const [isEntering, setEntering] = useState(false)
  const { can } = useRights()
  return (
    <section className={`panel clipped row-heads no-last-line ${listsStyles.panel}`} aria-label={t('Control chart')}>
      <div className="panel-head">
        <h2 className="grow">
          {control ? `${control.test_panel_name} · ${control.level}` : t('Control chart')}{' '}
          {control && (
            <span className="small t3 num">
              {control.equipment_name ?? t('By hand')} · {t('lot {lot}', { lot: control.lot })}
              {control.expires_on && ` · ${t('expires {day}', { day: date(control.expires_on) })}`}
            </span>
          )}
        </h2>
        {control && onChange && <Button onClick={() => onChange(control)}>{t('Change')}</Button>}
        {control?.is_active && can(enterControlResult) && <Button onClick={() => setEntering(true)}>{t('Enter value')}</Button>}
      </div>
      <FourStates
        query={asked}
        loading={<Loading rows={8} height={28} />}
        isEmpty={({ points }) => points.length === 0}
        empty={
          <Empty title={t('Not measured yet')}>
            {t('Measurements appear automatically when the analyser sends this lot and level. They can also be entered manually.')}
          </Empty>
        }
      >
        {(data) => (
          <>
            <p className={`${controlsStyles.controlText} t2 num`}>{own(data)}</p>
            <LeveyJennings chart={data} />
            <PointTable chart={data} />
          </>
        )}
      </FourStates>
      <Suspense>{control && isEntering && <ControlResultDialog control={control} onClose={() => setEntering(false)} />}</Suspense>
    </section>
  )
}
