/** The groups in which a clinic thinks of its questions; every answer of the assistant names its own. */
export const queryTypes = [
  'patient_flow',
  'doctor_workload',
  'appointments',
  'clinical',
  'lab_status',
  'equipment_usage',
  'pharmacy',
  'inventory_status',
  'purchasing',
  'billing_summary',
  'insurance_claims',
  'department_stats',
  'patient_record',
  'announcements',
] as const
export type QueryType = (typeof queryTypes)[number]
