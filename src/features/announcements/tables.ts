import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: [
    'announcement_channels',
    'announcements',
    'announcement_groups',
    'announcement_attachments',
    'announcement_reads',
    'announcement_comments',
  ],
  filledAtFirst: ['announcement_channels'],
}
