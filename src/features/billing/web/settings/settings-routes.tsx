import { page, type PageRoute } from '#web/routing.ts'

/** Payment modes and billing settings. */
export const settingsRoutes: readonly PageRoute[] = [
  page(
    '/dashboard/administration/payment-modes',
    { access: 'billing.settings' },
    () => import('./payment-modes-page.tsx'),
    'PaymentModesPage',
  ),
  page(
    '/dashboard/administration/billing-settings',
    { access: 'billing.settings' },
    () => import('./billing-settings-page.tsx'),
    'BillingSettingsPage',
  ),
]
