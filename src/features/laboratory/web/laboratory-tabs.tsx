import { lazy } from 'react'
import type { PatientTab } from '#features/patients/web/patient-tabs.tsx'

/** The part of a patient's page that belongs to the laboratory. */
export const laboratoryTabs: readonly PatientTab[] = [
  {
    key: 'laboratory',
    label: 'Laboratory',
    access: 'laboratory.view',
    Panel: lazy(async () => ({ default: (await import('./patient-laboratory.tsx')).PatientLaboratory })),
  },
]
