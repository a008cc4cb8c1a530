import { lazy } from 'react'
import type { PatientTab } from '#features/patients/web/patient-tabs.tsx'

/** The part of a patient's page about pregnancies; none for men of whom none is recorded. */
export const pregnancyTabs: readonly PatientTab[] = [
  {
    key: 'pregnancies',
    label: 'Pregnancies',
    access: 'patients.view',
    isFor: ({ pregnancy }) => pregnancy !== null,
    Panel: lazy(async () => ({ default: (await import('./patient-pregnancies.tsx')).PatientPregnancies })),
  },
]
