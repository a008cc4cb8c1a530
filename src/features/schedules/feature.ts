import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['rooms', 'schedules', 'time_off', 'holidays', 'bookable_services', 'booking_settings'],
    filledAtFirst: ['booking_settings'],
  },
  permissions: {
    schedules: {
      title: 'Schedules',
      place: 130,
      rights: {
        'schedules.change': { label: 'Manage doctors’ sessions, leave, holidays and bookable services', roles: ['receptionist'] },
      },
    },
  },
  topics: {
    schedules: { access: 'appointments.view' },
  },
  constraints: {
    time_off_overlap: { says: 'The doctor has other leave at that time.' },
  },
}
