import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { t } from '#web/i18n.ts'
import { Loading } from '#web/ui/four-states.tsx'
import { LinkTabs } from '#web/ui/link-tabs.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { CopyReport } from './copy-report.tsx'
import { Overview } from './overview.tsx'
import './system.css'

const Jobs = lazy(async () => ({ default: (await import('./jobs.tsx')).Jobs }))
const Figures = lazy(async () => ({ default: (await import('./figures.tsx')).Figures }))
const Connections = lazy(async () => ({ default: (await import('./connections.tsx')).Connections }))

const tabKeys = ['overview', 'jobs', 'slow', 'connections'] as const
const tabs = [
  { key: 'overview', label: 'Overview', Panel: Overview },
  { key: 'jobs', label: 'Work in the background', Panel: Jobs },
  { key: 'slow', label: 'What takes long', Panel: Figures },
  { key: 'connections', label: 'Connections', Panel: Connections },
] as const

/** How the program, its server and its database do, and what can be done where they do not. */
export const SystemPage = () => {
  const [{ tab = 'overview' }] = useUrlState({ tab: z.enum(tabKeys) })
  const { Panel } = tabs.find(({ key }) => key === tab) ?? tabs[0]
  return (
    <Page title={t('System')} actions={<CopyReport />}>
      <LinkTabs label={t('System')} tabs={tabs.map(({ key, label }) => ({ key, label: t(label) }))} chosen={tab} />
      <Suspense fallback={<Loading />}>
        <Panel />
      </Suspense>
    </Page>
  )
}
