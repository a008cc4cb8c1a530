import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['notifications', 'notification_reads', 'notification_preferences'],
}
