import { lazy } from 'react'
import type { PatientTab } from '#features/patients/web/patient-tabs.tsx'

/** The part of a patient's page that belongs to documents; who may only add them sees their own. */
export const recordsTabs: readonly PatientTab[] = [
  {
    key: 'records',
    label: 'Records',
    access: 'records.view',
    or: 'records.add',
    Panel: lazy(async () => ({ default: (await import('./patient-records.tsx')).PatientRecords })),
  },
]
