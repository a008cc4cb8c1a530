import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import { cents } from '#shared/money.ts'
import { query } from '#web/calls/api.ts'
import { date, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { givenRows } from '#web/ui/document.tsx'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { LineChart } from '#web/ui/line-chart.tsx'
import { getUseByWeek } from '#features/stock/contract-use.ts'
import { wholeWeeks } from '../whole-weeks.ts'
import { itemAddress } from '../item-address.ts'
import type { Overview } from './overview-tiles.tsx'

/** What each store holds is worth; a bar leads to the stock of its store. */
export const ValueByStore = ({ overview: { stores } }: { overview: Overview }) => {
  const go = useNavigate()
  const bars = stores
    .toSorted((a, b) => cents(b.value) - cents(a.value))
    .map(({ store, store_name, value }) => ({ key: String(store), label: store_name, value: cents(value), text: money(value) }))
  return (
    <section className="panel overview-part" aria-label={t('Value by store')}>
      <div className="panel-head">
        <h2>{t('Value by store')}</h2>
      </div>
      <div className="overview-chart">
        <BarChart
          label={t('Value by store')}
          kind="rows"
          bars={bars}
          onPick={(key) => void go(`/dashboard/inventory/stock?store=${key}`)}
        />
      </div>
    </section>
  )
}

/** What was used in the last weeks, at cost. */
export const UsedByWeek = ({ store }: { store: number | undefined }) => {
  const asked = useQuery({ ...query(getUseByWeek, { query: { store } }), select: wholeWeeks })
  return (
    <section className="panel overview-part" aria-label={t('Used by week')}>
      <div className="panel-head">
        <h2>{t('Used by week, at cost')}</h2>
      </div>
      <div className="overview-chart">
        <FourStates
          of={asked}
          loading={<Loading rows={4} height={24} />}
          isEmpty={(weeks) => weeks.every(({ value }) => Number(value) === 0)}
          empty={<p className="t3 overview-none">{t('Nothing was used in these weeks.')}</p>}
        >
          {(weeks) => (
            <LineChart
              label={t('Used by week, at cost')}
              series={[
                {
                  name: t('Used'),
                  points: weeks.map(({ week, value }) => ({
                    key: week,
                    label: t('Week of {{day}}: {{amount}}', { day: date(week), amount: money(value) }),
                    value: Number(value),
                  })),
                },
              ]}
              from={date(weeks[0]?.week)}
              to={date(weeks.at(-1)?.week)}
              scale={t('at most {{n}}', { n: money(String(Math.max(...weeks.map(({ value }) => Number(value)))), { withCurrency: true }) })}
            />
          )}
        </FourStates>
      </div>
    </section>
  )
}

type Used = Overview['most_used'][number]

const columns = (): readonly Column<Used>[] => [
  {
    key: 'item',
    title: t('Most used in the last 30 days'),
    wraps: true,
    render: ({ item_name }) => (
      <span className="strong" title={item_name}>
        {item_name}
      </span>
    ),
  },
  { key: 'unit', title: t('Unit'), width: 120, hideOnPhone: true, render: ({ units_of_measure }) => units_of_measure },
  { key: 'used', title: t('Used'), width: 112, align: 'end', render: ({ quantity }) => number(quantity) },
  { key: 'usable', title: t('Usable'), width: 112, align: 'end', render: ({ usable }) => <span className="strong">{number(usable)}</span> },
]

/** What was used most, and what is left of it; Enter opens its card. */
export const MostUsed = ({ overview: { most_used } }: { overview: Overview }) => {
  const go = useNavigate()
  return (
    <div className="overview-used">
      <DataTable
        label={t('Most used in the last 30 days')}
        columns={columns()}
        of={givenRows(most_used)}
        rowKey={({ item }) => item}
        onOpen={({ item }) => void go(itemAddress(item))}
        empty={
          <Empty title={t('Nothing was used in the last 30 days')}>{t('What is handed out, sold and used up is counted here.')}</Empty>
        }
      />
    </div>
  )
}
