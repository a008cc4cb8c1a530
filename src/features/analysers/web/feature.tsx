import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

const ROOM = '/dashboard/laboratory/analysers'
const entering = { access: 'laboratory.enter' } as const

export const feature: WebFeature = {
  pages: [
    page(ROOM, { access: 'laboratory.view' }, () => import('./equipment/analysers-page.tsx'), 'AnalysersPage'),
    page(`${ROOM}/inbox`, entering, () => import('./inbox/inbox-page.tsx'), 'InboxPage'),
    page(`${ROOM}/messages`, entering, () => import('./messages/messages-page.tsx'), 'MessagesPage'),
    page(`${ROOM}/messages/:id`, entering, () => import('./messages/message-page.tsx'), 'MessagePage'),
    page(`${ROOM}/controls`, entering, () => import('./controls/controls-page.tsx'), 'ControlsPage'),
    page(`${ROOM}/:id`, { access: 'laboratory.view' }, () => import('./equipment/equipment-page.tsx'), 'EquipmentPage'),
  ],
  menu: [{ group: 'Laboratory', place: 80, label: 'Analysers', to: '/dashboard/laboratory/analysers', access: 'laboratory.enter' }],
}
