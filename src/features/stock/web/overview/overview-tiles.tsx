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
import { useWaiting } from './use-waiting.ts'

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
  <Link className="panel stock-tile" to={to} data-tone={isPressing && count > 0 ? 'attention' : undefined}>
    <span className="row tile-label">
      <Sign size={16} stroke={1.75} aria-hidden />
      {label}
    </span>
    <span className="tile-count num">{number(count)}</span>
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
    <nav className="stock-tiles" aria-label={t('What asks for attention')}>
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
