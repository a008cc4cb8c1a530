import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

export const feature: WebFeature = {
  pages: [
    page('/dashboard/administration/messages', { access: 'messages.view' }, () => import('./messages-page.tsx'), 'MessagesPage'),
    page('/messages/opt-out/:token', { access: 'public', ownLayout: true }, () => import('./opt-out-page.tsx'), 'OptOutPage'),
  ],
  menu: [{ group: 'Administration', place: 130, label: 'Messages', to: '/dashboard/administration/messages', access: 'messages.view' }],
}
