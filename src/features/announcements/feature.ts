import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: [
      'announcement_channels',
      'announcements',
      'announcement_groups',
      'announcement_attachments',
      'announcement_reads',
      'announcement_comments',
    ],
    filledAtFirst: ['announcement_channels'],
  },
  permissions: {
    announcements: {
      title: 'Announcements',
      place: 150,
      rights: {
        'announcements.view': {
          label: 'View announcements',
          roles: [
            'receptionist',
            'nurse',
            'doctor',
            'labtech',
            'lab_manager',
            'pharmacist',
            'cashier',
            'accountant',
            'storekeeper',
            'procurement',
            'records',
          ],
        },
        'announcements.change': {
          label: 'Write and withdraw announcements',
          roles: ['receptionist', 'nurse', 'doctor', 'labtech', 'lab_manager', 'pharmacist', 'records'],
        },
        'announcements.channels': { label: 'Add and edit announcement channels', roles: ['records'] },
      },
    },
  },
  topics: {
    announcements: { access: 'announcements.view' },
  },
}
