import { ActionIcon, Button, Kbd } from '@mantine/core'
import { IconCash, IconClipboardList, IconSettings } from '@tabler/icons-react'
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
import { PartTabs, type Part } from '#web/ui/part-tabs.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { getPharmacyCounts, queueStates, type QueueState, createSale } from '../contract-counter.ts'
import { updatePharmacySettings } from '../contract.ts'
import { PharmacyQueue } from './pharmacy-queue.tsx'
import type { ResponseOf } from '#shared/endpoint.ts'

type Counts = ResponseOf<typeof getPharmacyCounts>

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

/** What the page shows at a time: the queue, whole or by what its prescriptions wait for, or one of the other lists. */
type Shown = QueueState | Exclude<Tab, 'queue'>

const shownParts = (counts: Counts | undefined): readonly Part<Shown>[] => [
  { key: 'all', label: t('To dispense'), count: counts?.all },
  { key: 'waiting', label: t('Ready'), count: counts?.waiting },
  { key: 'part', label: t('Part dispensed'), count: counts?.part },
  { key: 'payment', label: t('Unpaid'), count: counts?.payment },
  { key: 'short', label: t('Short'), count: counts?.short },
  { key: 'dispensed', label: t('Dispensed') },
  { key: 'returned', label: t('Returned') },
  { key: 'requests', label: t('Patient requests'), count: counts?.requests },
]
const isState = (shown: Shown): shown is QueueState => (queueStates as readonly string[]).includes(shown)

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
  const parts = shownParts(counts)
  const shown: Shown = tab === 'queue' ? state : tab
  const show = (next: Shown) =>
    isState(next) ? set({ ...left, q, state: next === 'all' ? '' : next, tab: '' }) : set({ ...left, tab: next })
  return (
    <Page title={t('Pharmacy')} sub={counted(asked, summary)} actions={<Actions store={counts?.store ?? store} />}>
      <PartTabs label={t('Pharmacy')} parts={parts} value={shown} onChange={show} panel="pharmacy-panel" />
      <div
        id="pharmacy-panel"
        role="tabpanel"
        className="fill stack gap-5"
        aria-label={parts.find(({ key }) => key === shown)?.label ?? t('To dispense')}
      >
        {tab === 'queue' && <PharmacyQueue q={q} state={state} store={store} onChange={set} />}
        <Suspense fallback={<Loading rows={10} height={28} />}>
          {tab === 'dispensed' && <Dispenses />}
          {tab === 'returned' && <Returns />}
          {tab === 'requests' && <Requests />}
        </Suspense>
      </div>
    </Page>
  )
}
