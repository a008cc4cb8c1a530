import { page, type PageRoute } from '#web/routing.ts'

export const routes: PageRoute[] = [
  page('/dashboard/administration/messages', { access: 'messages.view' }, () => import('./messages-page.tsx'), 'MessagesPage'),
  page('/messages/opt-out/:token', { access: 'public', ownLayout: true }, () => import('./opt-out-page.tsx'), 'OptOutPage'),
]
