import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['backups', 'backup_settings'],
  leftOut: {
    backups: 'what lies in a folder of this machine',
  },
  filledAtFirst: ['backup_settings'],
}
