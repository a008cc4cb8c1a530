import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { query, callPage } from '#web/calls/api.ts'
import { clinicCurrency, date, money, number } from '#web/text/format.ts'
import { Id } from '#shared/paging.ts'
import { t } from '#web/i18n.ts'
import { FourStates, Loading, Empty } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { getOverview, getUseByWeek, listStock, type StockRow } from '#features/stock/contract-ledger.ts'
import { unitName } from '#features/directions/web/quantity-name.tsx'
import { useRows } from '#web/calls/rows.ts'
import { StoreFilter } from '../store-field.tsx'
import { useNavigate, Link } from 'react-router'
import { cents } from '#shared/money.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { DataTable, type Column } from '#web/ui/data-table.tsx'
import { givenRows } from '#web/ui/document.tsx'
import { LineChart } from '#web/ui/line-chart.tsx'
import { wholeWeeks } from '../whole-weeks.ts'
import { itemAddress } from '../item-address.ts'
import { counted, one } from '../count-of-list.ts'
import styles from './overview.module.css'
import {
  IconBan,
  IconBoxOff,
  IconCalendarDue,
  IconCalendarX,
  IconClipboardCheck,
  IconLockPause,
  IconTrendingDown,
  IconTruckDelivery,
  type Icon,
} from '@tabler/icons-react'
import type { ResponseOf } from '#shared/endpoint.ts'
import { listOrderBills } from '#calls/purchasing/contract-bills.ts'
import { listPurchaseOrders } from '#calls/purchasing/contract-orders.ts'
import { listRequisitions } from '#calls/purchasing/contract-requisitions.ts'
import { useRights } from '#web/session/rights.ts'
import { listRecalls } from '#features/stock/contract-recalls.ts'

/** Recalls in force, and what waits for somebody's word in purchasing, for those who may see it. */
const useWaiting = () => {
  const { can } = useRights()
  const mayBuy = can(listRequisitions)
  const recalls = useQuery(counted('open recalls', ['stock'], () => callPage(listRecalls, { query: { status: 'open', ...one } })))
  const requisitions = useQuery({
    ...counted('waiting requisitions', ['purchasing'], () => callPage(listRequisitions, { query: { waiting: 'true', ...one } })),
    enabled: mayBuy,
  })
  const orders = useQuery({
    ...counted('waiting orders', ['purchasing'], () => callPage(listPurchaseOrders, { query: { waiting: 'true', ...one } })),
    enabled: mayBuy,
  })
  const bills = useQuery({
    ...counted('differing bills', ['purchasing'], () => callPage(listOrderBills, { query: { differs: 'true', ...one } })),
    enabled: mayBuy,
  })
  const approvals = [
    { key: 'requisitions', to: '/dashboard/inventory/requisitions?tab=waiting', label: t('Requisitions'), count: requisitions.data },
    { key: 'orders', to: '/dashboard/inventory/purchase-orders?tab=waiting', label: t('Purchase orders'), count: orders.data },
    { key: 'bills', to: '/dashboard/inventory/order-bills?state=differs', label: t('Supplier invoices'), count: bills.data },
  ]
  return {
    recalls: recalls.data ?? 0,
    // Nothing to approve is no tile.
    approvals: approvals.flatMap(({ count, ...tile }) => (count ? [{ ...tile, count }] : [])),
  }
}

type Overview = ResponseOf<typeof getOverview>

interface TileProps {
  to: string
  icon: Icon
  label: string
  count: number
  /** Something is to be done about what is counted. */
  isPressing?: boolean
}

const Tile = ({ to, icon: Sign, label, count, isPressing = false }: TileProps) => (
  <Link
    className={`panel stack min-w-0 no-underline gap-1 hovers colour-inherits ${styles.stockTile}`}
    to={to}
    data-tone={isPressing && count > 0 ? 'attention' : undefined}
  >
    <span className={`row label gap-3 t3-icons ${styles.tileLabel}`}>
      <Sign size={16} stroke={1.75} aria-hidden />
      {label}
    </span>
    <span className={`size-xl strong ${styles.tileCount} num`}>{number(count)}</span>
  </Link>
)

const SECTION = '/dashboard/inventory'

/** The address of a list, in the store that is looked at. */
const at = (path: string, filters: Record<string, string>, store: number | undefined) => {
  const asked = new URLSearchParams({ ...filters, ...(store !== undefined && { store: String(store) }) }).toString()
  return asked ? `${SECTION}/${path}?${asked}` : `${SECTION}/${path}`
}

/** What asks for somebody, each leading to its list. */
const OverviewTiles = ({ overview, store }: { overview: Overview; store: number | undefined }) => {
  const { low, out, expiring, expired, quarantined, in_transit } = overview
  const waiting = useWaiting()
  return (
    <nav className={`grid rigid gap-5 phone-gap-4 phone-two ${styles.stockTiles}`} aria-label={t('Needs attention')}>
      <Tile to={at('stock', { state: 'low' }, store)} icon={IconTrendingDown} label={t('Low stock')} count={low} isPressing />
      <Tile to={at('stock', { state: 'out' }, store)} icon={IconBoxOff} label={t('Out of stock')} count={out} isPressing />
      <Tile to={at('expiry', { within: 'expired' }, store)} icon={IconCalendarX} label={t('Expired')} count={expired.batches} isPressing />
      <Tile
        to={at('expiry', { within: '30' }, store)}
        icon={IconCalendarDue}
        label={t('Expires in 30 days')}
        count={expiring.within_30.batches}
        isPressing
      />
      <Tile to={at('expiry', { tab: 'quarantined' }, store)} icon={IconLockPause} label={t('In quarantine')} count={quarantined.batches} />
      <Tile to={`${SECTION}/expiry?tab=recalls&status=open`} icon={IconBan} label={t('Recalls')} count={waiting.recalls} />
      <Tile to={at('transfers', { show: 'coming' }, store)} icon={IconTruckDelivery} label={t('In transit')} count={in_transit.batches} />
      {waiting.approvals.map(({ key, to, label, count }) => (
        <Tile key={key} to={to} icon={IconClipboardCheck} label={label} count={count} isPressing />
      ))}
    </nav>
  )
}

/** What each store holds is worth; a bar leads to the stock of its store. */
const ValueByStore = ({ overview: { stores } }: { overview: Overview }) => {
  const go = useNavigate()
  const bars = stores
    .toSorted((a, b) => cents(b.value) - cents(a.value))
    .map(({ store, store_name, value }) => ({ key: String(store), label: store_name, value: cents(value), text: money(value) }))
  return (
    <section className="panel min-w-0" aria-label={t('Value by store')}>
      <div className="panel-head">
        <h2>{t('Value by store')}</h2>
      </div>
      <div className="pad-5-6">
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
    <section className="panel min-w-0" aria-label={t('Weekly usage')}>
      <div className="panel-head">
        <h2>{t('Weekly usage at cost')}</h2>
      </div>
      <div className="pad-5-6">
        <FourStates
          query={asked}
          loading={<Loading rows={4} height={24} />}
          isEmpty={(weeks) => weeks.every(({ value }) => Number(value) === 0)}
          empty={<p className="t3">{t('No usage in these weeks.')}</p>}
        >
          {(weeks) => (
            <LineChart
              label={t('Weekly usage at cost')}
              series={[
                {
                  name: t('Used'),
                  points: weeks.map(({ week, value }) => ({
                    key: week,
                    label: t('Week of {day}: {amount}', { day: date(week), amount: money(value) }),
                    value: Number(value),
                    at: Date.parse(week),
                  })),
                },
              ]}
              unit={clinicCurrency()}
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
    <div className="stack rows-box">
      <DataTable
        label={t('Most used in the last 30 days')}
        columns={columns()}
        rows={givenRows(most_used)}
        rowKey={({ item }) => item}
        onOpen={({ item }) => void go(itemAddress(item))}
        empty={<Empty title={t('No usage in the last 30 days')}>{t('Items dispensed, sold and consumed are counted here.')}</Empty>}
      />
    </div>
  )
}

const toOrderColumns = (): readonly Column<StockRow>[] => [
  { key: 'item', title: t('Low stock'), wraps: true, render: ({ name }) => <span className="strong">{name}</span> },
  {
    key: 'usable',
    title: t('Usable'),
    width: 112,
    align: 'end',
    render: ({ usable, units_of_measure: unit }) => (
      <>
        <span className="strong">{number(usable)}</span> <span className="small t3 not-phone">{unitName(unit, usable)}</span>
      </>
    ),
  },
  { key: 'order', title: t('On order'), width: 92, align: 'end', render: ({ on_order }) => number(on_order) },
]

/** The items to order first: what is low, each leading to its card. */
const ToOrder = ({ store, low }: { store: number | undefined; low: number }) => {
  const go = useNavigate()
  const rows = useRows(query(listStock, { query: { state: 'low', store, limit: MOST_TO_ORDER } }))
  if (low === 0) return null
  return (
    <section className="stack rigid gap-4" aria-label={t('To order')}>
      <DataTable
        label={t('To order')}
        columns={toOrderColumns()}
        rows={rows}
        rowKey={({ id }) => id}
        onOpen={({ id }) => void go(itemAddress(id))}
        empty={<Empty title={t('No matches')} />}
      />
      {low > MOST_TO_ORDER && (
        <div className="row">
          <Button component={Link} to={at('stock', { state: 'low' }, store)}>
            {t('All {count} items with low stock', { count: low })}
          </Button>
        </div>
      )}
    </section>
  )
}
const MOST_TO_ORDER = 8

/** How the stock stands today: what is short, what expires, what it is worth, what is used. */
export const OverviewPage = () => {
  const [{ store }, set] = useUrlState({ store: Id })
  const asked = useQuery(query(getOverview, { query: { store } }))
  const { data } = asked
  const { allowed } = useRights()
  return (
    <Page
      title={t('Inventory')}
      sub={data ? `${date(data.day)} · ${t('{amount} at cost', { amount: money(data.value, { withCurrency: true }) })}` : '\u00a0'}
      actions={
        <>
          <StoreFilter value={store} onChange={(store) => set({ store })} />
          {allowed('stock.receive') && (
            <Button component={Link} variant="filled" to={`${SECTION}/incoming-items/new`}>
              {t('Receive goods')}
            </Button>
          )}
        </>
      }
    >
      <FourStates query={asked} loading={<Loading rows={12} height={36} />}>
        {(overview) => (
          <>
            <OverviewTiles overview={overview} store={store} />
            <ToOrder store={store} low={overview.low} />
            <div className="grid rigid gap-6 narrow-one two-columns">
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
