import { lazy } from 'react'
import type { PatientTab } from '#features/patients/web/patient-tabs.tsx'

/** The part of a patient's page that belongs to the nurses. */
export const triageTabs: readonly PatientTab[] = [
  {
    key: 'triage',
    label: 'Triage',
    access: 'triage.view',
    Panel: lazy(async () => ({ default: (await import('./patient-vitals.tsx')).PatientVitals })),
  },
]
