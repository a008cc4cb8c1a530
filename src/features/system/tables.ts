import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['system_figures', 'system_disks', 'system_watch'],
  leftOut: {
    system_disks: 'the disks of this machine',
    system_figures: 'how fast this machine was in the last week',
    system_watch: 'since when the program runs on this machine',
  },
}
