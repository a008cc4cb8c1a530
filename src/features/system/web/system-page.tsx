import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { t } from '#web/i18n.ts'
import { Loading } from '#web/ui/four-states.tsx'
import { LinkTabs } from '#web/ui/link-tabs.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { Overview } from './overview.tsx'
import { Button } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { listEquipment } from '#features/analysers/contract.ts'
import { getMessageSettings } from '#features/messages/contract.ts'
import { call } from '#web/calls/api.ts'
import { copyText } from '#web/devices/copy-text.ts'
import { useRights, type Rights } from '#web/session/rights.ts'
import { toast } from '#web/messages/toast.tsx'
import { getSystem, getSystemFigures, getSystemJobs } from '../contract.ts'
import { reportOf } from './report.ts'

const copyReport = async ({ can }: Rights) => {
  const [system, jobs, figures, messages, analysers] = await Promise.all([
    call(getSystem),
    call(getSystemJobs),
    call(getSystemFigures),
    can(getMessageSettings) ? call(getMessageSettings) : undefined,
    can(listEquipment) ? call(listEquipment, { query: {} }) : undefined,
  ])
  await copyText(reportOf({ system, jobs, figures, ...(messages && { messages }), ...(analysers && { analysers }) }))
}

/** Copies all of it as plain text, for whoever helps the clinic. */
const CopyReport = () => {
  const rights = useRights()
  const copy = useMutation({
    mutationFn: () => copyReport(rights),
    onSuccess: () => toast.done(t('The report is copied. It names no person.')),
    onError: (error) => toast.failed(error),
  })
  return (
    <Button leftSection={<IconCopy size={16} stroke={1.75} aria-hidden />} loading={copy.isPending} onClick={() => copy.mutate()}>
      {t('Copy report for support')}
    </Button>
  )
}

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
