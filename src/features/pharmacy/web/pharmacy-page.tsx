import { Tabs } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { Id } from '#shared/paging.ts'
import { t } from '#web/i18n.ts'
import { Page } from '#web/ui/page.tsx'
import { Loading } from '#web/ui/four-states.tsx'
import { useUrlState } from '#web/url-state.ts'
import { queueStates } from '../contract-queue.ts'
import { PharmacyQueue } from './pharmacy-queue.tsx'
import '#features/prescriptions/web/prescribing.css'

const RequestsInbox = lazy(async () => ({ default: (await import('./requests/requests-inbox.tsx')).RequestsInbox }))

const url = { tab: z.enum(['queue', 'requests']), open: z.string(), q: z.string().max(100), state: z.enum(queueStates), store: Id }

/** The pharmacy: what waits to be handed out, and what patients sent in. */
export const PharmacyPage = () => {
  const [{ tab = 'queue', q = '', state = 'all', store }, set] = useUrlState(url)
  return (
    <Page title={t('Pharmacy')}>
      <Tabs className="rx-tabs" value={tab} onChange={(next) => set({ tab: next === 'queue' ? '' : (next ?? ''), open: '' })}>
        <Tabs.List aria-label={t('Pharmacy')}>
          <Tabs.Tab value="queue" aria-controls="pharmacy-panel">
            {t('To dispense')}
          </Tabs.Tab>
          <Tabs.Tab value="requests" aria-controls="pharmacy-panel">
            {t('Sent in by patients')}
          </Tabs.Tab>
        </Tabs.List>
      </Tabs>
      <div
        id="pharmacy-panel"
        role="tabpanel"
        className="rx-panel"
        aria-label={tab === 'queue' ? t('To dispense') : t('Sent in by patients')}
      >
        {tab === 'queue' ? (
          <PharmacyQueue q={q} state={state} store={store} onChange={set} />
        ) : (
          <Suspense fallback={<Loading />}>
            <RequestsInbox />
          </Suspense>
        )}
      </div>
    </Page>
  )
}
