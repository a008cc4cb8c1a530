import { minutes, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { givenRows } from '#web/ui/document.tsx'
import { Empty } from '#web/ui/four-states.tsx'
import { Status } from '#web/ui/status.tsx'
import { percentOf } from './days.ts'
import type { SectionRow } from './dashboard-types.ts'

/** Below so many percent in time a section is behind. */
const GOOD_PERCENT = 90

const InTime = ({ of: { with_target, within_target } }: { of: SectionRow }) => {
  const percent = percentOf(within_target, with_target)
  if (percent === null) return <span className="t3">{t('no target')}</span>
  return <Status tone={percent >= GOOD_PERCENT ? 'done' : 'attention'}>{t('{{n}} % in time', { n: number(percent) })}</Status>
}
const time = (value: number | null) => (value === null ? '–' : minutes(value))

const columns = (): Column<SectionRow>[] => [
  { key: 'section', title: t('Section'), render: ({ section }) => section || t('Without section') },
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
  { key: 'p90', title: t('9 of 10 within'), align: 'end', width: 120, hideOnPhone: true, render: ({ p90_minutes }) => time(p90_minutes) },
  { key: 'target', title: t('Target'), width: 152, render: (row) => <InTime of={row} /> },
]

/** From the sample being taken to the result being approved, by section, against the target of each test. */
export const TurnaroundTable = ({ of }: { of: readonly SectionRow[] }) => (
  <DataTable
    label={t('Turnaround')}
    columns={columns()}
    of={givenRows([...of])}
    rowKey={({ section }) => section}
    empty={<Empty title={t('Nothing was approved in these days')} />}
  />
)
