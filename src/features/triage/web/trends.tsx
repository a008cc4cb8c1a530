import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { query } from '#web/calls/api.ts'
import { dateTime, number, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { LineChart, type LineBand, type LineSeries } from '#web/ui/line-chart.tsx'
import { listVitalSigns } from '../contract.ts'
import { isCritical, limitFor, monthsBetween, type Limit } from '../limits.ts'
import { useLimits } from './use-limits.ts'
import { measureOf, type MeasureKey } from '../measures.ts'
import { measureWord } from './triage-labels.ts'
import { figure, tenths, withUnit, type SetOnScreen } from './vitals-values.ts'
import styles from './triage.module.css'

const MOST = 30
/** A pressure is two lines, and shown as one choice. */
const charts: Record<string, readonly MeasureKey[]> = {
  temperature: ['temperature'],
  pulse: ['pulse'],
  systolic: ['systolic', 'diastolic'],
  respiration: ['respiration'],
  spo2: ['spo2'],
  weight: ['weight'],
  glucose: ['glucose'],
}
const wordOf = (key: string) => (key === 'systolic' ? t('Blood pressure') : measureWord(key as MeasureKey))

const seriesOf = (sets: readonly SetOnScreen[], measure: MeasureKey): LineSeries => ({
  name: measureWord(measure),
  points: sets
    .filter((set) => set[measure] !== null)
    .map((set) => ({
      key: `${measure}-${set.id}`,
      label: `${dateTime(set.taken_at)}: ${measureWord(measure)} ${withUnit(measure, set[measure])}`,
      value: Number(set[measure]),
      at: Date.parse(set.taken_at),
      isMarked: isCritical(set.flags[measure]),
    })),
})

const rangeWords = (low: number | null, high: number | null) =>
  low === null ? `≤ ${number(high!)}` : high === null ? `≥ ${number(low)}` : `${number(low)} – ${number(high)}`

/** What is ordinary for a measure at that age; nothing where the clinic has no limits of it. */
const bandOf = (measure: MeasureKey, limit: Limit | undefined, isOneOfTwo: boolean): LineBand[] => {
  if (!limit || (limit.low === null && limit.high === null)) return []
  const { low, high } = limit
  const range = rangeWords(low, high)
  return [
    {
      low,
      high,
      text: isOneOfTwo ? t('{measure} normal {range}', { measure: measureWord(measure), range }) : t('Normal {range}', { range }),
    },
  ]
}

const Figures = ({ sets, measures, label }: { sets: readonly SetOnScreen[]; measures: readonly MeasureKey[]; label: string }) => (
  // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, and nothing inside takes the focus
  <div className={`table-box rigid min-h-0 row-heads ${styles.trendTable}`} tabIndex={0} role="region" aria-label={label}>
    <table className="k-table" aria-label={label}>
      <thead>
        <tr>
          <th scope="col">{t('When')}</th>
          {measures.map((measure) => (
            <th key={measure} scope="col" className="r">
              {measureWord(measure)} <span className="t3">{measureOf(measure).unit}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {sets.map((set) => (
          <tr key={set.id}>
            <th scope="row" className="num">
              {dateTime(set.taken_at)}
            </th>
            {measures.map((measure) => (
              <td key={measure} className="r">
                {(measure === 'temperature' || measure === 'weight' ? tenths : figure)(set[measure])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)

/** How one measure went over the latest visits: a chart with what was ordinary behind it, and the figures beneath. */
export const Trends = ({ patientId, birth }: { patientId: number; birth: string | null }) => {
  const [shown, setShown] = useState('systolic')
  const limits = useLimits()
  const monthsOf = (at: string) => (birth === null ? null : monthsBetween(birth, today(at)))
  const { data } = useQuery(query(listVitalSigns, { query: { patient_id: patientId, limit: 100 } }))
  const there = Object.keys(charts).filter((key) => data?.some((set) => set[key as MeasureKey] !== null))
  if (!data || there.length === 0) return null
  const current = there.includes(shown) ? shown : there[0]!
  const measures = charts[current]!
  const sets = data.filter((set) => set[current as MeasureKey] !== null).slice(0, MOST)
  const inTime = sets.toReversed()
  const word = wordOf(current)
  return (
    <section className="panel stack gap-5 pad-5-6" aria-label={t('Trends')}>
      <ChoiceField label={t('Trend')} data={there.map((key) => ({ value: key, label: wordOf(key) }))} value={current} onChange={setShown} />
      <LineChart
        label={t('{measure}, the latest {n} measurements', { measure: word, n: sets.length })}
        series={measures.map((measure) => seriesOf(inTime, measure))}
        bands={measures.flatMap((measure) =>
          bandOf(measure, limitFor(limits, measure, monthsOf(inTime.at(-1)!.taken_at)), measures.length > 1),
        )}
        unit={measureOf(current as MeasureKey).unit}
      />
      <Figures sets={sets} measures={measures} label={t('Values of {measure}', { measure: word })} />
    </section>
  )
}
