import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['backups', 'backup_settings'],
    leftOut: {
      backups: 'what lies in a folder of this machine',
    },
    filledAtFirst: ['backup_settings'],
  },
  permissions: {
    backups: {
      title: 'Backups',
      place: 70,
      rights: {
        'backups.manage': { label: 'Create, verify and schedule clinic backups', roles: [] },
      },
    },
  },
  topics: {
    backups: { access: 'backups.manage' },
  },
}
