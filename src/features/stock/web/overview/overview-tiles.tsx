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
import { Link } from 'react-router'
import type { ResponseOf } from '#shared/endpoint.ts'
import { money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { getOverview } from '#features/stock/contract-ledger.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { listOrderBills } from '#calls/purchasing/contract-bills.ts'
import { listPurchaseOrders } from '#calls/purchasing/contract-orders.ts'
import { listRequisitions } from '#calls/purchasing/contract-requisitions.ts'
import { callPage } from '#web/calls/api.ts'
import { useRights } from '#web/session/rights.ts'
import { listRecalls } from '#features/stock/contract-counts.ts'
import styles from './overview.module.css'

/** Only the number is wanted, not the rows. */
const counted = <Name extends string>(name: Name, live: readonly string[], ask: () => Promise<{ total: number | null; rows: unknown[] }>) =>
  queryOptions({
    queryKey: ['count', name],
    queryFn: async () => {
      const { total, rows } = await ask()
      return total ?? rows.length
    },
    meta: { live },
  })
const one = { limit: 1, count: 'true' } as const

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
    { key: 'bills', to: '/dashboard/inventory/order-bills?state=differs', label: t('Order bills'), count: bills.data },
  ]
  return {
    recalls: recalls.data ?? 0,
    // Nothing to approve is no tile.
    approvals: approvals.flatMap(({ count, ...tile }) => (count ? [{ ...tile, count }] : [])),
  }
}

export type Overview = ResponseOf<typeof getOverview>

interface TileProps {
  to: string
  icon: Icon
  label: string
  count: number
  note?: string
  /** Something is to be done about what is counted. */
  isPressing?: boolean
}

const Tile = ({ to, icon: Sign, label, count, note, isPressing = false }: TileProps) => (
  <Link className={`panel stack ${styles.stockTile}`} to={to} data-tone={isPressing && count > 0 ? 'attention' : undefined}>
    <span className={`row label ${styles.tileLabel}`}>
      <Sign size={16} stroke={1.75} aria-hidden />
      {label}
    </span>
    <span className={`${styles.tileCount} num`}>{number(count)}</span>
    <span className="small t3 num">{note ?? '\u00a0'}</span>
  </Link>
)

const ROOM = '/dashboard/inventory'

/** The address of a list, in the store that is looked at. */
const at = (path: string, filters: Record<string, string>, store: number | undefined) => {
  const asked = new URLSearchParams({ ...filters, ...(store !== undefined && { store: String(store) }) }).toString()
  return asked ? `${ROOM}/${path}?${asked}` : `${ROOM}/${path}`
}

/** What is counted, and what it is worth. */
const worthNote = ({ value }: { value: string }, counted = t('batches')) =>
  `${counted} · ${money(value, { withCurrency: true }).replaceAll(' ', '\u00a0')}`

/** What asks for somebody, each leading to its list. */
export const OverviewTiles = ({ overview, store }: { overview: Overview; store: number | undefined }) => {
  const { low, out, expiring, expired, quarantined, in_transit } = overview
  const waiting = useWaiting()
  return (
    <nav className={styles.stockTiles} aria-label={t('What asks for attention')}>
      <Tile
        to={at('stock', { state: 'low' }, store)}
        icon={IconTrendingDown}
        label={t('Low stock')}
        count={low}
        note={t('items')}
        isPressing
      />
      <Tile
        to={at('stock', { state: 'out' }, store)}
        icon={IconBoxOff}
        label={t('Out of stock')}
        count={out}
        note={t('items')}
        isPressing
      />
      <Tile
        to={at('transfers', { show: 'coming' }, store)}
        icon={IconTruckDelivery}
        label={t('On its way')}
        count={in_transit.batches}
        note={worthNote(in_transit, t('lines'))}
      />
      <Tile
        to={at('expiry', { tab: 'quarantined' }, store)}
        icon={IconLockPause}
        label={t('In quarantine')}
        count={quarantined.batches}
        note={worthNote(quarantined)}
      />
      <Tile
        to={`${ROOM}/expiry?tab=recalls&status=open`}
        icon={IconBan}
        label={t('Recalls')}
        count={waiting.recalls}
        note={t('in force')}
      />
      <Tile
        to={at('expiry', { within: '30' }, store)}
        icon={IconCalendarDue}
        label={t('Expires in 30 days')}
        count={expiring.within_30.batches}
        note={worthNote(expiring.within_30)}
        isPressing
      />
      <Tile
        to={at('expiry', { within: '60' }, store)}
        icon={IconCalendarDue}
        label={t('Expires in 60 days')}
        count={expiring.within_60.batches}
        note={worthNote(expiring.within_60)}
      />
      <Tile
        to={at('expiry', {}, store)}
        icon={IconCalendarDue}
        label={t('Expires in 90 days')}
        count={expiring.within_90.batches}
        note={worthNote(expiring.within_90)}
      />
      <Tile
        to={at('expiry', { within: 'expired' }, store)}
        icon={IconCalendarX}
        label={t('Expired')}
        count={expired.batches}
        note={worthNote(expired)}
        isPressing
      />
      {waiting.approvals.map(({ key, to, label, count }) => (
        <Tile key={key} to={to} icon={IconClipboardCheck} label={label} count={count} note={t('wait for approval')} isPressing />
      ))}
    </nav>
  )
}
