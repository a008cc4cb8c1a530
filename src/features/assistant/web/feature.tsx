import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [
    page('/dashboard/assistant', { access: 'signed-in' }, () => import('./assistant-panel.tsx'), 'AssistantPanel'),
    page(
      '/dashboard/administration/assistant',
      { access: 'assistant.settings' },
      () => import('./assistant-settings.tsx'),
      'AssistantSettingsPage',
    ),
  ],
  menu: [
    { group: 'Administration', place: 150, label: 'Assistant', to: '/dashboard/administration/assistant', access: 'assistant.settings' },
  ],
}
