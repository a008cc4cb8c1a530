import type { WebFeature } from '#web/feature.ts'
import { page } from '#web/routing.ts'

const SECTION = '/dashboard/laboratory/analysers'
const entering = { access: 'laboratory.enter' } as const

export const feature: WebFeature = {
  pages: [
    page(SECTION, { access: 'laboratory.view' }, () => import('./equipment/analysers-page.tsx'), 'AnalysersPage'),
    page(`${SECTION}/inbox`, entering, () => import('./inbox/inbox-page.tsx'), 'InboxPage'),
    page(`${SECTION}/messages`, entering, () => import('./messages/messages-page.tsx'), 'MessagesPage'),
    page(`${SECTION}/messages/:id`, entering, () => import('./messages/message-page.tsx'), 'MessagePage'),
    page(`${SECTION}/controls`, entering, () => import('./controls/controls-page.tsx'), 'ControlsPage'),
    page(`${SECTION}/:id`, { access: 'laboratory.view' }, () => import('./equipment/equipment-page.tsx'), 'EquipmentPage'),
  ],
  menu: [{ group: 'Laboratory', place: 80, label: 'Analysers', to: '/dashboard/laboratory/analysers', access: 'laboratory.enter' }],
}
