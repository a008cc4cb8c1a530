import { ActionIcon, Button, Kbd } from '@mantine/core'
import {
  IconCash,
  IconClipboardList,
  IconSettings,
  IconBoxOff,
  IconCalendarDue,
  IconClock,
  IconInbox,
  IconPlayerPlay,
  IconPrescription,
  IconTrendingDown,
  IconZoomExclamation,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Link, useNavigate } from 'react-router'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { query } from '#web/calls/api.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { useRights } from '#web/session/rights.ts'
import { Loading } from '#web/ui/four-states.tsx'
import { counted } from '#web/ui/counted.ts'
import { Page } from '#web/ui/page.tsx'
import { PartTabs } from '#web/ui/part-tabs.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { getPharmacyCounts, queueStates, type QueueState, createSale } from '../contract-counter.ts'
import { updatePharmacySettings } from '../contract.ts'
import { PharmacyQueue } from './pharmacy-queue.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'
import { type CountFace, TileFace } from '#web/ui/count-tile.tsx'
import styles from './pharmacy.module.css'

type Counts = ResponseOf<typeof getPharmacyCounts>

interface Props {
  counts: Counts | undefined
  state: QueueState
  store: number | undefined
  onState: (state: QueueState) => void
  onRequests: () => void
}
const pressing = (count: number | undefined) => (count !== undefined && count > 0 ? 'attention' : undefined)

/** What the shelf of the pharmacy lacks, each leading into the stock. */
const Shelf = ({ counts, store }: Pick<Props, 'counts' | 'store'>) => {
  const at = counts?.store ?? store
  const ofStore = at === undefined ? '' : `&store=${at}`
  const tiles = [
    { key: 'low', to: `stock?state=low${ofStore}`, icon: IconTrendingDown, label: t('Low stock'), count: counts?.low },
    { key: 'out', to: `stock?state=out${ofStore}`, icon: IconBoxOff, label: t('Out of stock'), count: counts?.out },
    { key: 'expiring', to: `expiry?within=30${ofStore}`, icon: IconCalendarDue, label: t('Expires in 30 days'), count: counts?.expiring },
  ]
  return (
    <nav className={`panel count-tiles ${styles.tiles}`} aria-label={t('On the shelf')}>
      {tiles.map(({ key, to, ...face }) => (
        <Link key={key} className="count-tile" to={`/dashboard/inventory/${to}`} data-tone={pressing(face.count)}>
          <TileFace {...face} />
        </Link>
      ))}
    </nav>
  )
}

/** How much waits, by what it waits for: each narrows the queue to its own. */
const Tiles = ({ counts, state, store, onState, onRequests }: Props) => {
  const { allowed } = useRights()
  const states: (CountFace & { key: QueueState; isPressing?: boolean })[] = [
    { key: 'all', icon: IconPrescription, label: t('To dispense'), count: counts?.all },
    { key: 'waiting', icon: IconClock, label: t('Ready'), count: counts?.waiting },
    { key: 'part', icon: IconPlayerPlay, label: t('Part dispensed'), count: counts?.part },
    { key: 'payment', icon: IconCash, label: t('Unpaid'), count: counts?.payment, isPressing: true },
    { key: 'short', icon: IconZoomExclamation, label: t('Short'), count: counts?.short, isPressing: true },
  ]
  return (
    <div className="flex rigid gap-5 phone-gap-4 wrap no-print">
      <div className={`panel count-tiles ${styles.tiles}`} role="group" aria-label={t('Show')}>
        {states.map(({ key, isPressing, ...face }) => (
          <button
            key={key}
            type="button"
            className="plain count-tile"
            aria-pressed={key === state}
            data-tone={isPressing ? pressing(face.count) : undefined}
            onClick={() => onState(key)}
          >
            <TileFace {...face} />
          </button>
        ))}
        <button type="button" className="plain count-tile" onClick={onRequests}>
          <TileFace icon={IconInbox} label={t('Requests')} count={counts?.requests} />
        </button>
      </div>
      {allowed('stock.view') && <Shelf counts={counts} store={store} />}
    </div>
  )
}

const Dispenses = lazy(async () => ({ default: (await import('./dispenses-list.tsx')).DispensesList }))
const Returns = lazy(async () => ({ default: (await import('./returns-list.tsx')).ReturnsList }))
const Requests = lazy(async () => ({ default: (await import('./requests/requests-inbox.tsx')).RequestsInbox }))

const tabs = ['queue', 'dispensed', 'returned', 'requests'] as const
type Tab = (typeof tabs)[number]
/** What of the address belongs to one tab alone is left behind with it. */
const url = {
  tab: z.enum(tabs),
  q: z.string().max(100),
  state: z.enum(queueStates),
  store: Id,
  kind: z.string(),
  from: z.string(),
  to: z.string(),
  status: z.string(),
  open: z.string(),
}
const left = { q: '', state: '', kind: '', from: '', to: '', status: '', open: '' }

const tabWord = (tab: Tab): string =>
  ({ queue: t('To dispense'), dispensed: t('Dispensed'), returned: t('Returned'), requests: t('Patient requests') })[tab]

const countOf = (tab: Tab, counts: Counts | undefined) => ({ queue: counts?.all, requests: counts?.requests })[tab as string]

const Actions = ({ store }: { store: number | undefined }) => {
  const go = useNavigate()
  const { can, allowed } = useRights()
  const sell = () => void go('/dashboard/pharmacy/sale')
  useKeys(can(createSale) ? [{ keys: 'N', label: t('Counter sale'), run: sell }] : [])
  return (
    <>
      {can(updatePharmacySettings) && (
        <ActionIcon
          component={Link}
          className="not-phone"
          to="/dashboard/pharmacy/settings"
          variant="default"
          size="var(--k-control)"
          aria-label={t('Pharmacy settings')}
          title={t('Pharmacy settings')}
        >
          <IconSettings size={18} stroke={1.5} aria-hidden />
        </ActionIcon>
      )}
      {allowed('purchasing.request') && (
        <Button
          component={Link}
          to={`/dashboard/inventory/requisitions/new${store === undefined ? '' : `?store=${store}`}`}
          leftSection={<IconClipboardList size={16} aria-hidden />}
        >
          {t('Request stock')}
        </Button>
      )}
      {can(createSale) && (
        <Button
          variant="filled"
          leftSection={<IconCash size={16} aria-hidden />}
          rightSection={<Kbd className="not-phone">N</Kbd>}
          aria-keyshortcuts="N"
          onClick={sell}
        >
          {t('Counter sale')}
        </Button>
      )}
    </>
  )
}

const summary = ({ store_name, dispensed_today, sales_today }: Counts) =>
  t('{store} · {dispensed} dispensed and {sold} sold today', {
    store: store_name,
    dispensed: number(dispensed_today),
    sold: number(sales_today),
  })

/** The pharmacy: what waits to be handed out, what was, what came back, and what patients sent in. */
export const PharmacyPage = () => {
  const [{ tab = 'queue', q = '', state = 'all', store }, set] = useUrlState(url)
  const asked = useQuery(query(getPharmacyCounts, { query: { ...(store !== undefined && { store }) } }))
  const counts = asked.data
  const show = (next: Tab) => set({ ...left, tab: next === 'queue' ? '' : next })
  return (
    <Page title={t('Pharmacy')} sub={counted(asked, summary)} actions={<Actions store={counts?.store ?? store} />}>
      <PartTabs
        label={t('Pharmacy')}
        parts={tabs.map((key) => ({ key, label: tabWord(key), count: countOf(key, counts) }))}
        value={tab}
        onChange={show}
        panel="pharmacy-panel"
      />
      <div id="pharmacy-panel" role="tabpanel" className="fill stack gap-5" aria-label={tabWord(tab)}>
        {tab === 'queue' && (
          <>
            <Tiles
              counts={counts}
              state={state}
              store={store}
              onState={(next) => set({ state: next === 'all' ? '' : next })}
              onRequests={() => show('requests')}
            />
            <PharmacyQueue q={q} state={state} store={store} onChange={set} />
          </>
        )}
        <Suspense fallback={<Loading rows={10} height={28} />}>
          {tab === 'dispensed' && <Dispenses />}
          {tab === 'returned' && <Returns />}
          {tab === 'requests' && <Requests />}
        </Suspense>
      </div>
    </Page>
  )
}
