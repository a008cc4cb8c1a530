import type { WebFeature } from '#web/feature.ts'
import { WaitingCount } from '#web/frame/counts.ts'
import { page } from '#web/routing.ts'

const at = '/dashboard/pharmacy'
const seen = { access: 'prescriptions.view' } as const

export const feature: WebFeature = {
  pages: [
    page(at, seen, () => import('./pharmacy-page.tsx'), 'PharmacyPage'),
    page(`${at}/sale`, { access: 'pharmacy.sell' }, () => import('./sale/sale-page.tsx'), 'SalePage'),
    page(`${at}/prescriptions/:id`, { access: 'prescriptions.dispense' }, () => import('./counter/counter-page.tsx'), 'CounterPage'),
    page(`${at}/dispenses/:id`, seen, () => import('./dispense-page.tsx'), 'DispensePage'),
    page(`${at}/requests/:id`, seen, () => import('./requests/request-page.tsx'), 'RequestPage'),
    page(`${at}/register`, { access: 'prescriptions.dispense' }, () => import('./register-page.tsx'), 'RegisterPage'),
    page(`${at}/settings`, { access: 'pharmacy.settings' }, () => import('./settings-page.tsx'), 'SettingsPage'),
  ],
  menu: [
    { group: 'Pharmacy', place: 10, label: 'Prescriptions', to: '/dashboard/pharmacy', access: 'prescriptions.view', count: WaitingCount },
    { group: 'Pharmacy', place: 20, label: 'Counter sale', to: '/dashboard/pharmacy/sale', access: 'pharmacy.sell' },
    { group: 'Pharmacy', place: 30, label: 'Controlled drugs', to: '/dashboard/pharmacy/register', access: 'prescriptions.dispense' },
    { group: 'Administration', place: 100, label: 'Pharmacy settings', to: '/dashboard/pharmacy/settings', access: 'pharmacy.settings' },
  ],
}
