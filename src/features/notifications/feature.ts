import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['notifications', 'notification_reads', 'notification_preferences'],
  },
  topics: {
    // For the account whose id it carries; without one, for all staff.
    notifications: { access: 'staff' },
  },
  patientRows: {
    notifications: { label: 'Notifications' },
  },
}
