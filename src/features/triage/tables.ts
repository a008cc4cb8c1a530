import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['triages', 'triage_settings', 'vital_signs', 'vital_limits'],
  filledAtFirst: ['triage_settings', 'vital_limits'],
}
