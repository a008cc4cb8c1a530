import { lazy } from 'react'
import type { PatientTab } from '#features/patients/web/patient-tabs.tsx'

/** The part of a patient's page with the letters about them. */
export const lettersTabs: readonly PatientTab[] = [
  {
    key: 'letters',
    label: 'Letters',
    access: 'letters.view',
    Panel: lazy(async () => ({ default: (await import('./patient-letters.tsx')).PatientLetters })),
  },
]
