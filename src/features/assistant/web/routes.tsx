import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/dashboard/assistant', { access: 'signed-in' }, () => import('./assistant-panel.tsx'), 'AssistantPanel'),
  page(
    '/dashboard/administration/assistant',
    { access: 'assistant.settings' },
    () => import('./assistant-settings.tsx'),
    'AssistantSettingsPage',
  ),
]
