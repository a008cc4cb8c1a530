import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconChartLine, IconChevronLeft, IconChevronRight, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { getCumulative } from '#features/laboratory/contract-reports.ts'
import { query } from '#web/calls/api.ts'
import { dayOf, number, dateTime } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note, Status } from '#web/ui/status.tsx'
import { rowsAt, timesOf, drawable, type Point, type Series } from './cumulative.ts'
import { CumulativeTable } from './cumulative-table.tsx'
import { isCritical } from '#features/laboratory/contract-fields.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { givenRows } from '#web/ui/document.tsx'
import { LineChart } from '#web/ui/line-chart.tsx'
import { FlagMark } from '../lab-labels.tsx'
import { originWord } from '../results/labels.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { rangeText } from '../range-text.ts'
import styles from './charts.module.css'
import { PHONE } from '#web/look/tokens.ts'

/** More than these lie on one another. */
const MOST_DRAWN = 60
/** More results are not named under the line. */
const MOST_NAMED = 5

const labelOf = (point: Point) =>
  [dateTime(point.observed_at), ':', point.result, unitText(point.unit), point.origin === 'imported' && `· ${originWord('imported')}`]
    .filter(Boolean)
    .join(' ')

const Chart = ({ series: { points, test_panel_name, unit } }: { series: Series }) => {
  const drawn = drawable(points).slice(-MOST_DRAWN)
  if (drawn.length < 2) return null
  const { low, high } = drawn.at(-1)!.point
  return (
    <LineChart
      label={t('{test}, the latest {n} results', { test: test_panel_name, n: number(drawn.length) })}
      series={[
        {
          name: test_panel_name,
          points: drawn.map(({ point, value, isBeyond }) => ({
            key: String(point.id),
            label: labelOf(point),
            value,
            at: Date.parse(point.observed_at),
            isMarked: isCritical(point.flag),
            isOpen: isBeyond,
          })),
        },
      ]}
      {...((low !== null || high !== null) && {
        bands: [
          {
            low: low === null ? null : Number(low),
            high: high === null ? null : Number(high),
            text: t('Reference range {range}', { range: rangeText(low, high) }),
          },
        ],
      })}
      unit={unitText(unit) || t('Result')}
    />
  )
}

/** What is drawn open because it is no number, in the words of the results. */
const openResults = (points: readonly Point[]) => {
  const open = drawable(points)
    .slice(-MOST_DRAWN)
    .filter(({ isBeyond }) => isBeyond)
  return [...new Set(open.map(({ point }) => point.result))].slice(0, MOST_NAMED).join(', ')
}

const columns = (unit: string | null): Column<Point>[] => [
  { key: 'when', title: t('When'), width: 168, render: ({ observed_at }) => <span className="num">{dateTime(observed_at)}</span> },
  { key: 'result', title: unitText(unit) || t('Result'), align: 'end', width: 120, render: ({ result }) => <b>{result}</b> },
  { key: 'flag', title: t('Flag'), width: 144, render: (point) => <FlagMark flag={point.flag} limits={point} /> },
  { key: 'range', title: t('Range'), align: 'end', width: 128, hideOnPhone: true, render: ({ low, high }) => rangeText(low, high) || '–' },
  {
    key: 'origin',
    title: t('Source'),
    render: ({ origin, is_amended }) => (
      <span className="row">
        {originWord(origin)}
        {is_amended && (
          <Status tone="inactive" icon={IconPencil}>
            {t('Amended')}
          </Status>
        )}
      </span>
    ),
  },
]

// It stands over a table that may be long: whoever chooses a test further down is brought to it.
const bring = (node: HTMLElement | null) => node?.scrollIntoView({ block: 'nearest' })

/** How one test went: a line over its range, and every figure beneath. Results with < or > are drawn open. */
const TestChart = ({ series }: { series: Series }) => {
  const newest = series.points.toReversed()
  const open = openResults(series.points)
  const isCut = drawable(series.points).length > MOST_DRAWN
  return (
    <section ref={bring} className={`section stack gap-5 ${styles.testChart}`} aria-label={series.test_panel_name}>
      <h2>
        {series.test_panel_name} <span className="t3 num">{unitText(series.unit)}</span>
      </h2>
      <Chart series={series} />
      {open !== '' && drawable(series.points).length > 1 && (
        <p className="small t3">{t('Open circles are not exact numbers: {results}.', { results: open })}</p>
      )}
      {isCut && <p className="small t3">{t('The chart shows the latest {n}; the table shows all.', { n: number(MOST_DRAWN) })}</p>}
      <div className={`stack ${styles.testFigures}`}>
        <DataTable
          label={t('Values of {measure}', { measure: series.test_panel_name })}
          columns={columns(series.unit)}
          rows={givenRows(newest)}
          rowKey={({ id }) => id}
          empty={null}
        />
      </div>
    </section>
  )
}

const SHOWN = 7
const SHOWN_ON_PHONE = 2

type Found = ResponseOf<typeof getCumulative>

const Table = ({ results: { series, has_more } }: { results: Found }) => {
  const isPhone = useMediaQuery(PHONE) ?? false
  const [from, setFrom] = useState(0)
  const [chosen, setChosen] = useState<number | null>(null)
  const times = useMemo(() => timesOf(series), [series])
  const size = isPhone ? SHOWN_ON_PHONE : SHOWN
  const first = Math.min(from, Math.max(0, times.length - 1))
  const { shown, rows } = useMemo(() => {
    const some = times.slice(first, first + size)
    return { shown: some, rows: rowsAt(series, some) }
  }, [series, times, first, size])
  const drawn = series.find(({ test_panel }) => test_panel === chosen)
  return (
    <div className="stack gap-5">
      {has_more && <Note tone="attention">{t('More than {n} results: only the latest are shown.', { n: number(10_000) })}</Note>}
      {drawn && <TestChart key={drawn.test_panel} series={drawn} />}
      <div className="row wrap num">
        <span className="t3 grow">
          {t('{count, plural, one {{from} to {to}; {n} time point in total} other {{from} to {to}; {n} time points in total}}', {
            count: times.length,
            from: dayOf(shown.at(-1)!),
            to: dayOf(shown[0]!),
            n: number(times.length),
          })}
        </span>
        {times.length > size && (
          <>
            <Button
              disabled={first === 0}
              leftSection={<IconChevronLeft size={16} stroke={1.5} aria-hidden />}
              onClick={() => setFrom(Math.max(0, first - size))}
            >
              {t('Later')}
            </Button>
            <Button
              disabled={first + size >= times.length}
              rightSection={<IconChevronRight size={16} stroke={1.5} aria-hidden />}
              onClick={() => setFrom(first + size)}
            >
              {t('Earlier')}
            </Button>
          </>
        )}
      </div>
      <CumulativeTable rows={rows} times={shown} chosen={chosen} onChoose={setChosen} />
    </div>
  )
}

/** A patient's approved and imported results over time, newest first; a test that is chosen is drawn as a line over its range. */
export const CumulativePanel = ({ patientId }: { patientId: number }) => {
  const asked = useQuery(query(getCumulative, { params: { patient_id: patientId }, query: {} }))
  return (
    <FourStates
      query={asked}
      loading={<Loading rows={10} height={28} />}
      isEmpty={({ series }) => series.every(({ points }) => points.length === 0)}
      empty={
        <Empty icon={IconChartLine} title={t('No results yet')}>
          {t('Results appear here once approved, next to those of earlier visits.')}
        </Empty>
      }
    >
      {(found) => <Table results={found} />}
    </FourStates>
  )
}
