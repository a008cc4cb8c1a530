import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['consultations', 'consultation_addenda', 'diagnoses', 'problems'],
}
