import { lazy } from 'react'
import type { PatientTab } from '#features/patients/web/patient-tabs.tsx'

/** The part of a patient's page that shows what is booked. */
export const appointmentTabs: readonly PatientTab[] = [
  {
    key: 'appointments',
    label: 'Appointments',
    access: 'appointments.view',
    Panel: lazy(async () => ({ default: (await import('./patient-appointments.tsx')).PatientAppointments })),
  },
]
