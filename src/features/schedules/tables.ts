import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['rooms', 'schedules', 'time_off', 'holidays', 'bookable_services', 'booking_settings'],
  filledAtFirst: ['booking_settings'],
}
