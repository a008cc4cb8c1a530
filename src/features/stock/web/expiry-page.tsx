import { Tabs } from '@mantine/core'
import { lazy, Suspense, useEffect, useRef } from 'react'
import { z } from 'zod'
import { t } from '#web/i18n.ts'
import { Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { useUrlState } from '#web/url-state.ts'
import './stock.css'

const parts = [
  { key: 'expiring', label: 'Expiring', Panel: lazy(async () => ({ default: (await import('./expiring-panel.tsx')).ExpiringPanel })) },
  {
    key: 'quarantined',
    label: 'In quarantine',
    Panel: lazy(async () => ({ default: (await import('./quarantined-panel.tsx')).QuarantinedPanel })),
  },
  { key: 'recalls', label: 'Recalls', Panel: lazy(async () => ({ default: (await import('./recalls-panel.tsx')).RecallsPanel })) },
  { key: 'notes', label: 'Stock notes', Panel: lazy(async () => ({ default: (await import('./notes-panel.tsx')).NotesPanel })) },
] as const

/** What of the address belongs to one part alone is left behind with it. */
const state = {
  tab: z.enum(parts.map(({ key }) => key)),
  within: z.string(),
  store: z.string(),
  q: z.string(),
  status: z.string(),
  kind: z.string(),
}
const left = { within: '', store: '', q: '', status: '', kind: '' }

/** What should not be used, or not for long: expiring, in quarantine, recalled; and the notes of what was done about it. */
export const ExpiryPage = () => {
  const [{ tab }, set] = useUrlState(state)
  const current = parts.find(({ key }) => key === tab) ?? parts[0]
  const tabs = useRef<HTMLDivElement>(null)
  // On a phone the tabs are wider than the screen: the one that is open is to be seen.
  useEffect(() => {
    tabs.current?.querySelector(`[data-part="${current.key}"]`)?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current.key])
  return (
    <Page title={t('Expiry and recalls')}>
      <Tabs
        ref={tabs}
        className="stock-tabs no-print"
        value={current.key}
        onChange={(key) => set({ tab: key === 'expiring' ? '' : (key ?? ''), ...left })}
      >
        <Tabs.List aria-label={t('Expiry and recalls')}>
          {parts.map(({ key, label }) => (
            <Tabs.Tab key={key} value={key} data-part={key} aria-controls="expiry-panel">
              {t(label)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>
      <div className="stock-panel" id="expiry-panel" role="tabpanel" aria-label={t(current.label)}>
        <Suspense fallback={<Loading rows={10} height={28} />}>
          <current.Panel />
        </Suspense>
      </div>
    </Page>
  )
}
