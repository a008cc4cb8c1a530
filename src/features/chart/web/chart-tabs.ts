import { lazy } from 'react'
import { appointmentTabs } from '#features/appointments/web/appointment-tabs.tsx'
import { billingTabs } from '#features/billing/web/billing-tabs.tsx'
import { consultationTabs } from '#features/consultations/web/consultation-tabs.tsx'
import { workspaceTabs } from '#features/workspace/web/workspace-tabs.tsx'
import { patientTabs, type PatientTab } from '#features/patients/web/patient-tabs.tsx'
import { pregnancyTabs } from '#features/pregnancies/web/pregnancy-tabs.tsx'
import { triageTabs } from '#features/triage/web/triage-tabs.tsx'
import { laboratoryTabs } from '#features/laboratory/web/laboratory-tabs.tsx'
import { prescriptionTabs } from '#features/prescriptions/web/prescription-tabs.tsx'
import { lettersTabs } from '#features/letters/web/letters-tabs.tsx'
import { recordsTabs } from '#features/records/web/records-tabs.tsx'

const overview: PatientTab = {
  key: 'overview',
  label: 'Overview',
  access: 'patients.view',
  Panel: lazy(async () => ({ default: (await import('./patient-overview.tsx')).PatientOverview })),
}

/** The parts of a patient's page, in order. A room with something to show there exports its `…-tabs.tsx` and adds its line here. */
export const chartTabs: readonly PatientTab[] = [
  ...workspaceTabs,
  overview,
  ...triageTabs,
  ...consultationTabs,
  ...pregnancyTabs,
  ...laboratoryTabs,
  ...prescriptionTabs,
  ...recordsTabs,
  ...lettersTabs,
  ...appointmentTabs,
  ...billingTabs,
  ...patientTabs,
]
