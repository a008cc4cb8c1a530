import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { t } from '#web/i18n.ts'
import { Loading } from '#web/ui/four-states.tsx'
import { LinkTabs } from '#web/ui/link-tabs.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { LogList } from './log-list.tsx'

const FailedSignIns = lazy(async () => ({ default: (await import('./failed-sign-ins.tsx')).FailedSignIns }))

const EmergencyList = lazy(async () => ({ default: (await import('./emergency-list.tsx')).EmergencyList }))

const tabKeys = ['log', 'sign-ins', 'emergency'] as const
const tabs = [
  { key: 'log', label: 'What was done', Panel: LogList },
  { key: 'sign-ins', label: 'Failed sign-ins', Panel: FailedSignIns },
  { key: 'emergency', label: 'Emergency access', Panel: EmergencyList },
] as const

/** Who did what and who looked at whom, whether anybody touched the record of it, and who could not get in. */
export const AuditPage = () => {
  const [{ tab = 'log' }] = useUrlState({ tab: z.enum(tabKeys) })
  const { Panel } = tabs.find(({ key }) => key === tab) ?? tabs[0]
  return (
    <Page title={t('Audit log')}>
      <LinkTabs label={t('Audit log')} tabs={tabs.map(({ key, label }) => ({ key, label: t(label) }))} chosen={tab} />
      <Suspense fallback={<Loading />}>
        <Panel />
      </Suspense>
    </Page>
  )
}
