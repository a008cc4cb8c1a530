import type { QueryType } from '#shared/query-types.ts'
import { t } from '#web/i18n.ts'

const words: Record<QueryType, { title: string }> = {
  patient_flow: { title: 'Patient flow' },
  doctor_workload: { title: 'Doctors’ work' },
  appointments: { title: 'Appointments' },
  clinical: { title: 'Clinical' },
  lab_status: { title: 'Laboratory' },
  equipment_usage: { title: 'Analysers' },
  pharmacy: { title: 'Pharmacy' },
  inventory_status: { title: 'Stock' },
  purchasing: { title: 'Purchasing' },
  billing_summary: { title: 'Billing' },
  insurance_claims: { title: 'Insurance' },
  department_stats: { title: 'Departments' },
  patient_record: { title: 'Patient records' },
  announcements: { title: 'Announcements' },
}

/** What a kind of questions is called. */
export const queryTypeTitle = (type: string): string => t(words[type as QueryType]?.title ?? type)
