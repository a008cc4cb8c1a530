import { lazy } from 'react'
import type { PatientTab } from '#features/patients/web/patient-tabs.tsx'

/** The part of a patient's page that belongs to the till. */
export const billingTabs: readonly PatientTab[] = [
  {
    key: 'billing',
    label: 'Billing',
    access: 'billing.view',
    Panel: lazy(async () => ({ default: (await import('./patient-billing.tsx')).PatientBilling })),
  },
]

/** What a patient owes, for the banner; nothing while it is nothing. */
export const PatientBalance = lazy(async () => ({ default: (await import('./patient-balance.tsx')).PatientBalance }))
