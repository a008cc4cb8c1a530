import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: [
    'pharmacy_settings',
    'patient_returns',
    'patient_return_items',
    'patient_return_credits',
    'public_prescription_requests',
    'prescription_request_lines',
    'prescription_request_remarks',
  ],
  filledAtFirst: ['pharmacy_settings'],
}
