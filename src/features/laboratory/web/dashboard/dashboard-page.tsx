import { useQuery, keepPreviousData } from '@tanstack/react-query'
import { z } from 'zod'
import { getLabDashboard } from '#features/laboratory/contract-reports.ts'
import { query } from '#web/calls/api.ts'
import { number, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { BarChart, type Bar } from '#web/ui/bar-chart.tsx'
import { FourStates, Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import '../lab-room.css'
import { rejectWord } from '../collect/reject-reasons.ts'
import type { Dashboard } from './dashboard-types.ts'
import './dashboard.css'
import { daysIn, percentOf } from './days.ts'
import { DaysPicker } from './days-picker.tsx'
import { LabTiles } from './lab-tiles.tsx'
import { PendingTable } from './pending-table.tsx'
import { TurnaroundTable } from './turnaround-table.tsx'

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

const Rejections = ({ of: { rejections, samples_collected, samples_rejected } }: { of: Dashboard }) => {
  const percent = percentOf(samples_rejected, samples_collected)
  return (
    <section className="section" aria-label={t('Rejected samples')}>
      <h2>{t('Rejected samples')}</h2>
      <p className="num">
        {percent === null
          ? t('No sample was collected in these days.')
          : t('{{rejected}} of {{collected}} collected samples: {{percent}} %', {
              rejected: number(samples_rejected),
              collected: number(samples_collected),
              percent: number(percent),
            })}
      </p>
      {rejections.length > 0 && (
        <BarChart
          label={t('Why samples were rejected')}
          kind="rows"
          bars={rejections.map(({ reason, count }) => ({ key: reason, label: rejectWord(reason), value: count, text: number(count) }))}
        />
      )}
    </section>
  )
}

const Hours = ({ of }: { of: Dashboard['by_hour'] }) => {
  if (of.every(({ requested, approved }) => requested + approved === 0)) return <p className="t3">{t('Nothing happened in these days.')}</p>
  return (
    <div className="dash-hours">
      <h3>{t('Asked for')}</h3>
      <BarChart label={t('Tests asked for, by hour')} kind="columns" bars={barsOf(of, 'requested')} />
      <h3>{t('Approved')}</h3>
      <BarChart label={t('Results approved, by hour')} kind="columns" bars={barsOf(of, 'approved')} />
    </div>
  )
}

const Figures = ({ of }: { of: Dashboard }) => (
  <div className="dash-grid">
    <div className="dash-column">
      <section className="section" aria-label={t('Waiting, by age')}>
        <h2>{t('Waiting, by age')}</h2>
        <PendingTable of={of.pending} />
      </section>
      <section className="section" aria-label={t('Turnaround')}>
        <h2>{t('Turnaround')}</h2>
        <p className="num">
          {t('From the sample taken to the result approved. {{approved}} approved, {{amended}} amended.', {
            approved: number(of.approved),
            amended: number(of.amended),
          })}
        </p>
        <TurnaroundTable of={of.by_section} />
      </section>
    </div>
    <div className="dash-column">
      <section className="section" aria-label={t('By hour')}>
        <h2>{t('By hour')}</h2>
        <Hours of={of.by_hour} />
      </section>
      <Rejections of={of} />
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
      <FourStates of={dashboard} loading={<Loading rows={10} height={28} />}>
        {(data) => <Figures of={data} />}
      </FourStates>
    </Page>
  )
}
