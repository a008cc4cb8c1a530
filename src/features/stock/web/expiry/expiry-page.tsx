import { lazy, Suspense } from 'react'
import { z } from 'zod'
import { t } from '#web/i18n.ts'
import { Loading } from '#web/ui/four-states.tsx'
import { Page } from '#web/ui/page.tsx'
import { PartTabs } from '#web/ui/part-tabs.tsx'
import { useUrlState } from '#web/state/url-state.ts'

const parts = [
  { key: 'expiring', label: 'Expiring', Panel: lazy(async () => ({ default: (await import('./expiring-panel.tsx')).ExpiringPanel })) },
  {
    key: 'quarantined',
    label: 'In quarantine',
    Panel: lazy(async () => ({ default: (await import('./quarantined-panel.tsx')).QuarantinedPanel })),
  },
  { key: 'recalls', label: 'Recalls', Panel: lazy(async () => ({ default: (await import('../recalls/recalls-panel.tsx')).RecallsPanel })) },
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
  return (
    <Page title={t('Expiry and recalls')}>
      <PartTabs
        label={t('Expiry and recalls')}
        parts={parts.map(({ key, label }) => ({ key, label: t(label) }))}
        value={current.key}
        onChange={(key) => set({ tab: key === 'expiring' ? '' : key, ...left })}
        panel="expiry-panel"
      />
      <div className="stack fill gap-5" id="expiry-panel" role="tabpanel" aria-label={t(current.label)}>
        <Suspense fallback={<Loading rows={10} height={28} />}>
          <current.Panel />
        </Suspense>
      </div>
    </Page>
  )
}
