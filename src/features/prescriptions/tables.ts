import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: [
    'prescriptions',
    'prescribed_drugs',
    'prescription_favourites',
    'patient_medicines',
    'safety_overrides',
    'dispenses',
    'dispense_items',
    'dispense_batches',
  ],
}
