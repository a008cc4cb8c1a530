import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: [
    'lab_equipment',
    'lab_equipment_codes',
    'lab_equipment_jobs',
    'lab_messages',
    'lab_message_results',
    'lab_controls',
    'lab_control_results',
  ],
}
