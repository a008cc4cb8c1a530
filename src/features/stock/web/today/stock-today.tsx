import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import {
  IconBoxOff,
  IconCalendarDue,
  IconCalendarX,
  IconChevronRight,
  IconClipboardCheck,
  IconTrendingDown,
  IconTruckDelivery,
  type Icon,
} from '@tabler/icons-react'
import { Link } from 'react-router'
import { getOverview } from '#features/stock/contract-ledger.ts'
import { createPurchaseOrder, listPurchaseOrders } from '#calls/purchasing/contract-orders.ts'
import { listRequisitions } from '#calls/purchasing/contract-requisitions.ts'
import { callPage, query } from '#web/calls/api.ts'
import { useRights } from '#web/session/rights.ts'
import { date, number, today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { Page } from '#web/ui/page.tsx'
import { counted, one } from '../count-of-list.ts'
import { findDue } from './due-deliveries.ts'
import styles from './stock-today.module.css'

const SECTION = '/dashboard/inventory'
/** As many open orders as one answer has. */
const LONGEST_PAGE = 100

interface Work {
  key: string
  to: string
  icon: Icon
  label: string
  /** Undefined: not known yet. */
  count: number | undefined
}

const openOrders = (cursor: string | undefined) =>
  callPage(listPurchaseOrders, { query: { open: 'true', limit: LONGEST_PAGE, ...(cursor !== undefined && { cursor }) } })

/** Deliveries that were expected by today: the open orders of which the day has come. */
const useDeliveries = () => {
  const { can } = useRights()
  return useQuery({
    ...counted('deliveries due', ['purchasing'], async () => ({ total: null, rows: await findDue(openOrders, today()) })),
    enabled: can(listPurchaseOrders),
  })
}

/** What waits today for a storekeeper or a buyer, as far as their rights allow them to see it. */
const useWork = () => {
  const { can, allowed } = useRights()
  // Who approves none issues those that are approved.
  const mayApprove = allowed('purchasing.approve') || allowed('purchasing.approve_request')
  const requisitions = useQuery({
    ...counted(mayApprove ? 'waiting requisitions' : 'approved requisitions', ['purchasing'], () =>
      callPage(listRequisitions, { query: mayApprove ? { waiting: 'true', ...one } : { status: 'approved', ...one } }),
    ),
    enabled: can(listRequisitions),
  })
  const deliveries = useDeliveries()
  const overview = useQuery({ ...query(getOverview, { query: {} }), enabled: can(getOverview) })
  const stock = overview.data
  const bought: Work[] = [
    {
      key: 'requisitions',
      to: `${SECTION}/requisitions?tab=${mayApprove ? 'waiting' : 'approved'}`,
      icon: IconClipboardCheck,
      label: mayApprove ? t('Requisitions to approve') : t('Requisitions to issue'),
      count: requisitions.data,
    },
    {
      key: 'deliveries',
      to: `${SECTION}/purchase-orders?tab=open`,
      icon: IconTruckDelivery,
      label: t('Deliveries due today'),
      count: deliveries.data,
    },
  ]
  const stored: Work[] = [
    { key: 'low', to: `${SECTION}/stock?state=low`, icon: IconTrendingDown, label: t('Low stock'), count: stock?.low },
    { key: 'out', to: `${SECTION}/stock?state=out`, icon: IconBoxOff, label: t('Out of stock'), count: stock?.out },
    {
      key: 'expiring',
      to: `${SECTION}/expiry?within=30`,
      icon: IconCalendarDue,
      label: t('Expires in 30 days'),
      count: stock?.expiring.within_30.batches,
    },
    { key: 'expired', to: `${SECTION}/expiry?within=expired`, icon: IconCalendarX, label: t('Expired'), count: stock?.expired.batches },
  ]
  return {
    work: [...(can(listRequisitions) ? bought : []), ...(can(getOverview) ? stored : [])],
    isFailed: requisitions.isError || deliveries.isError || overview.isError,
    retry: () => void Promise.all([requisitions, deliveries, overview].filter(({ isError }) => isError).map(({ refetch }) => refetch())),
  }
}

const WorkLink = ({ work: { to, icon: Sign, label, count } }: { work: Work }) => (
  <li>
    <Link className={`in-row gap-5 no-underline t1 hovers ${styles.work}`} to={to} data-tone={count ? 'attention' : undefined}>
      <Sign size={20} stroke={1.5} aria-hidden />
      <span className="grow wrap-text">{label}</span>{' '}
      <span className={`num ${count ? 'size-l strong' : 'size-l t3'}`}>{count === undefined ? '–' : number(count)}</span>
      <IconChevronRight size={16} stroke={1.5} aria-hidden />
    </Link>
  </li>
)

/** The next step that the rights allow: to receive what came, or to order what is short. */
const Next = () => {
  const { allowed, can } = useRights()
  if (allowed('stock.receive'))
    return (
      <Button component={Link} variant="filled" to={`${SECTION}/incoming-items/new`}>
        {t('Receive goods')}
      </Button>
    )
  if (can(createPurchaseOrder))
    return (
      <Button component={Link} variant="filled" to={`${SECTION}/purchase-orders/new`}>
        {t('New order')}
      </Button>
    )
  return null
}

/** The day of a storekeeper or a procurement officer, in place of the board of patients: what waits, each a link with its count. */
export const StockToday = ({ title }: { title: string }) => {
  const { work, isFailed, retry } = useWork()
  return (
    <Page title={title} sub={date(today())} actions={<Next />} narrow>
      {isFailed && (
        <Note tone="attention">
          {t('Some counts could not be loaded.')} <Button onClick={retry}>{t('Try again')}</Button>
        </Note>
      )}
      <ul className="panel lined" aria-label={title}>
        {work.map((one) => (
          <WorkLink key={one.key} work={one} />
        ))}
      </ul>
    </Page>
  )
}
