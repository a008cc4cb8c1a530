import { queryOptions, useQuery } from '@tanstack/react-query'
import { IconReportMoney } from '@tabler/icons-react'
import { Button } from '@mantine/core'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Table } from '#shared/table.ts'
import { query } from '#web/calls/api.ts'
import { money, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import type { Days } from './ranges.ts'
import { ReportChart } from './report-chart.tsx'
import { tableOf, type Choice, type ReportView as View } from './report-list.ts'
import { ReportTable } from './report-table.tsx'
import { cellText } from './report-labels.ts'
import styles from './reports.module.css'

const useReport = ({ endpoint, request }: View, choice: Choice) =>
  useQuery(
    queryOptions({
      ...query(endpoint as Endpoint, request(choice)),
      select: (reply) => tableOf(reply as Table),
    }),
  )

const Figures = ({ view, table: { columns, totals, currency } }: { view: View; table: Table }) => {
  const shown = view.figures.flatMap((key) => columns.filter((column) => column.key === key && key in totals))
  if (shown.length === 0) return null
  return (
    <dl className={`panel flow rigid gap-4-8 pad-5-6 terms ${styles.figures} num`}>
      {shown.map((column) => (
        <div key={column.key}>
          <dt className="small">{t(column.title)}</dt>
          <dd className="semi size-xl">
            {column.kind === 'money' && <span className="small t3">{currency} </span>}
            {column.kind === 'money' ? money(String(totals[column.key])) : cellText(column, totals)}
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What an empty report says: good news where it is some. */
const emptyText = ({ key, period }: View) => {
  if (key === 'debtors') return { title: t('No debtors'), text: t('All bills issued by then were settled.') }
  if (key === 'slow-stock') return { title: t('No slow-moving stock'), text: t('All stock was used within the days set for its item.') }
  if (period === 'day') return { title: t('No data on this day'), text: t('Choose another date above.') }
  return { title: t('No data in this period'), text: t('Choose other dates above.') }
}

interface Props {
  view: View
  choice: Choice
  onDays: (days: Days) => void
}

/** One report: its sums, its picture, its table. */
export const ReportView = ({ view, choice, onDays }: Props) => {
  const asked = useReport(view, choice)
  const { error, dataUpdatedAt, refetch } = asked
  const rows = { error: null, dataUpdatedAt, refetch, hasMore: false, isFetchingMore: false, fetchMore: () => {}, total: null }
  const nothing = emptyText(view)
  const empty = (
    <Empty icon={IconReportMoney} title={nothing.title}>
      {nothing.text}
    </Empty>
  )
  const asOf = (
    <>
      {t('As of {time}', { time: time(dataUpdatedAt) })}
      <Button size="compact-xs" variant="subtle" loading={asked.isFetching} onClick={() => void refetch()}>
        {t('Refresh')}
      </Button>
    </>
  )
  return (
    <FourStates
      query={{ ...asked, error }}
      loading={<Loading rows={12} height={28} />}
      isEmpty={({ rows }) => rows.length === 0}
      empty={empty}
    >
      {(table) => (
        <>
          <Figures view={view} table={table} />
          {view.chart && <ReportChart table={table} chart={view.chart} days={choice} onDays={onDays} />}
          <ReportTable view={view} table={table} query={rows} foot={asOf} />
        </>
      )}
    </FourStates>
  )
}
