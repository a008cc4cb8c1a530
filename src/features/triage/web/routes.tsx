import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/dashboard/nursing-interface', { access: 'triage.view' }, () => import('./nursing-page.tsx'), 'NursingPage'),
  page(
    '/dashboard/administration/triage-settings',
    { access: 'triage.settings' },
    () => import('./triage-settings-page.tsx'),
    'TriageSettingsPage',
  ),
]
