import { lazy } from 'react'
import type { PatientTab } from '#features/patients/web/patient-tabs.tsx'

/** The part of a patient's page where a doctor works. */
export const workspaceTabs: readonly PatientTab[] = [
  {
    key: 'visit',
    label: 'Current visit',
    access: 'consultations.view',
    Panel: lazy(async () => ({ default: (await import('./doctor-desk.tsx')).DoctorDesk })),
  },
]
