import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['system_figures', 'system_disks', 'system_watch'],
    leftOut: {
      system_disks: 'the disks of this machine',
      system_figures: 'how fast this machine was in the last week',
      system_watch: 'since when the program runs on this machine',
    },
  },
  permissions: {
    system: {
      title: 'System',
      place: 340,
      rights: {
        'system.view': { label: 'View system and server status', roles: [] },
        'system.manage': { label: 'Retry or discard failed background jobs', roles: [] },
      },
    },
  },
  topics: {
    system: { access: 'system.view' },
  },
}
