import type { Table, TableColumn, TableRow } from '#shared/table.ts'
import { fromCents, cents } from '#shared/money.ts'
import { addDays } from '#shared/zoned.ts'
import { date, money, number } from '#web/text/format.ts'
import { shortDay, shortMonthOf } from '#web/text/short-day.ts'
import { t } from '#web/i18n.ts'
import { BarChart, type Bar } from '#web/ui/bar-chart.tsx'
import { monthOf, type Days } from './ranges.ts'
import type { ReportView } from './report-list.ts'
import { cellText } from './report-labels.ts'

const MAX_DAYS = 62
const MAX_NAMES = 10

type Chart = NonNullable<ReportView['chart']>
type Kind = TableColumn['kind'] | undefined
/** Sums are kept in hundredths, whatever they are of. */
const sumText = (kind: Kind, sum: number) => (kind === 'count' ? number(sum / 100) : money(fromCents(sum)))
const barOf = (kind: Kind, key: string, label: string, sum: number, short?: string): Bar => ({
  key,
  label,
  short,
  value: sum,
  text: sumText(kind, sum),
})

const kindOf = (columns: readonly TableColumn[], value: string): Kind => columns.find(({ key }) => key === value)?.kind

/** A bar for every day from the first to the last, those without sales too; beyond two months a bar for every month. */
const dayBars = ({ rows, columns }: Table, { from, to }: Days, { value, isUnsummed }: Chart): Bar[] => {
  const byMonth = Date.parse(to) - Date.parse(from) > MAX_DAYS * 86_400_000
  if (byMonth && isUnsummed) return []
  const kind = kindOf(columns, value)
  const sums = new Map<string, number>()
  for (let day = from; day <= to; day = addDays(byMonth ? monthOf(day).to : day, 1)) sums.set(byMonth ? day.slice(0, 7) : day, 0)
  for (const row of rows) {
    const key = String(row['day']).slice(0, byMonth ? 7 : 10)
    sums.set(key, (sums.get(key) ?? 0) + cents(String(row[value])))
  }
  return [...sums].map(([key, sum]) => {
    const label = byMonth ? shortMonthOf(`${key}-01`) : date(key)
    return barOf(kind, key, label, sum, byMonth ? label : shortDay(key))
  })
}

/** The greatest by name, and what all the others come to: a bar of theirs would dwarf the rest. */
const nameBars = ({ rows, columns }: Table, { name, value, why, isInOrder, isUnsummed }: Chart): { bars: Bar[]; rest: string | null } => {
  const column = columns.find(({ key }) => key === name)
  if (!column) return { bars: [], rest: null }
  const reason = columns.find(({ key }) => key === why)
  const labelOf = (row: TableRow) => [column, reason].flatMap((one) => (one ? [cellText(one, row)] : [])).join(' · ')
  const all = rows.map((row) => ({ label: labelOf(row), sum: cents(String(row[value])) }))
  const sorted = isInOrder ? all : all.toSorted((a, b) => b.sum - a.sum)
  const others = isInOrder ? [] : sorted.slice(MAX_NAMES)
  const kind = kindOf(columns, value)
  const left = others.reduce((sum, row) => sum + row.sum, 0)
  return {
    bars: sorted.slice(0, sorted.length - others.length).map(({ label, sum }, at) => barOf(kind, String(at), label, sum)),
    rest: others.length > 0 && !isUnsummed ? t('The other {n}: {sum}', { n: number(others.length), sum: sumText(kind, left) }) : null,
  }
}

interface Props {
  table: Table
  chart: Chart
  days: Days
  /** Opens the days behind a bar. */
  onDays: (days: Days) => void
}

/** The picture of a report, above its table. */
export const ReportChart = ({ table, chart, days, onDays }: Props) => {
  const { kind } = chart
  const { bars, rest } = kind === 'days' ? { bars: dayBars(table, days, chart), rest: null } : nameBars(table, chart)
  if (bars.length < 2) return null
  const open = (key: string) => onDays(key.length === 7 ? monthOf(`${key}-01`) : { from: key, to: key })
  return (
    <section className="panel rigid pad-5-6 no-print">
      <BarChart
        label={t(table.title)}
        kind={kind === 'days' ? 'columns' : 'rows'}
        bars={bars}
        onPick={kind === 'days' ? open : undefined}
      />
      {rest && <p className="small t3 num mt-2">{rest}</p>}
    </section>
  )
}
