import { lazy } from 'react'
import type { PatientTab } from '#features/patients/web/patient-tabs.tsx'

/** The part of a patient's page that belongs to the doctors: notes and problems. */
export const consultationTabs: readonly PatientTab[] = [
  {
    key: 'consultations',
    label: 'Consultations',
    access: 'consultations.view',
    Panel: lazy(async () => ({ default: (await import('./patient-notes.tsx')).PatientNotes })),
  },
]
