import { lazy, Suspense } from 'react'
import { z } from 'zod'
import type { Access } from '#web/session/rights.ts'
import { useRights } from '#web/session/rights.ts'
import { t } from '#web/i18n.ts'
import { Loading } from '#web/ui/four-states.tsx'
import { LinkTabs } from '#web/ui/link-tabs.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/state/url-state.ts'
import { Outbox } from './outbox.tsx'

const EmailSettings = lazy(async () => ({ default: (await import('./email-settings.tsx')).EmailSettings }))
const SmsSettings = lazy(async () => ({ default: (await import('./sms-settings.tsx')).SmsSettings }))
const TimeSettings = lazy(async () => ({ default: (await import('./time-settings.tsx')).TimeSettings }))
const Words = lazy(async () => ({ default: (await import('./labels.tsx')).Words }))

const tabKeys = ['outbox', 'email', 'sms', 'times', 'words'] as const
const tabs: readonly { key: (typeof tabKeys)[number]; label: string; access: Access; Panel: React.ComponentType }[] = [
  { key: 'outbox', label: 'Outbox', access: 'messages.view', Panel: Outbox },
  { key: 'email', label: 'E-mail', access: 'messages.settings', Panel: EmailSettings },
  { key: 'sms', label: 'SMS', access: 'messages.settings', Panel: SmsSettings },
  { key: 'times', label: 'Times', access: 'messages.settings', Panel: TimeSettings },
  { key: 'words', label: 'Words', access: 'messages.view', Panel: Words },
]
const state = { tab: z.enum(tabKeys) }

/** What is written to patients: what became of it, how it is sent, and in which words. */
export const MessagesPage = () => {
  const [{ tab = 'outbox' }] = useUrlState(state)
  const { allowed } = useRights()
  const open = tabs.filter(({ access }) => allowed(access))
  const { key: chosen, Panel } = open.find(({ key }) => key === tab) ?? tabs[0]!
  return (
    <Page title={t('Messages')}>
      <LinkTabs label={t('Messages')} tabs={open.map(({ key, label }) => ({ key, label: t(label) }))} chosen={chosen} />
      <Suspense fallback={<Loading />}>
        <Panel />
      </Suspense>
    </Page>
  )
}
