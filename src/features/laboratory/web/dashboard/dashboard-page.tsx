import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { getLabDashboard } from '#features/laboratory/contract-reports.ts'
import { query } from '#web/calls/api.ts'
import { number, today, minutes } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { BarChart, type Bar } from '#web/ui/bar-chart.tsx'
import { FourStates, Loading, Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { rejectWord } from '../collect/reject-reasons.ts'
import { daysIn, percentOf, daysOf, spanOf, type Days } from './days.ts'
import { LabTiles } from './lab-tiles.tsx'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { DateField } from '#web/ui/date-field.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { givenRows } from '#web/ui/document.tsx'
import { Status } from '#web/ui/status.tsx'
import { Link } from 'react-router'
import type { ResponseOf } from '#shared/endpoint.ts'
import styles from './dashboard.module.css'

type Dashboard = ResponseOf<typeof getLabDashboard>
type SectionRow = Dashboard['by_section'][number]

type Row = Dashboard['pending'][number]
const ages = ['under_1h', 'under_4h', 'under_24h', 'older'] as const
const ageWord = (age: (typeof ages)[number]) =>
  ({ under_1h: t('under 1 h'), under_4h: t('1 to 4 h'), under_24h: t('4 to 24 h'), older: t('over a day') })[age]
const stateWord = (state: Row['state']) =>
  ({ 'to collect': t('To collect'), 'to receive': t('To receive'), 'to do': t('To do'), 'to approve': t('To approve') })[state]
const pageOf: Record<Row['state'], string> = {
  'to collect': 'collect',
  'to receive': 'collect?show=receive',
  'to do': 'worklist',
  'to approve': 'approve',
}
const sumOf = (row: Row) => ages.reduce((sum, age) => sum + row[age], 0)

/** What waits, by how long: a bar for each state, as long as its share of the greatest, with its figures. */
const PendingTable = ({ rows }: { rows: readonly Row[] }) => {
  const most = Math.max(1, ...rows.map(sumOf))
  return (
    <table className={`k-table ${styles.pending}`} aria-label={t('Waiting, by age')}>
      <colgroup>
        <col style={{ width: 124 }} />
        <col />
        {ages.map((age) => (
          <col key={age} style={{ width: 100 }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t('Status')}</th>
          <th scope="col">
            <span className="only-heard">{t('Share')}</span>
          </th>
          {ages.map((age) => (
            <th key={age} scope="col" className="r">
              <span className={styles.age} data-age={age} aria-hidden />
              {ageWord(age)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.state}>
            <th scope="row">
              <Link className="link" to={`/dashboard/laboratory/${pageOf[row.state]}`}>
                {stateWord(row.state)}
              </Link>
            </th>
            <td>
              <span className={`flex clipped ${styles.bar}`} style={{ width: `${(sumOf(row) / most) * 100}%` }} aria-hidden>
                {ages.map((age) => row[age] > 0 && <i key={age} className={styles.age} data-age={age} style={{ flex: row[age] }} />)}
              </span>
            </td>
            {ages.map((age) => (
              <td key={age} className="r" data-none={row[age] === 0 || undefined}>
                {number(row[age])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Below so many percent in time a section is behind. */
const GOOD_PERCENT = 90

const InTime = ({ section: { with_target, within_target } }: { section: SectionRow }) => {
  const percent = percentOf(within_target, with_target)
  if (percent === null) return <span className="t3">{t('no target')}</span>
  return <Status tone={percent >= GOOD_PERCENT ? 'done' : 'attention'}>{t('{n} % on time', { n: number(percent) })}</Status>
}
const time = (value: number | null) => (value === null ? '–' : minutes(value))

const columns = (): Column<SectionRow>[] => [
  { key: 'section', title: t('Section'), render: ({ section }) => section || t('No section') },
  {
    key: 'approved',
    title: t('Approved'),
    align: 'end',
    width: 112,
    hideOnPhone: true,
    hideOnTablet: true,
    render: ({ approved }) => number(approved),
  },
  { key: 'median', title: t('Median'), align: 'end', width: 104, render: ({ median_minutes }) => time(median_minutes) },
  { key: 'p90', title: t('90 % within'), align: 'end', width: 120, hideOnPhone: true, render: ({ p90_minutes }) => time(p90_minutes) },
  { key: 'target', title: t('Target'), width: 152, render: (row) => <InTime section={row} /> },
]

/** From the sample being taken to the result being approved, by section, against the target of each test. */
const TurnaroundTable = ({ sections }: { sections: readonly SectionRow[] }) => (
  <DataTable
    label={t('Turnaround')}
    columns={columns()}
    rows={givenRows([...sections])}
    rowKey={({ section }) => section}
    empty={<Empty title={t('No approved results in this period')} />}
  />
)

/** Which days: by a word, or by the first and the last of them. */
const DaysPicker = ({ days, onChange }: { days: Days; onChange: (days: Days) => void }) => {
  const now = today()
  return (
    <div className={`row wrap items-end labels-hidden phone-halves ${styles.days}`} role="group" aria-label={t('Days')}>
      <ChoiceField
        label={t('Days')}
        data={[
          { value: 'today', label: t('Today') },
          { value: 'week', label: t('7 days') },
          { value: 'month', label: t('30 days') },
        ]}
        value={spanOf(days, now) ?? ''}
        onChange={(span) => onChange(daysOf(span, now))}
      />
      <DateField
        daysOnly
        aria-label={t('First day')}
        value={days.from}
        maxDate={days.to}
        onChange={(from) => from && onChange({ from, to: from > days.to ? from : days.to })}
      />
      <DateField
        daysOnly
        aria-label={t('Last day')}
        value={days.to}
        onChange={(to) => to && onChange({ from: to < days.from ? to : days.from, to })}
      />
    </div>
  )
}

const url = { from: z.iso.date(), to: z.iso.date() }

const hour = (value: number) => `${String(value).padStart(2, '0')}:00`
const barsOf = (rows: Dashboard['by_hour'], what: 'requested' | 'approved'): Bar[] =>
  rows.map((row) => ({
    key: String(row.hour),
    label: hour(row.hour),
    short: String(row.hour),
    value: row[what],
    text: number(row[what]),
  }))

const Rejections = ({ dashboard: { rejections, samples_collected, samples_rejected } }: { dashboard: Dashboard }) => {
  const percent = percentOf(samples_rejected, samples_collected)
  return (
    <section className="section" aria-label={t('Rejected samples')}>
      <h2>{t('Rejected samples')}</h2>
      <p className="num">
        {percent === null
          ? t('No samples collected in this period.')
          : t('{rejected} of {collected} collected samples: {percent} %', {
              rejected: number(samples_rejected),
              collected: number(samples_collected),
              percent: number(percent),
            })}
      </p>
      {rejections.length > 0 && (
        <BarChart
          label={t('Reasons for rejection')}
          kind="rows"
          bars={rejections.map(({ reason, count }) => ({ key: reason, label: rejectWord(reason), value: count, text: number(count) }))}
        />
      )}
    </section>
  )
}

const Hours = ({ hours }: { hours: Dashboard['by_hour'] }) => {
  if (hours.every(({ requested, approved }) => requested + approved === 0)) return <p className="t3">{t('No activity in this period.')}</p>
  return (
    <div className={styles.hours}>
      <h3>{t('Requested')}</h3>
      <BarChart label={t('Tests requested, by hour')} kind="columns" bars={barsOf(hours, 'requested')} />
      <h3>{t('Approved')}</h3>
      <BarChart label={t('Results approved, by hour')} kind="columns" bars={barsOf(hours, 'approved')} />
    </div>
  )
}

const Figures = ({ dashboard }: { dashboard: Dashboard }) => (
  <div className={`grid items-start gap-6 narrow-one ${styles.grid}`}>
    <div className="stack min-w-0 gap-6 whole-tables">
      <section className="section" aria-label={t('Waiting, by age')}>
        <h2>{t('Waiting, by age')}</h2>
        <PendingTable rows={dashboard.pending} />
      </section>
      <section className="section" aria-label={t('Turnaround')}>
        <h2>{t('Turnaround')}</h2>
        <p className="num">
          {t('From sample collection to approval. {approved} approved, {amended} amended.', {
            approved: number(dashboard.approved),
            amended: number(dashboard.amended),
          })}
        </p>
        <TurnaroundTable sections={dashboard.by_section} />
      </section>
    </div>
    <div className="stack min-w-0 gap-6 whole-tables">
      <section className="section" aria-label={t('By hour')}>
        <h2>{t('By hour')}</h2>
        <Hours hours={dashboard.by_hour} />
      </section>
      <Rejections dashboard={dashboard} />
    </div>
  </div>
)

/** What the laboratory's day looks like: what waits and for how long, how fast it was, what had to be taken again. */
export const DashboardPage = () => {
  const [asked, set] = useUrlState(url)
  const days = daysIn(asked, today())
  const dashboard = useQuery({
    ...query(getLabDashboard, { query: { start_date: days.from, end_date: days.to } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Page title={t('Laboratory')} actions={<DaysPicker days={days} onChange={set} />}>
      <LabTiles />
      <FourStates query={dashboard} loading={<Loading rows={10} height={28} />}>
        {(data) => <Figures dashboard={data} />}
      </FourStates>
    </Page>
  )
}
