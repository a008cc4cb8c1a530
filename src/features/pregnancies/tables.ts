import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['pregnancies', 'pregnancy_datings', 'pregnancy_answers'],
}
