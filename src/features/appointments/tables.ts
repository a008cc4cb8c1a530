import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: ['appointments', 'public_bookings', 'appointment_changes', 'waiting_list'],
}
