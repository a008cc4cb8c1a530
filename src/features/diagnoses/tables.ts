import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['diagnosis_codes', 'diagnosis_words'],
  filledAtFirst: ['diagnosis_codes', 'diagnosis_words'],
}
