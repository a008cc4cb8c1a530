import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['visits', 'visit_moves', 'track_targets', 'end_of_day_settings'],
  filledAtFirst: ['end_of_day_settings', 'track_targets'],
}
