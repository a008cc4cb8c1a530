import { lazy, type ComponentType } from 'react'
import type { Access } from '#web/session/rights.ts'
import type { PatientRecord } from './use-patient.ts'

export interface PatientTab {
  /** In the address: `?tab=kin`. */
  key: string
  /** In English: translated where it is shown. */
  label: string
  access: Access
  /** Lets people in as well as `access` does. */
  or?: Access
  /** Left out for patients whom it does not concern. */
  isFor?: (patient: PatientRecord) => boolean
  /** How many things are behind it, when that is known. */
  count?: (patient: PatientRecord) => number
  Panel: ComponentType<{ patient: PatientRecord }>
}

/** The parts of a patient's page that belong to this room, in order; `chart` sets them between the other rooms'. Each loads when first opened. */
export const patientTabs: readonly PatientTab[] = [
  {
    key: 'details',
    label: 'Details',
    access: 'patients.view',
    Panel: lazy(async () => ({ default: (await import('./record/patient-details.tsx')).PatientDetails })),
  },
  {
    key: 'kin',
    label: 'Kin and contacts',
    access: 'patients.view',
    count: ({ next_of_kin }) => next_of_kin.length,
    Panel: lazy(async () => ({ default: (await import('./record/patient-kin.tsx')).PatientKin })),
  },
  {
    key: 'cover',
    label: 'Identifiers and insurance',
    access: 'patients.view',
    count: ({ identifiers, insurances }) => identifiers.length + insurances.length,
    Panel: lazy(async () => ({ default: (await import('./record/patient-cover.tsx')).PatientCover })),
  },
  {
    key: 'allergies',
    label: 'Allergies and alerts',
    access: 'patients.view',
    count: ({ allergies, alerts }) => allergies.length + alerts.length,
    Panel: lazy(async () => ({ default: (await import('./record/patient-warnings.tsx')).PatientWarnings })),
  },
  {
    key: 'access',
    label: 'Access log',
    access: 'audit.view',
    Panel: lazy(async () => ({ default: (await import('./record/patient-access-log.tsx')).PatientAccessLog })),
  },
]

/** How the patient and their kin are reached, and who pays. */
export const PatientContact = lazy(async () => ({ default: (await import('./record/patient-contact.tsx')).PatientContact }))
