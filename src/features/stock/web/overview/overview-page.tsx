import { useQuery } from '@tanstack/react-query'
import { query } from '#web/calls/api.ts'
import { date, money, number } from '#web/text/format.ts'
import { Id } from '#shared/paging.ts'
import { t } from '#web/i18n.ts'
import { FourStates, Loading, Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { getOverview, getUseByWeek } from '#features/stock/contract-ledger.ts'
import { OverviewTiles, type Overview } from './overview-tiles.tsx'
import { StoreFilter } from '../store-field.tsx'
import { useNavigate } from 'react-router'
import { cents } from '#shared/money.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { givenRows } from '#web/ui/document.tsx'
import { LineChart } from '#web/ui/line-chart.tsx'
import { wholeWeeks } from '../whole-weeks.ts'
import { itemAddress } from '../item-address.ts'
import styles from './overview.module.css'

/** What each store holds is worth; a bar leads to the stock of its store. */
const ValueByStore = ({ overview: { stores } }: { overview: Overview }) => {
  const go = useNavigate()
  const bars = stores
    .toSorted((a, b) => cents(b.value) - cents(a.value))
    .map(({ store, store_name, value }) => ({ key: String(store), label: store_name, value: cents(value), text: money(value) }))
  return (
    <section className={`panel ${styles.overviewPart}`} aria-label={t('Value by store')}>
      <div className="panel-head">
        <h2>{t('Value by store')}</h2>
      </div>
      <div className={styles.overviewChart}>
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
const UsedByWeek = ({ store }: { store: number | undefined }) => {
  const asked = useQuery({ ...query(getUseByWeek, { query: { store } }), select: wholeWeeks })
  return (
    <section className={`panel ${styles.overviewPart}`} aria-label={t('Used by week')}>
      <div className="panel-head">
        <h2>{t('Used by week, at cost')}</h2>
      </div>
      <div className={styles.overviewChart}>
        <FourStates
          of={asked}
          loading={<Loading rows={4} height={24} />}
          isEmpty={(weeks) => weeks.every(({ value }) => Number(value) === 0)}
          empty={<p className="t3">{t('Nothing was used in these weeks.')}</p>}
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
const MostUsed = ({ overview: { most_used } }: { overview: Overview }) => {
  const go = useNavigate()
  return (
    <div className={`stack ${styles.overviewUsed}`}>
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

/** How the stock stands today: what is short, what expires, what it is worth, what is used. */
export const OverviewPage = () => {
  const [{ store }, set] = useUrlState({ store: Id })
  const asked = useQuery(query(getOverview, { query: { store } }))
  const { data } = asked
  return (
    <Page
      title={t('Inventory')}
      sub={data ? `${date(data.day)} · ${t('{{amount}} at cost', { amount: money(data.value, { withCurrency: true }) })}` : '\u00a0'}
      actions={<StoreFilter value={store} onChange={(store) => set({ store })} />}
    >
      <FourStates of={asked} loading={<Loading rows={12} height={36} />}>
        {(overview) => (
          <>
            <OverviewTiles overview={overview} store={store} />
            <div className={styles.overviewCharts}>
              <ValueByStore overview={overview} />
              <UsedByWeek store={store} />
            </div>
            <MostUsed overview={overview} />
          </>
        )}
      </FourStates>
    </Page>
  )
}
