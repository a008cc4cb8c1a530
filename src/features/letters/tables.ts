import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['letter_templates', 'letters'],
  filledAtFirst: ['letter_templates'],
}
