import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['order_drafts'],
  },
  topics: {
    // Carries the visit that has orders which are not sent.
    orders: { access: 'attendance.view', isOfPatient: true },
  },
  patientRows: {
    order_drafts: { label: 'Unsent orders' },
  },
  accessLog: {
    nouns: [{ entities: ['order draft', 'order drafts'], staff: 'the unsent orders', patient: 'your orders that are not sent yet' }],
  },
}
