import { lazy } from 'react'
import type { PatientTab } from '#features/patients/web/patient-tabs.tsx'

/** The part of a patient's page that belongs to what is prescribed. */
export const prescriptionTabs: readonly PatientTab[] = [
  {
    key: 'prescriptions',
    label: 'Prescriptions',
    access: 'prescriptions.view',
    Panel: lazy(async () => ({ default: (await import('./patient-prescriptions.tsx')).PatientPrescriptions })),
  },
]
