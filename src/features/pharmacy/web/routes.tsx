import { page, type PageRoute } from '#web/routing.ts'

const at = '/dashboard/pharmacy'
const seen = { access: 'prescriptions.view' } as const

export const routes: readonly PageRoute[] = [
  page(at, seen, () => import('./pharmacy-page.tsx'), 'PharmacyPage'),
  page(`${at}/sale`, { access: 'pharmacy.sell' }, () => import('./sale/sale-page.tsx'), 'SalePage'),
  page(`${at}/prescriptions/:id`, { access: 'prescriptions.dispense' }, () => import('./counter/counter-page.tsx'), 'CounterPage'),
  page(`${at}/dispenses/:id`, seen, () => import('./dispense-page.tsx'), 'DispensePage'),
  page(`${at}/requests/:id`, seen, () => import('./requests/request-page.tsx'), 'RequestPage'),
  page(`${at}/register`, { access: 'prescriptions.dispense' }, () => import('./register-page.tsx'), 'RegisterPage'),
  page(`${at}/settings`, { access: 'pharmacy.settings' }, () => import('./settings-page.tsx'), 'SettingsPage'),
]
