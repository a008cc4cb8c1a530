import { lazy, Suspense } from 'react'
import { Link } from 'react-router'
import { z } from 'zod'
import { t } from '#web/i18n.ts'
import { Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/url-state.ts'
import './audit.css'
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
      <nav className="audit-tabs no-print" aria-label={t('Audit log')}>
        {tabs.map(({ key, label }) => (
          <Link key={key} to={`?tab=${key}`} replace aria-current={key === tab ? 'page' : undefined}>
            {t(label)}
          </Link>
        ))}
      </nav>
      <Suspense fallback={<Loading />}>
        <Panel />
      </Suspense>
    </Page>
  )
}
