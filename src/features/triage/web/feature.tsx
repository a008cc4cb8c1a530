import type { WebFeature } from '#web/feature.ts'
import { WaitingCount } from '#web/frame/counts.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [
    page('/dashboard/nursing-interface', { access: 'triage.view' }, () => import('./nursing-page.tsx'), 'NursingPage'),
    page(
      '/dashboard/administration/triage-settings',
      { access: 'triage.settings' },
      () => import('./triage-settings-page.tsx'),
      'TriageSettingsPage',
    ),
  ],
  menu: [
    { group: 'Nursing', place: 10, label: 'Triage', to: '/dashboard/nursing-interface', access: 'triage.view', count: WaitingCount },
    {
      group: 'Administration',
      place: 120,
      label: 'Triage settings',
      to: '/dashboard/administration/triage-settings',
      access: 'triage.settings',
    },
  ],
}
